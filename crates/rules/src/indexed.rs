//! The common shape of values kept for each clan, guild or seat.

/// Defines a type with one value for each element, indexed by the element instead of a number.
///
/// The element type must be an enumeration with `ALL` and `COUNT`, numbered from 0.
macro_rules! indexed {
    ($(#[$doc:meta])* $name:ident by $element:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub struct $name<T>(pub(crate) [T; $element::COUNT]);

        impl<T> $name<T> {
            /// Calls `value` once for each element, in order.
            #[inline]
            pub fn from_fn(value: impl FnMut($element) -> T) -> Self {
                Self($element::ALL.map(value))
            }

            /// The values with their elements.
            #[inline]
            pub fn iter(&self) -> impl Iterator<Item = ($element, &T)> {
                $element::ALL.into_iter().zip(&self.0)
            }

            /// The values with their elements, for changing them.
            #[inline]
            pub fn iter_mut(&mut self) -> impl Iterator<Item = ($element, &mut T)> {
                $element::ALL.into_iter().zip(&mut self.0)
            }

            /// The values alone, in the order of the elements.
            #[inline]
            pub const fn values(&self) -> &[T; $element::COUNT] {
                &self.0
            }

            /// Applies a function to every value.
            #[inline]
            pub fn map<U>(self, change: impl FnMut(T) -> U) -> $name<U> {
                $name(self.0.map(change))
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
