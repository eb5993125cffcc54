import { LIVE_TICKS, type LivePacket, type LiveSink, type LiveVideoTrack } from '@kinora/media'
import type { RtcOutput } from './output.ts'
import type { Transcoder } from './transcoder.ts'

/** Distance in ticks from the clock of the session at which the times of a publisher are anchored again. */
const JUMP_TICKS = LIVE_TICKS / 2

interface SentOptions {
  readonly realtime: Pick<RtcOutput, 'track' | 'packet'>
  /** Current time of the session, in ticks. */
  readonly now: () => number
  /** Whether viewers see this publisher. */
  readonly isOnAir: () => boolean
}

/** Passes the media of a WebRTC publisher on to WebRTC viewers as it was sent: the encoder would delay it by half a second.
 * Video with B-frames is left out, because browsers cannot show it. */
export function sentMedia({ realtime, now, isOnAir }: SentOptions): NonNullable<LiveSink['sent']> {
  /** Session time minus time of the publisher. Null while viewers see something else. */
  let ahead: number | null = null
  let lastVideo = Number.NEGATIVE_INFINITY
  let hasReordered = false

  function timeOf({ dts }: LivePacket): number {
    const time = now()
    if (ahead === null || Math.abs(dts + ahead - time) > JUMP_TICKS) ahead = time - dts
    return Math.round(dts + ahead)
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

/** Passes frames to the transcoder of a publisher, and also on as they were sent. */
export function alsoAsSent(
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
