import type { LivePosition } from '../live/position.ts'
import { withToken } from '../stream/stream.ts'
import { type PlaylistFacts, playlistFacts } from './playlist-facts.ts'

/** A live stream that plays by WebRTC (WHEP). */
export interface Realtime {
  position(): LivePosition
  close(): void
}

export interface RealtimeOptions {
  /** URL of the multivariant playlist. */
  readonly src: string
  readonly token: string | null
  /** URL of a media playlist, which says more about the stream. */
  readonly playlist: string | null
  /** Nothing comes any more. */
  readonly onLost: () => void
  /** The viewer wants to go back by so many seconds. */
  readonly onBack: (seconds: number) => void
}

/** From the first request to the first picture. */
const LIMIT_MS = 3000
const CHECK_MS = 500
/** Without a packet for so long, the connection is lost. */
const LOST_MS = 1500
const FACTS_MS = 2000
/** The bit rate is measured over so many checks: those between two reports of a view. */
const RATE_CHECKS = 20
/** Latency that the server adds: a frame and the network. */
const BASE_LATENCY_S = 0.05

/** Plays the stream in the element. Null if that does not work within 3 seconds; the element is then as before. */
export async function openRealtime(
  video: HTMLVideoElement,
  options: RealtimeOptions,
): Promise<Realtime | null> {
  const { src, token, playlist, onLost, onBack } = options
  const connection = new RTCPeerConnection()
  const media = new MediaStream()
  const limit = AbortSignal.timeout(LIMIT_MS)
  const wantsPlay = !video.paused || video.autoplay
  let session: string | null = null
  let isClosed = false
  let facts: PlaylistFacts = { windowS: 0, isSlate: false }
  let latencyS = BASE_LATENCY_S
  const timers: ReturnType<typeof setInterval>[] = []
  const controller = video.closest('media-controller')

  for (const kind of ['video', 'audio']) connection.addTransceiver(kind, { direction: 'recvonly' })
  connection.addEventListener('track', ({ track }) => media.addTrack(track))

  function close(): void {
    if (isClosed) return
    isClosed = true
    for (const timer of timers) clearInterval(timer)
    controller?.removeEventListener('mediaseekrequest', seek, true)
    controller?.classList.remove('realtime')
    connection.close()
    video.srcObject = null
    if (session !== null) void fetch(session, { method: 'DELETE', keepalive: true }).catch(() => undefined)
  }

  function seek(event: Event): void {
    if (!(event instanceof CustomEvent) || typeof event.detail !== 'number') return
    event.stopImmediatePropagation()
    const seconds = video.currentTime - event.detail
    if (seconds > 0 && facts.windowS > seconds) onBack(seconds)
  }

  let lastPackets = 0
  let lastMs = performance.now()
  const received = [{ ms: lastMs, bytes: 0 }]
  async function check(): Promise<void> {
    const { packets, bytes, delayS } = summaryOf(await connection.getStats())
    if (isClosed) return
    if (delayS !== null) latencyS = BASE_LATENCY_S + delayS
    const now = performance.now()
    if (packets !== lastPackets) lastMs = now
    lastPackets = packets
    received.push({ ms: now, bytes })
    if (received.length > RATE_CHECKS) received.shift()
    const [first = { ms: now, bytes }] = received
    // For the figures of the view.
    if (bytes > first.bytes)
      video.dataset.bitrate = String(Math.round((8000 * (bytes - first.bytes)) / (now - first.ms)))
    if (now - lastMs > LOST_MS || connection.connectionState === 'failed') onLost()
  }

  async function readFacts(): Promise<void> {
    if (playlist === null) return
    try {
      const response = await fetch(withToken(playlist, token))
      if (response.ok) facts = playlistFacts(await response.text())
    } catch {
      // The next request may succeed; the pictures do not depend on it.
    }
  }

  try {
    await connection.setLocalDescription()
    const response = await fetch(withToken(whepOf(src), token), {
      method: 'POST',
      headers: { 'content-type': 'application/sdp' },
      body: connection.localDescription?.sdp ?? '',
      signal: limit,
    })
    session = response.headers.get('location')
    if (response.status !== 201) throw new Error('realtime is not offered')
    await connection.setRemoteDescription({ type: 'answer', sdp: await response.text() })
    const loaded = whenLoaded(video, limit)
    video.srcObject = media
    if (wantsPlay) video.play().catch(() => undefined)
    await loaded
  } catch {
    close()
    return null
  }
  controller?.addEventListener('mediaseekrequest', seek, true)
  controller?.classList.add('realtime')
  timers.push(
    setInterval(() => void check(), CHECK_MS),
    setInterval(() => void readFacts(), FACTS_MS),
  )
  void readFacts()
  return {
    position: () => ({ latencyS, isAtEdge: true, ...facts }),
    close,
  }
}

/** `/play/{id}.m3u8` becomes `/whep/{id}`. */
export function whepOf(src: string): string {
  const url = new URL(src, location.href)
  url.pathname = url.pathname.replace(/\/play\/([^/]+)\.m3u8$/, '/whep/$1')
  return url.href
}

function whenLoaded(video: HTMLVideoElement, limit: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener('loadeddata', () => resolve(), { once: true, signal: limit })
    limit.addEventListener('abort', () => reject(new Error('there is no picture')), { once: true })
  })
}

/** Packets and bytes so far, and how long a frame waits until it is shown. */
function summaryOf(report: RTCStatsReport): { packets: number; bytes: number; delayS: number | null } {
  let packets = 0
  let bytes = 0
  let delayS: number | null = null
  let tripS = 0
  for (const stats of report.values()) {
    if (stats.type === 'inbound-rtp') {
      packets += stats.packetsReceived ?? 0
      bytes += stats.bytesReceived ?? 0
      const count = stats.jitterBufferEmittedCount ?? 0
      if (stats.kind === 'video' && count > 0) delayS = stats.jitterBufferDelay / count
    }
    if (stats.type === 'candidate-pair' && stats.nominated) tripS = (stats.currentRoundTripTime ?? 0) / 2
  }
  return { packets, bytes, delayS: delayS === null ? null : delayS + tripS }
}
