import type Hls from 'hls.js'
import type { Realtime } from '../../realtime/realtime.ts'

/** A stream that plays with hls.js. */
export interface HlsPlayback {
  readonly video: HTMLVideoElement
  /** URL of the multivariant playlist. */
  readonly src: string
  token: string | null
  /** The instance that plays. Another one may still load, or just end. */
  hls: Hls
  isLive: boolean
  /** Plays the live stream in place of hls.js. */
  realtime: Realtime | null
  /** WebRTC has not failed since the broadcast began. */
  allowsRealtime: boolean
  /** Recoveries from media errors since it was opened. */
  recoveries: number
  /** Aborts when the stream is closed. */
  readonly closed: AbortSignal
}
