import type { LivePacket } from './source.ts'

/** The frames of a source since its last keyframe. Empty above the limit, until the next keyframe. */
export interface RecentFrames {
  add(packet: LivePacket): void
  /** Begins with this frame, even if it is not a keyframe. */
  begin(packet: LivePacket): void
  clear(): void
  readonly frames: () => readonly LivePacket[]
}

export function createRecentFrames(maxBytes: number): RecentFrames {
  let frames: LivePacket[] = []
  let bytes = 0
  return {
    begin(packet) {
      frames = [packet]
      bytes = packet.data.length
    },
    add(packet) {
      if (packet.isKey) {
        frames = []
        bytes = 0
      } else if (frames.length === 0) return
      frames.push(packet)
      bytes += packet.data.length
      if (bytes > maxBytes) frames = []
    },
    clear() {
      frames = []
    },
    frames: () => frames,
  }
}
