//! The macro that declares a topic of the catalogue.

/// Declares a struct of texts: labels, which are plain texts, and messages, which take arguments.
///
/// A label is a public `&'static str` field. A message is a template in a crate-private field, read through a method of the same name
/// that takes its arguments; `check()` fails, while compiling, when a template leaves out one of them or uses anything else.
///
/// ```
/// use shangrila_i18n::{PluralRule, topic};
///
/// topic! {
///     /// Words about eggs.
///     EggWords {
///         labels { title }
///         messages { in_basket(n: Number, owner: Text) }
///     }
/// }
///
/// const EGGS: EggWords = EggWords {
///     title: "Eggs",
///     plurals: PluralRule::OneIsSingular,
///     in_basket: "{owner} has {n:one # egg|other # eggs}",
/// };
/// const _: () = EGGS.check();
/// assert_eq!(EGGS.in_basket(1_u8, "Ada"), "Ada has 1 egg");
/// ```
///
/// A template that misspells a placeholder does not compile:
///
/// ```compile_fail,E0080
/// # use shangrila_i18n::{PluralRule, topic};
/// # topic! { EggWords { labels { title } messages { in_basket(n: Number, owner: Text) } } }
/// const EGGS: EggWords = EggWords {
///     title: "Eggs",
///     plurals: PluralRule::OneIsSingular,
///     in_basket: "{ower} has {n:one # egg|other # eggs}",
/// };
/// const _: () = EGGS.check();
/// ```
///
/// Nor does one that leaves a placeholder out:
///
/// ```compile_fail,E0080
/// # use shangrila_i18n::{PluralRule, topic};
/// # topic! { EggWords { labels { title } messages { in_basket(n: Number, owner: Text) } } }
/// const EGGS: EggWords = EggWords {
///     title: "Eggs",
///     plurals: PluralRule::OneIsSingular,
///     in_basket: "There are {n:one # egg|other # eggs}",
/// };
/// const _: () = EGGS.check();
/// ```
///
/// Nor one without the plural forms its language needs:
///
/// ```compile_fail,E0080
/// # use shangrila_i18n::{PluralRule, topic};
/// # topic! { EggWords { labels { title } messages { in_basket(n: Number, owner: Text) } } }
/// const EGGS: EggWords = EggWords {
///     title: "Eggs",
///     plurals: PluralRule::OneIsSingular,
///     in_basket: "{owner} has {n:other # eggs}",
/// };
/// const _: () = EGGS.check();
/// ```
///
/// A caller cannot leave out an argument:
///
/// ```compile_fail,E0061
/// use shangrila_i18n::Language;
///
/// Language::English.words().table.turn_of();
/// ```
#[macro_export]
macro_rules! topic {
    (
        $(#[$doc:meta])*
        $name:ident {
            $(labels { $($label:ident),* $(,)? })?
            $(messages { $($message:ident($($argument:ident: $kind:ident),+ $(,)?)),* $(,)? })?
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "the English text of a field says what it is for")]
        pub struct $name {
            $($(pub $label: &'static str,)*)?
            $(
                pub(crate) plurals: $crate::PluralRule,
                $(pub(crate) $message: &'static str,)*
            )?
        }

        #[allow(missing_docs, reason = "the English text of a message says what it is for")]
        impl $name {
            $($(
                pub fn $message(&self, $($argument: $crate::topic!(@argument $kind)),+) -> String {
                    let values = [$((stringify!($argument), $crate::topic!(@value $kind $argument))),+];
                    $crate::template::fill(self.$message, self.plurals, &values)
                }
            )*)?

            /// Fails, while compiling, if a text does not fit its declaration.
            pub(crate) const fn check(&self) {
                $($(
                    assert!(
                        $crate::template::is_label(self.$label),
                        concat!(stringify!($name), "::", stringify!($label), " is a label: it cannot have placeholders"),
                    );
                )*)?
                $($(
                    match $crate::template::check(self.$message, &[$((stringify!($argument), $crate::template::Kind::$kind)),+], self.plurals) {
                        Ok(()) => {}
                        Err($crate::template::Fault::Brace) => panic!("{}", concat!(
                            stringify!($name), "::", stringify!($message), " has a brace without its partner",
                        )),
                        Err($crate::template::Fault::Unknown) => panic!("{}", concat!(
                            stringify!($name), "::", stringify!($message), " has an unknown placeholder; it takes",
                            $(" {", stringify!($argument), "}"),+
                        )),
                        Err($crate::template::Fault::Missing) => panic!("{}", concat!(
                            stringify!($name), "::", stringify!($message), " leaves out a placeholder; it takes",
                            $(" {", stringify!($argument), "}"),+
                        )),
                        Err($crate::template::Fault::Form) => panic!("{}", concat!(
                            stringify!($name), "::", stringify!($message),
                            " asks for a form its argument does not have; see Kind::forms",
                        )),
                        Err($crate::template::Fault::Plural) => panic!("{}", concat!(
                            stringify!($name), "::", stringify!($message),
                            " does not have exactly the plural forms of its language, written {n:one # …|other # …}",
                        )),
                    }
                )*)?
            }

            /// All texts with their keys, for tests.
            #[cfg(test)]
            #[allow(dead_code, reason = "topics in examples are not listed")]
            pub(crate) fn texts(&self) -> Vec<(&'static str, &'static str)> {
                vec![
                    $($((concat!(stringify!($name), "::", stringify!($label)), self.$label),)*)?
                    $($((concat!(stringify!($name), "::", stringify!($message)), self.$message),)*)?
                ]
            }
        }
    };
    (@argument Text) => { impl core::fmt::Display };
    (@argument Number) => { impl Into<$crate::Number> };
    (@argument Who) => { $crate::Who<'_> };
    (@argument Guild) => { &$crate::GuildWords };
    (@argument Space) => { $crate::SpaceName<'_> };
    (@value Text $argument:ident) => { $crate::template::Value::Text(&$argument) };
    (@value Number $argument:ident) => { $crate::template::Value::Number($argument.into().value()) };
    (@value Who $argument:ident) => { $crate::template::Value::Who($argument) };
    (@value Guild $argument:ident) => { $crate::template::Value::Guild($argument) };
    (@value Space $argument:ident) => { $crate::template::Value::Space($argument) };
}
