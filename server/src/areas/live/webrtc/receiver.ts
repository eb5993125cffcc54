import {
  bitrateReport,
  createH264Reader,
  createReorder,
  createSourceClock,
  isRtcp,
  keyRequest,
  LIVE_TICKS,
  lossReport,
  type RtcMedia,
  type RtpPacket,
  readH264,
  readRtcp,
  readRtp,
  receiverReport,
  shortNtp,
  watchForPicture,
} from '@kinora/media'
import { RTC_LIMITS } from './limits.ts'
import type { Transcoder } from './transcoder.ts'

/** Joins the packets of a publisher into frames, and reports lost packets to it. */
export interface RtcReceiver {
  receive(packet: Uint8Array): void
  /** Call every 20 ms. */
  tick(): void
  wantKey(): void
  /** Milliseconds since the last media packet, or since the start. */
  silentForMs(): number
}

interface Source {
  readonly media: RtcMedia
  readonly ssrc: number
  readonly reorder: ReturnType<typeof createReorder>
  /** Time of the last sender report. */
  lastReport: { readonly ntp: number; readonly atMs: number } | null
  reported: { readonly expected: number; readonly received: number }
}

const REPORT_MS = 500

/** @param send sends an RTCP packet on the track
 * @param noPicture called with the reason if the video cannot be shown */
export function createReceiver(
  media: readonly RtcMedia[],
  transcoder: Pick<Transcoder, 'config' | 'frame'>,
  send: (mid: string, packet: Uint8Array) => void,
  noPicture: (reason: string) => void,
): RtcReceiver {
  const clock = createSourceClock()
  const h264 = createH264Reader()
  const watch = watchForPicture(noPicture)
  const sources = new Map<'video' | 'audio', Source>()
  const startedMs = performance.now()
  let lastMediaMs = startedMs
  let lastFrameMs = startedMs
  let keyAskedMs = Number.NEGATIVE_INFINITY
  let isKeyWanted = true
  let skipsToKey = true
  let reportedMs = startedMs

  function sourceOf(packet: RtpPacket): Source | null {
    const found = media.find(({ payloadType }) => payloadType === packet.payloadType)
    if (found === undefined) return null
    const known = sources.get(found.kind)
    if (known?.ssrc === packet.ssrc) return known
    const made: Source = {
      media: found,
      ssrc: packet.ssrc,
      reorder: createReorder(),
      lastReport: null,
      reported: { expected: 0, received: 0 },
    }
    sources.set(found.kind, made)
    return made
  }

  function takeAll(source: Source, nowMs: number): void {
    for (const { packet, isAfterLoss } of source.reorder.take(nowMs)) {
      if (source.media.kind === 'audio') {
        const timeS = clock.timeOf('audio', packet.timestamp, nowMs / 1000)
        transcoder.frame('audio', timeS, true, packet.payload.slice())
      } else takeVideo(packet, isAfterLoss, nowMs)
    }
  }

  function takeVideo(packet: RtpPacket, isAfterLoss: boolean, nowMs: number): void {
    const frame = h264.push(packet, isAfterLoss)
    if (frame === null) return
    if (frame === 'broken') {
      skipsToKey = true
      isKeyWanted = true
      return
    }
    const { config, isKey, data } = readH264(frame.units)
    if (config !== null) {
      watch.config()
      transcoder.config({ kind: 'video', codec: 'h264', config })
    }
    watch.frame((nowMs / 1000) * LIVE_TICKS, isKey)
    if (data.length === 0 || (skipsToKey && !isKey)) return
    skipsToKey = false
    if (isKey) isKeyWanted = false
    lastFrameMs = nowMs
    transcoder.frame('video', clock.timeOf('video', frame.timestamp, nowMs / 1000), isKey, data)
  }

  function askForKey(nowMs: number): void {
    const video = sources.get('video')
    if (video === undefined) return
    const sinceMs = nowMs - keyAskedMs
    const isStill = nowMs - lastFrameMs > RTC_LIMITS.stillMs && sinceMs > RTC_LIMITS.stillMs
    const isDue = sinceMs > RTC_LIMITS.keyEveryMs || (isKeyWanted && sinceMs > RTC_LIMITS.stillMs)
    if (!isStill && !isDue) return
    keyAskedMs = nowMs
    send(video.media.mid, keyRequest(video.ssrc))
  }

  function report(nowMs: number): void {
    if (nowMs - reportedMs < REPORT_MS) return
    reportedMs = nowMs
    for (const source of sources.values()) {
      const { ssrc, reorder, lastReport, reported, media: own } = source
      const { highest, expected, received } = reorder.counts()
      const newlyExpected = Math.max(1, expected - reported.expected)
      const newlyLost = Math.max(0, newlyExpected - (received - reported.received))
      source.reported = { expected, received }
      send(
        own.mid,
        receiverReport({
          ssrc,
          highest,
          lost: expected - received,
          fractionLost: Math.min(255, Math.floor((newlyLost * 256) / newlyExpected)),
          lastReport: lastReport?.ntp ?? 0,
          sinceLastReportS: lastReport === null ? 0 : (nowMs - lastReport.atMs) / 1000,
        }),
      )
      if (own.kind === 'video') send(own.mid, bitrateReport(ssrc, RTC_LIMITS.publishBitsPerS))
    }
  }

  return {
    receive(bytes) {
      const nowMs = performance.now()
      if (isRtcp(bytes)) {
        for (const message of readRtcp(bytes)) {
          if (message.type !== 'sender-report') continue
          const source = [...sources.values()].find(({ ssrc }) => ssrc === message.ssrc)
          if (source === undefined) continue
          source.lastReport = { ntp: shortNtp(message.ntpMs), atMs: nowMs }
          clock.report(source.media.kind, message.timestamp, message.ntpMs / 1000)
        }
        return
      }
      const packet = readRtp(bytes)
      const source = packet && sourceOf(packet)
      if (!packet || !source) return
      lastMediaMs = nowMs
      source.reorder.push(packet, nowMs)
      takeAll(source, nowMs)
    },
    tick() {
      const nowMs = performance.now()
      for (const source of sources.values()) {
        takeAll(source, nowMs)
        const missing = source.reorder.missing(nowMs)
        if (missing.length > 0) send(source.media.mid, lossReport(source.ssrc, missing))
      }
      askForKey(nowMs)
      report(nowMs)
    },
    wantKey() {
      isKeyWanted = true
    },
    silentForMs: () => performance.now() - lastMediaMs,
  }
}
