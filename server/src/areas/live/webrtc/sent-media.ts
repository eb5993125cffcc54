import { LIVE_TICKS, type LivePacket, type LiveSink, type LiveVideoTrack, opusDurationS } from '@kinora/media'
import type { RtcOutput } from './output.ts'
import type { Transcoder } from './transcoder.ts'

/** Distance in ticks from the clock of the session at which the times of a publisher are anchored again. */
const JUMP_TICKS = LIVE_TICKS / 2
/** Difference in ticks up to which audio continues without a gap. Reports of the publisher move its clock a little, and a
 * browser that finds a gap or an overlap, even of a sample, waits longer and longer for the next packet. */
const GAP_TICKS = LIVE_TICKS / 25

/** Passes the media of a WebRTC publisher on to WebRTC viewers as it was sent: the encoder would delay it by half a second.
 * Video with B-frames is left out, because browsers cannot show it.
 * @param now the current time of the session, in ticks
 * @param isOnAir whether viewers see this publisher */
export function sentMedia(
  realtime: Pick<RtcOutput, 'track' | 'packet'>,
  now: () => number,
  isOnAir: () => boolean,
): NonNullable<LiveSink['sent']> {
  /** Session time minus time of the publisher. Null while viewers see something else. */
  let ahead: number | null = null
  let lastVideo = Number.NEGATIVE_INFINITY
  /** When the audio so far ends, in session time. */
  let audioEnd = Number.NEGATIVE_INFINITY
  let hasReordered = false

  function timeOf({ kind, dts, data }: LivePacket): number {
    const current = now()
    if (ahead === null || Math.abs(dts + ahead - current) > JUMP_TICKS) ahead = current - dts
    const time = Math.round(dts + ahead)
    if (kind === 'video') return time
    const continued = Math.abs(time - audioEnd) < GAP_TICKS ? audioEnd : time
    audioEnd = continued + Math.round(opusDurationS(data) * LIVE_TICKS)
    return continued
  }

  return {
    track: (track) => realtime.track('sent', track),
    packet(packet) {
      if (packet.kind === 'video') {
        hasReordered ||= packet.dts < lastVideo
        lastVideo = packet.dts
      }
      if (hasReordered || !isOnAir()) {
        ahead = null
        return
      }
      realtime.packet('sent', { ...packet, dts: timeOf(packet) })
    },
  }
}

/** Passes the frames of a publisher to its transcoder and, unchanged, to WebRTC viewers. */
export function splitFrames(
  transcoder: Transcoder,
  sent: NonNullable<LiveSink['sent']>,
): Pick<Transcoder, 'config' | 'frame'> {
  return {
    config(track: LiveVideoTrack) {
      transcoder.config(track)
      sent.track(track)
    },
    frame(kind, timeS, isKey, data) {
      transcoder.frame(kind, timeS, isKey, data)
      sent.packet({ kind, dts: Math.round(timeS * LIVE_TICKS), cts: 0, isKey, data })
    },
  }
}
