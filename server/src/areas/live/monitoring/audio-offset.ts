import { LIVE_TICKS, type LivePacket } from '@kinora/media'

/** Measures how far audio arrives ahead of or behind the video with the same timestamp. It cannot see lips. */
export interface AudioOffset {
  packet(packet: Pick<LivePacket, 'kind' | 'dts'>, arrivedMs: number): void
  /** Milliseconds by which audio is ahead of the video, since the last call; negative if it is behind. Null if either
   * is missing. */
  take(): number | null
}

/** Compares the smallest delays since the last call, because larger delays are network jitter. */
export function measureAudioOffset(): AudioOffset {
  let least: Record<LivePacket['kind'], number | null> = { video: null, audio: null }
  return {
    packet({ kind, dts }, arrivedMs) {
      const lateMs = arrivedMs - (dts / LIVE_TICKS) * 1000
      least[kind] = Math.min(least[kind] ?? lateMs, lateMs)
    },
    take() {
      const { video, audio } = least
      least = { video: null, audio: null }
      return video === null || audio === null ? null : Math.round(video - audio)
    },
  }
}
