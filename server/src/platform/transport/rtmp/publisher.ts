import type { FlvBody } from '@kinora/media'
import type { Logger } from '../../log.ts'
import { writeChunks } from './chunk-writer.ts'
import { connectToServer, hasBadCertificate, type RtmpServerAddress } from './client-socket.ts'
import { type RtmpEnd, RtmpFailure } from './failure.ts'
import { RtmpFault } from './fault.ts'
import { createFrameSender } from './frame-sender.ts'
import { MESSAGE, OUTPUT_CHUNK_BYTES } from './messages.ts'
import { createPublishSession, type PublishTarget } from './publish-session.ts'
import { quoteWithoutKey } from './quoted-words.ts'

export interface PublishTo extends PublishTarget {
  readonly server: RtmpServerAddress
}

/** A stream that a server takes. */
export interface RtmpLink {
  /** Sends a frame, or leaves it out while the server is too slow. Begins with the first keyframe. */
  send(body: FlvBody): void
  /** Another stream of the source begins. */
  reset(): void
  figures(): RtmpLinkFigures
  /** Ends it without a call of `onEnd`. */
  close(): void
}

export interface RtmpLinkFigures {
  /** Null before the server has answered a ping. */
  readonly rttMs: number | null
  /** Bytes that wait for the server. */
  readonly queueBytes: number
  /** Frames that were left out. */
  readonly dropped: number
  /** How often the server acknowledged media. */
  readonly acknowledged: number
  /** Bytes of media. */
  readonly sentBytes: number
}

export interface PublishOptions {
  readonly signal: AbortSignal
  readonly onEnd: (failure: RtmpFailure) => void
  readonly log: Logger
  /** Within how many milliseconds the server has to accept the stream. */
  readonly acceptMs?: number
}

const ACCEPT_MS = 10_000
const PING_MS = 2000
/** A server that acknowledges nothing for so long is disconnected. */
const SILENT_MS = 30_000
const CLOSE_MS = 500
/** More than frames may leave waiting: a server that asks without end and reads nothing is disconnected. */
const MOST_WAITING_BYTES = 16 * 1024 ** 2
const CHUNK_STREAMS = { audio: 4, video: 6, script: 5 } as const

/** Connects to an RTMP server and publishes. @throws RtmpFailure */
export function publishRtmp(
  target: PublishTo,
  { signal, onEnd, log, acceptMs = ACCEPT_MS }: PublishOptions,
): Promise<RtmpLink> {
  const { promise, resolve, reject } = Promise.withResolvers<RtmpLink>()
  const socket = connectToServer(target.server)
  socket.setNoDelay(true)
  const startedMs = performance.now()
  let isAccepted = false
  let hasEnded = false
  let acknowledgedMs = startedMs
  let rttMs: number | null = null
  let acknowledged = 0
  let sentBytes = 0
  let acknowledgedBytes = 0
  const write = (bytes: Buffer) => {
    if (hasEnded || !socket.writable) return
    socket.write(bytes)
    if (socket.writableLength > MOST_WAITING_BYTES) end('failed')
  }

  function end(reason: RtmpEnd, words: string | null = null): void {
    if (hasEnded) return
    hasEnded = true
    clearInterval(timer)
    signal.removeEventListener('abort', leave)
    socket.destroy()
    const failure = new RtmpFailure(reason, quoteWithoutKey(words ?? '', target.name))
    if (isAccepted) onEnd(failure)
    else reject(failure)
  }

  const leave = () => (isAccepted ? close() : end('left'))
  const session = createPublishSession(target, {
    write,
    accepted() {
      if (isAccepted) return
      isAccepted = true
      acknowledgedMs = performance.now()
      resolve({ send: sender.send, reset: sender.reset, figures, close })
    },
    acknowledged(ms) {
      acknowledgedMs = performance.now()
      if (ms !== null) rttMs = ms
      // An answer says nothing of media that was not sent.
      if (sentBytes > acknowledgedBytes) acknowledged += 1
      acknowledgedBytes = sentBytes
    },
    refused: (words) => end(words === '' ? 'left' : 'refused', words),
  })
  const sender = createFrameSender({
    queueBytes: () => socket.writableLength,
    reads: session.reads,
    end,
    write(kind, timestampMs, parts) {
      const header = {
        chunkStream: CHUNK_STREAMS[kind],
        type: kind === 'script' ? MESSAGE.dataAmf0 : MESSAGE[kind],
        streamId: session.streamId(),
        timestampMs,
      }
      const bytes = writeChunks(header, parts, OUTPUT_CHUNK_BYTES)
      sentBytes += bytes.length
      write(bytes)
    },
  })

  function figures(): RtmpLinkFigures {
    return { rttMs, queueBytes: socket.writableLength, dropped: sender.dropped(), acknowledged, sentBytes }
  }

  function close(): void {
    if (hasEnded) return
    session.leave()
    hasEnded = true
    clearInterval(timer)
    signal.removeEventListener('abort', leave)
    socket.end()
    setTimeout(() => socket.destroy(), CLOSE_MS).unref()
  }

  const timer = setInterval(() => {
    const now = performance.now()
    if (!isAccepted) {
      if (now - startedMs > acceptMs) end('no-answer')
      return
    }
    session.ping()
    if (now - acknowledgedMs > SILENT_MS) end('silent')
  }, PING_MS)
  socket.on('data', (bytes: Buffer) => {
    if (hasEnded) return
    try {
      session.receive(bytes)
    } catch (err) {
      // Whatever a server sends must not end the streams of others.
      if (!(err instanceof RtmpFault)) log.error({ err }, 'an answer of an RTMP server cannot be read')
      end('failed')
    }
  })
  socket.on('error', () => end(hasBadCertificate(socket) ? 'certificate' : isAccepted ? 'left' : 'no-answer'))
  socket.on('close', () => end('left'))
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  return promise
}
