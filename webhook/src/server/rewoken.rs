//! A connection that wakes itself while it is polled.

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, Wake, Waker},
};

/// How often in a row: a future that wakes itself because it has done enough for once must come to its end.
const MOST: usize = 4;

/// Polls a future again that woke itself, as hyper's connections do for each body. Tokio would put the task at the end of its
/// queue and wake another thread to look for work.
pub(super) struct Rewoken<F> {
    future: Pin<Box<F>>,
    state: Arc<State>,
    waker: Waker,
}

#[derive(Default)]
struct State {
    is_polled: AtomicBool,
    is_woken: AtomicBool,
    /// Of the task.
    outer: Mutex<Option<Waker>>,
}

impl State {
    fn wake_task(&self) {
        let outer = self.outer.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(waker) = &*outer {
            waker.wake_by_ref();
        }
    }

    fn learn(&self, waker: &Waker) {
        let mut outer = self.outer.lock().unwrap_or_else(PoisonError::into_inner);
        match &*outer {
            Some(known) if known.will_wake(waker) => {}
            _ => *outer = Some(waker.clone()),
        }
    }
}

impl Wake for State {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.is_woken.store(true, Ordering::SeqCst);
        // Else who polls it sees that.
        if !self.is_polled.load(Ordering::SeqCst) {
            self.wake_task();
        }
    }
}

impl<F: Future> Rewoken<F> {
    pub(super) fn new(future: F) -> Self {
        let state = Arc::new(State::default());
        Self {
            future: Box::pin(future),
            waker: Waker::from(Arc::clone(&state)),
            state,
        }
    }

    /// The future itself.
    pub(super) fn inner(&mut self) -> Pin<&mut F> {
        self.future.as_mut()
    }
}

impl<F: Future> Future for Rewoken<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let this = &mut *self;
        this.state.learn(cx.waker());
        for _ in 0..MOST {
            this.state.is_polled.store(true, Ordering::SeqCst);
            this.state.is_woken.store(false, Ordering::SeqCst);
            let mut inner = Context::from_waker(&this.waker);
            let polled = this.future.as_mut().poll(&mut inner);
            this.state.is_polled.store(false, Ordering::SeqCst);
            if polled.is_ready() || !this.state.is_woken.load(Ordering::SeqCst) {
                return polled;
            }
        }
        this.state.wake_task();
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use std::{future::poll_fn, sync::atomic::AtomicUsize};

    use super::*;

    struct Count(AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    /// Polls once; how often the future was polled and its task woken.
    fn polled_once(times: usize) -> (usize, usize, Option<Waker>) {
        let mut polls = 0;
        let mut kept = None;
        let future = poll_fn(|cx| {
            polls += 1;
            kept = Some(cx.waker().clone());
            if polls <= times {
                cx.waker().wake_by_ref();
            }
            Poll::<()>::Pending
        });
        let task = Arc::new(Count(AtomicUsize::new(0)));
        let mut rewoken = Rewoken::new(future);
        let waker = Waker::from(Arc::clone(&task));
        assert!(
            Pin::new(&mut rewoken)
                .poll(&mut Context::from_waker(&waker))
                .is_pending()
        );
        drop(rewoken);
        let woken = task.0.load(Ordering::SeqCst);
        // The task hears of what happens when nobody polls.
        if let Some(waker) = &kept {
            waker.wake_by_ref();
        }
        assert_eq!(task.0.load(Ordering::SeqCst), woken + 1);
        (polls, woken, kept)
    }

    #[test]
    fn what_wakes_itself_is_polled_again_and_its_task_sleeps() {
        let (polls, woken, _) = polled_once(0);
        assert_eq!((polls, woken), (1, 0));
        let (polls, woken, _) = polled_once(2);
        assert_eq!((polls, woken), (3, 0));
    }

    #[test]
    fn what_always_wakes_itself_lets_others_run() {
        let (polls, woken, _) = polled_once(usize::MAX);
        assert_eq!((polls, woken), (MOST, 1));
    }
}
