import type { LivePacket, LiveSink, LiveVideoTrack } from '@kinora/media'
import { type SentTimes, SOURCE } from './join-runs.ts'

/** Sends the unmodified source as the top rendition. While the top rendition is encoded instead, holds the first frames
 * in case the encoded ones do not arrive in time. */
export interface TopSource {
  track(track: LiveVideoTrack): void
  send(packet: LivePacket): void
  startHolding(): void
  /** Holds a frame, unless the encoded rendition has arrived. False if it is too late. */
  hold(packet: LivePacket): boolean
  /** The encoded rendition has arrived. */
  stopHolding(): void
  /** Sends the unmodified source again: the held frames, or from its next keyframe on. */
  resume(): void
}

/** Limit for the delay of the first encoded frame. */
const MAX_HELD_MS = 3000

/** @param output returns the sink of the top rendition */
export function createTopSource(
  output: () => Pick<LiveSink, 'track' | 'packet'>,
  sent: SentTimes,
  maxHeldBytes: number,
  nowMs: () => number,
): TopSource {
  let track: LiveVideoTrack | null = null
  let isTrackNew = false
  /** False while the source waits for its next keyframe. */
  let isOpen = false
  /** Null while frames are not held. */
  let held: LivePacket[] | null = null
  let heldSinceMs = 0

  function send(packet: LivePacket): void {
    if (!isOpen && !(packet.isKey && packet.dts > (sent.get(SOURCE) ?? Number.NEGATIVE_INFINITY))) return
    const top = output()
    if (track !== null && (isTrackNew || !isOpen)) top.track(track)
    isOpen = true
    isTrackNew = false
    sent.set(SOURCE, packet.dts)
    top.packet(packet)
  }

  return {
    track(changed) {
      track = changed
      isTrackNew = true
    },
    send,
    startHolding() {
      held = []
    },
    hold(packet) {
      if (held === null) return true
      if (held.length === 0) heldSinceMs = nowMs()
      held.push(packet)
      const bytes = held.reduce((sum, { data }) => sum + data.length, 0)
      return nowMs() - heldSinceMs < MAX_HELD_MS && bytes < maxHeldBytes
    },
    stopHolding() {
      held = null
    },
    resume() {
      const missed = held
      held = null
      if (missed === null) isOpen = false
      for (const packet of missed ?? []) send(packet)
    },
  }
}
