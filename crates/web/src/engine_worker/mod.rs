//! The computer players run in a web worker, so that the page stays responsive.
//!
//! [`EngineWorker`] is the page's handle, [`worker`] the code inside the worker, [`message`] what the two exchange. A live analysis
//! ([`live_analysis`]) has workers of its own, which [`EngineWorker::spawn`] starts.

mod live_analysis;
pub(crate) mod message;
mod relaxed_products;
pub(crate) mod study;
pub(crate) mod worker;

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use message::{SearchRequest, SearchResult, WorkerRequest};

/// Receives the result; `None` if the worker failed.
type OnResult = Box<dyn FnOnce(Option<SearchResult>)>;

/// The page's handle to the worker. Copies share one worker.
#[derive(Clone, Copy)]
pub(crate) struct EngineWorker {
    state: StoredValue<Rc<RefCell<State>>, LocalStorage>,
    /// How much of its time the current search has used, from 0 to 1.
    pub(crate) progress: RwSignal<f64>,
}

struct State {
    url: String,
    worker: Option<RunningWorker>,
    pending: Option<(u32, OnResult)>,
    next_id: u32,
}

/// A worker and the closures listening to it. Dropping it terminates the worker.
pub(crate) struct RunningWorker {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(JsValue)>,
}

impl RunningWorker {
    /// Sends a request. Fails only if it cannot be copied.
    pub(crate) fn send(&self, request: &WorkerRequest) -> Result<(), JsValue> {
        self.send_text(request.write())
    }

    /// Sends a request as text. Fails only if it cannot be copied.
    pub(crate) fn send_text(&self, request: String) -> Result<(), JsValue> {
        self.worker.post_message(&request.into())
    }
}

impl Drop for RunningWorker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl EngineWorker {
    pub(crate) fn new(url: String) -> EngineWorker {
        let state = State { url, worker: None, pending: None, next_id: 0 };
        EngineWorker { state: StoredValue::new_local(Rc::new(RefCell::new(state))), progress: RwSignal::new(0.0) }
    }

    /// Starts a search for a move and cancels the previous one.
    pub(crate) fn search(self, request: SearchRequest, on_result: impl FnOnce(Option<SearchResult>) + 'static) {
        self.cancel();
        self.progress.set(0.0);
        let state = self.state.get_value();
        let id = {
            let mut state = state.borrow_mut();
            state.next_id += 1;
            let id = state.next_id;
            state.pending = Some((id, Box::new(on_result)));
            id
        };
        if state.borrow().worker.is_none() {
            match self.start() {
                Ok(running) => state.borrow_mut().worker = Some(running),
                Err(_) => return self.fail(),
            }
        }
        let request = WorkerRequest::Search(id, request);
        let sent = state.borrow().worker.as_ref().map(|running| running.send(&request));
        if !matches!(sent, Some(Ok(()))) {
            self.fail();
        }
    }

    /// Cancels the current search. A search cannot be interrupted, so its worker is terminated.
    pub(crate) fn cancel(self) {
        let state = self.state.get_value();
        let mut state = state.borrow_mut();
        if state.pending.take().is_some() {
            state.worker = None;
        }
    }

    /// Starts the worker before it is needed.
    pub(crate) fn warm_up(self) {
        let state = self.state.get_value();
        if state.borrow().worker.is_none()
            && let Ok(running) = self.start()
        {
            state.borrow_mut().worker = Some(running);
        }
    }

    fn start(self) -> Result<RunningWorker, JsValue> {
        self.spawn(move |line| self.receive(line), move || self.fail())
    }

    /// Starts another worker, which tells `on_line` everything it finds out, and `on_error` when it fails.
    pub(crate) fn spawn(
        self,
        on_line: impl Fn(&str) + 'static,
        on_error: impl Fn() + 'static,
    ) -> Result<RunningWorker, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&self.state.get_value().borrow().url, &options)?;
        let on_message = Closure::new(move |event: MessageEvent| {
            if let Some(line) = event.data().as_string() {
                on_line(&line);
            }
        });
        let on_error = Closure::new(move |_: JsValue| on_error());
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        // Passing the compiled module saves the worker a second download and compilation.
        worker.post_message(&wasm_bindgen::module())?;
        Ok(RunningWorker { worker, _on_message: on_message, _on_error: on_error })
    }

    fn receive(self, line: &str) {
        let state = self.state.get_value();
        let current = state.borrow().pending.as_ref().map(|(id, _)| *id);
        match message::read_message(line) {
            Some(message::WorkerMessage::Progress { id, share }) if Some(id) == current => self.progress.set(share),
            Some(message::WorkerMessage::Done { id, result }) if Some(id) == current => {
                let pending = state.borrow_mut().pending.take();
                if let Some((_, on_result)) = pending {
                    on_result(Some(result));
                }
            }
            // A message about a cancelled search.
            _ => {}
        }
    }

    fn fail(self) {
        let state = self.state.get_value();
        let pending = {
            let mut state = state.borrow_mut();
            state.worker = None;
            state.pending.take()
        };
        if let Some((_, on_result)) = pending {
            on_result(None);
        }
    }
}
