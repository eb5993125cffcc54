import { LIVE_TICKS, type LivePacket } from '@kinora/media'

/** Compares when audio and video of the same time arrive. */
export interface AudioOffset {
  packet(packet: Pick<LivePacket, 'kind' | 'dts'>, arrivedMs: number): void
  /** Milliseconds by which audio is ahead of the video, since the last call; negative if it is behind. Null without one
   * of them. */
  take(): number | null
}

/** A time is late by at least the least lateness of its second: the rest is jitter of the network. */
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
