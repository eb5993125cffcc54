import { LIVE_TICKS, type LiveSink, type LiveVideoTrack } from '@kinora/media'

/** Time of the last sent frame, by rendition. */
export type SentTimes = Map<string, number>

/** Name of the top rendition. */
export const SOURCE = 'source'
/** Tolerance for times of encoded frames, which FLV rounds to milliseconds. */
export const TOLERANCE = LIVE_TICKS / 500

/** Part of the timeline that a run fills, in ticks. */
export interface RunSpan {
  readonly from: number
  /** Start of the next run. Reordered frames of this one may be shown after it. */
  until: number
}

/** Joins the output of an ffmpeg run to that of earlier ones: it continues at a keyframe after the last sent frame.
 * @param onSent called before each sent frame */
export function joinRun(
  sink: Pick<LiveSink, 'track' | 'packet'>,
  sent: SentTimes,
  name: string,
  span: RunSpan,
  onSent: () => void,
): Pick<LiveSink, 'track' | 'packet'> {
  let config: LiveVideoTrack | null = null
  let isOpen = false
  return {
    track(made) {
      if (made.kind !== 'video') return
      if (isOpen) sink.track(made)
      else config = made
    },
    packet(packet) {
      const isNew = packet.dts > (sent.get(name) ?? Number.NEGATIVE_INFINITY)
      if (!isNew || (!isOpen && !(packet.isKey && packet.dts >= span.from - TOLERANCE))) return
      if (packet.dts >= span.until - TOLERANCE) return
      if (config !== null) sink.track(config)
      config = null
      isOpen = true
      onSent()
      sent.set(name, packet.dts)
      sink.packet(packet)
    },
  }
}
