//! One connection: handshake, protocol, deadlines.

use std::{future::Future, io, pin::Pin, sync::Arc};

use hyper::{
    server::conn::{http1, http2},
    service::service_fn,
};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use rustls::{ServerConfig, server::Acceptor};
use tokio::{
    io::AsyncWriteExt as _,
    net::TcpStream,
    sync::watch,
    time::{MissedTickBehavior, interval, sleep, timeout},
};
use tokio_rustls::{LazyConfigAcceptor, server::TlsStream};

use super::{
    ahead::Ahead,
    connections::{Leave, Place, Wait},
    lingering::Lingering,
    metrics::Broken,
    phase::Phase,
    rewoken::Rewoken,
    service::{self, Shared},
    watched::{Activity, Overdue, Watched},
};

const PLAIN_TEXT: &str = "this port speaks HTTPS: write https:// instead of http://\n";

/// What a stream of HTTP/2 may send before it is read: little, because memory is held for bodies that are read.
const STREAM_WINDOW: u32 = 256 << 10;
const CONNECTION_WINDOW: u32 = 512 << 10;

/// How HTTP/2 finds out that a client is gone.
const PING_EVERY: std::time::Duration = std::time::Duration::from_secs(30);
const PING_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(15);

/// How long the handshake of a connection that came before the end may take.
const LAST_HANDSHAKE: std::time::Duration = std::time::Duration::from_secs(2);

/// Serves a connection until it ends.
pub(super) async fn serve(
    shared: Arc<Shared>,
    stream: TcpStream,
    tls: Arc<ServerConfig>,
    phase: watch::Receiver<Phase>,
    mut place: Place,
) {
    shared.metrics.connections.inc();
    let mut killed = phase.clone();
    let ended = tokio::select! {
        ended = handshake_and_serve(&shared, stream, tls, phase, &mut place) => ended,
        _ = killed.wait_for(|phase| *phase == Phase::Over) => Err(Broken::Killed),
    };
    if let Err(reason) = ended {
        shared.metrics.broken(reason);
        tracing::debug!(reason = reason.label(), "connection broken");
    }
    shared.metrics.connections.dec();
    drop(place);
}

async fn handshake_and_serve(
    shared: &Arc<Shared>,
    stream: TcpStream,
    tls: Arc<ServerConfig>,
    phase: watch::Receiver<Phase>,
    place: &mut Place,
) -> Result<(), Broken> {
    let mut closing = phase.clone();
    let stream = tokio::select! {
        biased;
        stream = timeout(shared.deadlines.handshake, handshake(stream, tls, place)) => {
            stream.unwrap_or(Err(Broken::HandshakeTimeout))?
        }
        () = closed(&mut closing) => return Err(Broken::Killed),
    };
    let Some(stream) = stream.map(Box::new) else {
        return Ok(());
    };
    let is_http2 = stream.get_ref().1.alpn_protocol() == Some(b"h2");
    let activity = Activity::new(is_http2, Arc::clone(&place.standing));
    let io = TokioIo::new(Watched::new(stream, Arc::clone(&activity)));
    let service = {
        let (shared, activity) = (Arc::clone(shared), Arc::clone(&activity));
        service_fn(move |request| {
            service::answer(Arc::clone(&shared), Arc::clone(&activity), request)
        })
    };
    let limits = &shared.limits;
    if is_http2 {
        let mut builder = http2::Builder::new(TokioExecutor::new());
        builder
            .timer(TokioTimer::new())
            .max_concurrent_streams(limits.streams)
            .max_header_list_size(u32::try_from(limits.header_bytes).unwrap_or(u32::MAX))
            .initial_stream_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .keep_alive_interval(PING_EVERY)
            .keep_alive_timeout(PING_TIMEOUT);
        let connection = builder.serve_connection(io, service);
        drive(
            connection,
            http2::Connection::graceful_shutdown,
            shared,
            &activity,
            phase,
            place,
        )
        .await
    } else {
        let mut builder = http1::Builder::new();
        builder
            .timer(TokioTimer::new())
            // The watch over the stream does that: this deadline would end connections that are kept alive too.
            .header_read_timeout(None)
            .max_headers(limits.headers)
            .max_header_size(limits.header_bytes)
            .half_close(false);
        let connection = builder.serve_connection(io, service);
        drive(
            connection,
            http1::Connection::graceful_shutdown,
            shared,
            &activity,
            phase,
            place,
        )
        .await
    }
}

/// When a handshake is too late for a server that is closing.
async fn closed(phase: &mut watch::Receiver<Phase>) {
    let _ = phase.wait_for(|phase| *phase >= Phase::Closing).await;
    sleep(LAST_HANDSHAKE).await;
}

/// The stream of TLS; nothing if it is to make room.
async fn handshake(
    stream: TcpStream,
    tls: Arc<ServerConfig>,
    place: &mut Place,
) -> Result<Option<TlsStream<Ahead<Lingering>>>, Broken> {
    let broken = |error: io::Error| {
        tracing::debug!(%error, "no TLS handshake");
        Broken::Handshake
    };
    let Some((stream, first)) = begun(stream, place).await.map_err(broken)? else {
        return Ok(None);
    };
    // Without it an answer in two segments waits 40 ms for the acknowledgement of the first.
    stream.set_nodelay(true).map_err(|_| Broken::Accept)?;
    if first.is_some_and(|byte| byte.is_ascii_alphabetic()) {
        let _ = unless_left(refuse_plain_http(stream), place).await;
        return Err(Broken::PlainHttp);
    }
    secured(stream, tls, place).await.map_err(broken)
}

/// The stream and the first byte on it, none at its end; nothing at all if it is to make room.
async fn begun(
    stream: TcpStream,
    place: &mut Place,
) -> io::Result<Option<(TcpStream, Option<u8>)>> {
    let mut first = [0];
    let peeked = unless_left(stream.peek(&mut first), place)
        .await
        .transpose()?;
    if let Some(count) = peeked {
        return Ok(Some((stream, first[..count].first().copied())));
    }
    // Bytes may lie in the system, of which nobody has told the runtime yet.
    let stream = stream.into_std()?;
    if matches!(stream.peek(&mut first), Ok(1)) && place.stay(Wait::Hello) {
        return Ok(Some((TcpStream::from_std(stream)?, Some(first[0]))));
    }
    Ok(None)
}

async fn secured(
    stream: TcpStream,
    tls: Arc<ServerConfig>,
    place: &mut Place,
) -> io::Result<Option<TlsStream<Ahead<Lingering>>>> {
    let stream = Ahead::new(Lingering::new(stream));
    let hello = LazyConfigAcceptor::new(Acceptor::default(), stream);
    let Some(hello) = unless_left(hello, place).await.transpose()? else {
        return Ok(None);
    };
    if !place.greeted() {
        return Ok(None);
    }
    let stream = unless_left(hello.into_stream(tls), place).await;
    Ok(stream.transpose()?.filter(|_| place.secured()))
}

/// What comes of it, unless the connection is to make room before.
async fn unless_left<F: Future>(future: F, place: &mut Place) -> Option<F::Output> {
    tokio::select! {
        // What is there is read first.
        biased;
        done = future => Some(done),
        _ = &mut place.leave => None,
    }
}

/// No record of TLS begins with a letter, but every request of HTTP does.
async fn refuse_plain_http(stream: TcpStream) -> io::Result<()> {
    let mut stream = Lingering::new(stream);
    let answer = format!(
        "HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n{PLAIN_TEXT}",
        PLAIN_TEXT.len()
    );
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await
}

/// Runs a connection until it ends, a deadline passes, or the server closes.
async fn drive<C: Future<Output = hyper::Result<()>>>(
    connection: C,
    graceful: fn(Pin<&mut C>),
    shared: &Shared,
    activity: &Activity,
    mut phase: watch::Receiver<Phase>,
    place: &mut Place,
) -> Result<(), Broken> {
    let mut connection = Rewoken::new(connection);
    let mut tick = interval(shared.deadlines.tick());
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut quiet_ticks = 0_u32;
    let (mut is_closing, mut is_ending, mut is_leaving) = (false, false, false);
    loop {
        tokio::select! {
            // A request that is there is read before it is too late for it.
            biased;
            ended = &mut connection => {
                return ended.map_err(|error| {
                    tracing::debug!(%error, "connection ended");
                    Broken::Protocol
                });
            }
            _ = phase.wait_for(|phase| *phase >= Phase::Closing), if !is_closing => {
                is_closing = true;
            }
            leave = &mut place.leave, if !is_leaving => {
                if leave == Ok(Leave::Now) && !activity.has_requests() {
                    return Ok(());
                }
                (is_leaving, is_closing) = (true, true);
            }
            _ = tick.tick() => {
                match activity.overdue(&shared.deadlines, shared.is_crowded()) {
                    Some(Overdue::Broken(reason)) => return Err(reason),
                    Some(Overdue::Idle) if !is_closing => is_closing = true,
                    // A connection that never had a request does not know that it is idle, and a client of HTTP/2 may be deaf.
                    _ if is_closing && activity.is_quiet() => {
                        quiet_ticks += 1;
                        if quiet_ticks > 2 {
                            return Ok(());
                        }
                    }
                    _ => quiet_ticks = 0,
                }
            }
        }
        // If it ended at once, a new connection would end before its first request is read.
        if is_closing && !is_ending && (quiet_ticks > 1 || !activity.is_fresh()) {
            is_ending = true;
            graceful(connection.inner());
        }
    }
}
