//! Closures without types of their own. The framework is compiled again for every type of closure that it is given, and every closure
//! has its own; with these functions all of one kind have the same, which makes the app smaller.

use leptos::ev::MouseEvent;
use leptos::prelude::*;

/// What a click does.
pub(crate) fn click(act: impl Fn() + 'static) -> Box<dyn FnMut(MouseEvent)> {
    Box::new(move |_| act())
}

/// A value that is computed again when something it depends on changes, and that notifies others only if it differs.
pub(crate) fn memo<T: PartialEq + Send + Sync + 'static>(compute: impl Fn() -> T + Send + Sync + 'static) -> Memo<T> {
    boxed_memo(Box::new(compute))
}

fn boxed_memo<T: PartialEq + Send + Sync + 'static>(compute: Box<dyn Fn() -> T + Send + Sync>) -> Memo<T> {
    Memo::new(move |_| compute())
}
