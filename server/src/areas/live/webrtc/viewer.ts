import { randomInt } from 'node:crypto'
import {
  isRtcp,
  LIVE_TICKS,
  type OpusPacket,
  type RtcMedia,
  type RtcOffer,
  type RtcSource,
  readRtcp,
  senderReport,
  writeRtp,
} from '@kinora/media'
import type { RtcFrame } from './output.ts'

/** Sends a stream to one browser. */
export interface RtcSender {
  readonly sources: readonly RtcSource[]
  /** Starts with the frames since the last keyframe. */
  start(frames: readonly RtcFrame[]): void
  video(frame: RtcFrame): void
  audio(packet: OpusPacket): void
  /** Takes an RTCP packet of the browser. */
  receive(packet: Uint8Array): void
  /** Call every 20 ms. */
  tick(): void
  /** Milliseconds since the last packet of the browser, or since the start. */
  silentForMs(): number
}

interface SentPacket {
  readonly marker: boolean
  readonly timestamp: number
  readonly payload: Uint8Array
}

interface Stream {
  readonly media: RtcMedia
  readonly ssrc: number
  readonly rate: number
  /** RTP timestamp of the session's start. */
  readonly base: number
  sequence: number
  /** Ticks of the last frame. */
  lastTime: number
  packets: number
  bytes: number
  /** Recent packets by sequence number, for retransmission. */
  readonly sent: Map<number, SentPacket>
}

const RATES = { video: LIVE_TICKS, audio: 48_000 } as const
const MAX_SENT = 1024
/** Limits a burst to 16 Mbit/s, so that it does not overflow network buffers. */
const PACKETS_PER_TICK = 36
const MAX_QUEUED = 5000
const REPORT_MS = 1000
const KEY_AGAIN_MS = 1000
/** Time between frames of a burst, which browsers show as fast as possible. */
const BURST_STEP = LIVE_TICKS / 1000
const RANGE = 2 ** 32

export function createSender(options: {
  readonly offer: RtcOffer
  /** Start of the session, epoch ms. */
  readonly epochMs: number
  readonly send: (mid: string, packet: Uint8Array) => void
  /** Returns all frames since the last keyframe, for a browser that needs one. */
  readonly frames: () => readonly RtcFrame[]
}): RtcSender {
  const { offer, epochMs, send, frames } = options
  const streamOf = (kind: RtcMedia['kind']): Stream | null => {
    const media = offer.media.find((each) => each.kind === kind)
    if (media === undefined) return null
    return {
      media,
      ssrc: randomInt(1, RANGE - 1),
      rate: RATES[kind],
      base: randomInt(0, RANGE - 1),
      sequence: randomInt(0, 0x10000),
      lastTime: Number.NEGATIVE_INFINITY,
      packets: 0,
      bytes: 0,
      sent: new Map(),
    }
  }
  const video = streamOf('video')
  const audio = streamOf('audio')
  const streams = [video, audio].filter((stream) => stream !== null)
  const queue: SentPacket[] = []
  let isStarted = false
  let reportedMs = Number.NEGATIVE_INFINITY
  let keySentMs = performance.now()
  let heardMs = performance.now()

  function timestampOf({ base, rate }: Stream, time: number): number {
    return (((base + Math.round((time * rate) / LIVE_TICKS)) % RANGE) + RANGE) % RANGE
  }

  function sendPacket(stream: Stream, packet: SentPacket): void {
    stream.sequence = (stream.sequence + 1) & 0xffff
    stream.packets += 1
    stream.bytes += packet.payload.length
    stream.sent.delete(stream.sequence)
    stream.sent.set(stream.sequence, packet)
    const [oldest] = stream.sent.keys()
    if (stream.sent.size > MAX_SENT && oldest !== undefined) stream.sent.delete(oldest)
    write(stream, stream.sequence, packet)
  }

  function write({ media, ssrc }: Stream, sequence: number, packet: SentPacket): void {
    send(media.mid, writeRtp({ payloadType: media.payloadType, sequence, ssrc, ...packet }))
  }

  function queueFrame(stream: Stream, { payloads }: RtcFrame, time: number): void {
    stream.lastTime = Math.max(time, stream.lastTime + 1)
    const timestamp = timestampOf(stream, stream.lastTime)
    for (const [n, payload] of payloads.entries())
      queue.push({ marker: n === payloads.length - 1, timestamp, payload })
  }

  function drain(max: number): void {
    if (video === null) return
    for (const packet of queue.splice(0, max)) sendPacket(video, packet)
  }

  /** Sends earlier frames with times just before the last one, so that the browser catches up at once. */
  function burst(all: readonly RtcFrame[]): void {
    const last = all.at(-1)
    if (video === null || last === undefined) return
    keySentMs = performance.now()
    queue.length = 0
    for (const [n, frame] of all.entries())
      queueFrame(video, frame, last.time - (all.length - 1 - n) * BURST_STEP)
    drain(PACKETS_PER_TICK)
  }

  function report(nowMs: number): void {
    if (nowMs - reportedMs < REPORT_MS) return
    reportedMs = nowMs
    for (const stream of streams) {
      if (stream.packets === 0) continue
      const ntpMs = epochMs + (stream.lastTime * 1000) / LIVE_TICKS
      const timestamp = timestampOf(stream, stream.lastTime)
      const { ssrc, packets, bytes } = stream
      send(stream.media.mid, senderReport({ ssrc, ntpMs, timestamp, packets, bytes }))
    }
  }

  return {
    sources: streams.map(({ media: { mid }, ssrc }) => ({ mid, ssrc })),
    start(all) {
      isStarted = true
      burst(all)
    },
    video(frame) {
      if (!isStarted || video === null) return
      const isFirst = video.packets === 0 && queue.length === 0
      if (isFirst && !frame.isKey) return
      const wasEmpty = queue.length === 0
      queueFrame(video, frame, frame.time)
      // The browser is too slow. It restarts at a keyframe.
      if (queue.length > MAX_QUEUED) burst(frames())
      else if (wasEmpty) drain(queue.length)
    },
    audio({ time, data }) {
      if (!isStarted || audio === null || time <= audio.lastTime) return
      audio.lastTime = time
      sendPacket(audio, { marker: audio.packets === 0, timestamp: timestampOf(audio, time), payload: data })
    },
    receive(bytes) {
      heardMs = performance.now()
      if (!isRtcp(bytes)) return
      for (const message of readRtcp(bytes)) {
        const stream = streams.find(({ ssrc }) => ssrc === message.ssrc)
        if (stream === undefined) continue
        if (message.type === 'lost')
          for (const sequence of message.sequences) {
            const packet = stream.sent.get(sequence)
            if (packet !== undefined) write(stream, sequence, packet)
          }
        const isDue = heardMs - keySentMs > KEY_AGAIN_MS
        if (message.type === 'key-wanted' && isStarted && isDue) burst(frames())
      }
    },
    tick() {
      drain(PACKETS_PER_TICK)
      report(performance.now())
    },
    silentForMs: () => performance.now() - heardMs,
  }
}
