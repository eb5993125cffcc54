import type { Attempts } from '../../../platform/transport/attempts.ts'
import type { Vconnect } from '../vconnect.ts'

/** Context of receivers and senders. */
export interface RelayContext extends Pick<Vconnect, 'config' | 'clock' | 'log' | 'ffmpeg'> {
  /** Counts wrong passphrases. */
  readonly attempts: Attempts
  /** Whether a port of this machine is a listener of V-Connect. */
  readonly isOwn: (url: URL) => Promise<boolean>
}
