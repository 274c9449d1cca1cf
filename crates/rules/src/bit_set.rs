//! The shape all sets of the game share: a bit mask behind a type, one bit per element.

/// Defines a `Copy` set type over an unsigned integer, with the operations every set of this crate has.
///
/// The element type must offer `bit_index(self) -> u32` and `from_bit_index(u32) -> Self`.
macro_rules! bit_set {
    ($(#[$doc:meta])* $name:ident($bits:ty) of $element:ty, iterated by $iter:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        #[must_use]
        pub struct $name(pub(crate) $bits);

        impl $name {
            /// The empty set.
            pub const EMPTY: Self = Self(0);

            /// The set with exactly one element.
            #[inline]
            pub const fn only(element: $element) -> Self {
                Self(1 << element.bit_index())
            }

            /// The mask. Elements in order have rising bits; in a `SpaceSet` every eighth bit is unused.
            #[inline]
            pub const fn bits(self) -> $bits {
                self.0
            }

            /// Whether the set has no elements.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The number of elements.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether `element` is in the set.
            #[inline]
            pub const fn contains(self, element: $element) -> bool {
                self.0 >> element.bit_index() & 1 != 0
            }

            /// Adds an element; no effect if it is in the set already.
            #[inline]
            pub const fn insert(&mut self, element: $element) {
                self.0 |= 1 << element.bit_index();
            }

            /// Removes an element; no effect if it is not in the set.
            #[inline]
            pub const fn remove(&mut self, element: $element) {
                self.0 &= !(1 << element.bit_index());
            }

            /// The elements of this set that are not in `other`.
            #[inline]
            pub const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// The first element, in bit order.
            #[inline]
            pub const fn first(self) -> Option<$element> {
                if self.0 == 0 {
                    None
                } else {
                    Some(<$element>::from_bit_index(self.0.trailing_zeros()))
                }
            }
        }

        impl core::ops::BitAnd for $name {
            type Output = Self;
            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl core::ops::BitOr for $name {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl FromIterator<$element> for $name {
            fn from_iter<I: IntoIterator<Item = $element>>(elements: I) -> Self {
                let mut set = Self::EMPTY;
                for element in elements {
                    set.insert(element);
                }
                set
            }
        }

        impl IntoIterator for $name {
            type Item = $element;
            type IntoIter = $iter;
            #[inline]
            fn into_iter(self) -> $iter {
                $iter(self)
            }
        }

        #[doc = concat!(
            "Iterates over a [`", stringify!($name), "`] in bit order.\n\n",
            "```\n# use shangrila_rules::", stringify!($name), ";\n",
            "assert_eq!(", stringify!($name), "::EMPTY.into_iter().next(), None);\n```"
        )]
        #[derive(Clone, Debug)]
        pub struct $iter($name);

        impl Iterator for $iter {
            type Item = $element;

            #[inline]
            fn next(&mut self) -> Option<$element> {
                let element = self.0.first()?;
                self.0.0 &= self.0.0 - 1;
                Some(element)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.0.len(), Some(self.0.len()))
            }
        }

        impl ExactSizeIterator for $iter {}

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }
    };
}

pub(crate) use bit_set;
