//! The computer players in a thread of their own, so that the page never waits for them.
//!
//! [`Thinker`] is the page's end, [`worker`] the other one; the two exchange lines of text.

pub(crate) mod message;
pub(crate) mod worker;

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use message::{Answer, Question};

/// What happens with an answer; `None` when the thread broke down.
type Listener = Box<dyn FnOnce(Option<Answer>)>;

/// The page's end of the thread. Copies are the same thread.
#[derive(Clone, Copy)]
pub(crate) struct Thinker {
    state: StoredValue<Rc<RefCell<State>>, LocalStorage>,
    /// The share of its time that the search under way has used, from 0 to 1.
    pub(crate) progress: RwSignal<f64>,
}

struct State {
    url: String,
    worker: Option<Running>,
    waiting: Option<(u32, Listener)>,
    next_id: u32,
}

/// A worker with the closures that listen to it.
struct Running {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(JsValue)>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl Thinker {
    pub(crate) fn new(url: String) -> Thinker {
        let state = State { url, worker: None, waiting: None, next_id: 0 };
        Thinker { state: StoredValue::new_local(Rc::new(RefCell::new(state))), progress: RwSignal::new(0.0) }
    }

    /// Asks for a move; an earlier question is forgotten.
    pub(crate) fn ask(self, question: Question, listener: impl FnOnce(Option<Answer>) + 'static) {
        self.cancel();
        self.progress.set(0.0);
        let state = self.state.get_value();
        let id = {
            let mut state = state.borrow_mut();
            state.next_id += 1;
            let id = state.next_id;
            state.waiting = Some((id, Box::new(listener)));
            id
        };
        if state.borrow().worker.is_none() {
            match self.start() {
                Ok(running) => state.borrow_mut().worker = Some(running),
                Err(_) => return self.broke_down(),
            }
        }
        let line = question.write(id);
        let sent = state.borrow().worker.as_ref().map(|running| running.worker.post_message(&line.into()));
        if !matches!(sent, Some(Ok(()))) {
            self.broke_down();
        }
    }

    /// Forgets the question under way and ends its search. A search cannot be interrupted, so its thread goes too.
    pub(crate) fn cancel(self) {
        let state = self.state.get_value();
        let mut state = state.borrow_mut();
        if state.waiting.take().is_some() {
            state.worker = None;
        }
    }

    /// Gets the thread ready before it is needed.
    pub(crate) fn warm_up(self) {
        let state = self.state.get_value();
        if state.borrow().worker.is_none()
            && let Ok(running) = self.start()
        {
            state.borrow_mut().worker = Some(running);
        }
    }

    fn start(self) -> Result<Running, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&self.state.get_value().borrow().url, &options)?;
        let on_message = Closure::new(move |event: MessageEvent| {
            if let Some(line) = event.data().as_string() {
                self.hear(&line);
            }
        });
        let on_error = Closure::new(move |_: JsValue| self.broke_down());
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        // The module is compiled already; the thread only makes an instance of it.
        worker.post_message(&wasm_bindgen::module())?;
        Ok(Running { worker, _on_message: on_message, _on_error: on_error })
    }

    fn hear(self, line: &str) {
        let state = self.state.get_value();
        let asked = state.borrow().waiting.as_ref().map(|(id, _)| *id);
        match message::read_reply(line) {
            Some(message::Reply::Progress { id, share }) if Some(id) == asked => self.progress.set(share),
            Some(message::Reply::Answer { id, answer }) if Some(id) == asked => {
                let waiting = state.borrow_mut().waiting.take();
                if let Some((_, listener)) = waiting {
                    listener(Some(answer));
                }
            }
            // An answer to a question that was forgotten.
            _ => {}
        }
    }

    fn broke_down(self) {
        let state = self.state.get_value();
        let waiting = {
            let mut state = state.borrow_mut();
            state.worker = None;
            state.waiting.take()
        };
        if let Some((_, listener)) = waiting {
            listener(None);
        }
    }
}
