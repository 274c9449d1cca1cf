//! Tasks that run as long as the server does.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt;
use tokio::task::JoinHandle;

/// How long a task that has panicked rests before it starts again.
const REST: Duration = Duration::from_secs(1);

/// Starts a task, and starts it again if it panics: without it, the server would look alive and do only half of its work.
pub(crate) fn keep_running<F>(name: &'static str, task: impl Fn() -> F + Send + 'static) -> JoinHandle<()>
where
    F: Future<Output = ()> + Send,
{
    tokio::spawn(async move {
        while AssertUnwindSafe(task()).catch_unwind().await.is_err() {
            tracing::error!(task = name, "a background task has panicked and starts again");
            tokio::time::sleep(REST).await;
        }
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test]
    async fn a_task_that_panics_starts_again() {
        let starts = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&starts);
        keep_running("test", move || {
            let number = counted.fetch_add(1, Ordering::SeqCst);
            async move { assert!(number > 1, "panics twice") }
        })
        .await
        .unwrap();
        assert_eq!(starts.load(Ordering::SeqCst), 3);
    }
}
