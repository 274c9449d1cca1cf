//! The one shape of all values kept for each clan or each guild.

/// Defines a type with one value for each element, indexed by the element instead of a number.
///
/// The element type must be an enumeration with `ALL` and `COUNT`, numbered from 0.
macro_rules! indexed {
    ($(#[$doc:meta])* $name:ident by $element:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub struct $name<T>([T; $element::COUNT]);

        impl<T> $name<T> {
            /// Asks `value` once for each element.
            pub fn from_fn(value: impl FnMut($element) -> T) -> Self {
                Self($element::ALL.map(value))
            }

            /// The values with their elements.
            pub fn iter(&self) -> impl Iterator<Item = ($element, &T)> {
                $element::ALL.into_iter().zip(&self.0)
            }
        }

        impl<T> core::ops::Index<$element> for $name<T> {
            type Output = T;
            #[inline]
            fn index(&self, element: $element) -> &T {
                &self.0[element as usize]
            }
        }

        impl<T> core::ops::IndexMut<$element> for $name<T> {
            #[inline]
            fn index_mut(&mut self, element: $element) -> &mut T {
                &mut self.0[element as usize]
            }
        }
    };
}

pub(crate) use indexed;
