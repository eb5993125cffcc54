import { LIVE_TICKS, type LivePacket, type LiveSink, type LiveTrack } from '../source.ts'

/** Holds the first frames of a session until the second keyframe of its video, because the length of segments has to be
 * known before the first one. That keyframe also ends the first segment, so viewers wait no longer. */
export interface FirstInterval extends Pick<LiveSink, 'track' | 'packet'> {
  /** Passes on what is held. */
  release(): void
}

/** Limit of held bytes. */
const MAX_BYTES = 24 * 1024 ** 2

/** @param longestS held at most
 * @param onKnown called before the first frame is passed on, with the interval of the keyframes in seconds; null if there
 * is no video, its frames cannot be passed through, or the interval is longer */
export function holdFirstInterval(
  longestS: number,
  output: Pick<LiveSink, 'track' | 'packet'>,
  onKnown: (intervalS: number | null) => void,
): FirstInterval {
  let held: (LiveTrack | LivePacket)[] | null = []
  let bytes = 0
  let hasVideo = false
  let firstKey: number | null = null

  function end(intervalS: number | null): void {
    const items = held ?? []
    held = null
    onKnown(intervalS)
    for (const item of items) pass(item)
  }

  function pass(item: LiveTrack | LivePacket): void {
    if ('dts' in item) output.packet(item)
    else output.track(item)
  }

  /** The interval in seconds if this frame shows it, null if it will not be known, undefined if it may be later. */
  function intervalAt({ dts, isKey, isOpen, data }: LivePacket): number | null | undefined {
    bytes += data.length
    if (firstKey === null && isKey) firstKey = dts
    if (isOpen === true || bytes > MAX_BYTES || firstKey === null) return null
    const lengthS = (dts - firstKey) / LIVE_TICKS
    if (lengthS > longestS) return null
    return isKey && lengthS > 0 ? lengthS : undefined
  }

  return {
    track(track) {
      if (held === null) output.track(track)
      else held.push(track)
      if (track.kind !== 'video') return
      hasVideo = true
      if (held !== null && track.codec !== 'h264') end(null)
    },
    packet(packet) {
      if (held === null) {
        output.packet(packet)
        return
      }
      held.push(packet)
      if (packet.kind === 'audio' && hasVideo) return
      const known = packet.kind === 'audio' ? null : intervalAt(packet)
      if (known !== undefined) end(known)
    },
    release() {
      if (held !== null) end(null)
    },
  }
}
