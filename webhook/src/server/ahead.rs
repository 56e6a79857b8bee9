//! A stream that is read ahead.

use std::{
    io,
    pin::{Pin, pin},
    task::{Context, Poll, ready},
};

use bytes::{Buf as _, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, ReadBuf};

/// As much as lies ready is taken at once, up to this: two records of TLS.
const MOST: usize = 32 << 10;

/// rustls asks the system for 4 kB at a time, which for a body of 10 kB is three calls, and four thousand for one of 16 MB.
#[derive(Debug)]
pub(super) struct Ahead<S> {
    stream: S,
    /// What was read and not asked for yet; nothing is allocated while a connection is idle.
    rest: BytesMut,
}

impl<S> Ahead<S> {
    pub(super) fn new(stream: S) -> Self {
        Self {
            stream,
            rest: BytesMut::new(),
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Ahead<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.rest.is_empty() {
            if buffer.remaining() >= MOST {
                return Pin::new(&mut this.stream).poll_read(cx, buffer);
            }
            let mut read = BytesMut::with_capacity(MOST);
            ready!(pin!(this.stream.read_buf(&mut read)).poll(cx))?;
            this.rest = read;
        }
        let length = this.rest.len().min(buffer.remaining());
        buffer.put_slice(&this.rest[..length]);
        this.rest.advance(length);
        if this.rest.is_empty() {
            this.rest = BytesMut::new();
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Ahead<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives all that there is to who asks, and counts how often that was.
    struct Source {
        bytes: Vec<u8>,
        at: usize,
        asked: usize,
    }

    impl AsyncRead for Source {
        fn poll_read(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            buffer: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            self.asked += 1;
            let end = self.bytes.len().min(self.at + buffer.remaining());
            buffer.put_slice(&self.bytes[self.at..end]);
            self.at = end;
            Poll::Ready(Ok(()))
        }
    }

    /// What is read through pieces of this length, and how often the source is asked for it.
    async fn read_by(piece: usize, length: usize) -> (bool, usize) {
        let bytes: Vec<u8> = (0..=250).cycle().take(length).collect();
        let mut ahead = Ahead::new(Source {
            bytes: bytes.clone(),
            at: 0,
            asked: 0,
        });
        let mut read = Vec::new();
        let mut space = vec![0; piece];
        loop {
            let count = ahead.read(&mut space).await.expect("no error in memory");
            if count == 0 {
                break;
            }
            read.extend_from_slice(&space[..count]);
        }
        (read == bytes, ahead.stream.asked)
    }

    #[tokio::test]
    async fn a_review_is_one_read_whoever_asks_for_little_at_a_time() {
        // The last one finds the end.
        assert_eq!(read_by(4096, 11_000).await, (true, 2));
        assert_eq!(read_by(1, MOST).await, (true, 2));
        assert_eq!(read_by(4096, 3 * MOST + 1).await, (true, 5));
        assert_eq!(read_by(2 * MOST, 3 * MOST).await, (true, 3));
    }
}
