import type { NodeAccess } from '../../../platform/nodes/node-access.ts'
import type { Attempts } from '../../../platform/transport/attempts.ts'
import type { PublishPlace } from '../../live/index.ts'
import type { Vconnect } from '../vconnect.ts'
import type { Feeds } from './backup/feeds.ts'
import type { StreamPlace } from './specs.ts'

/** How live streams are read and published in this installation. */
interface LiveStreams {
  readonly access: NodeAccess
  /** Address of the node that runs a stream. Null if it does not run. */
  readonly mediaNodeOf: (stream: StreamPlace) => Promise<string | null>
  /** Address of the node that has an encoder. Null if none publishes. */
  readonly encoderNodeOf: (encoder: StreamPlace) => Promise<string | null>
  /** Address of the node that runs an input. Null if none does. */
  readonly inputNodeOf: (input: StreamPlace) => Promise<string | null>
  /** The place to publish a stream at. Null if it is gone or no node runs, `not-encrypted` if no node may get it. */
  readonly publishPlaceOf: (stream: StreamPlace) => Promise<PublishPlace | 'not-encrypted' | null>
}

/** Context of receivers and senders. */
export interface RelayContext extends Pick<Vconnect, 'config' | 'clock' | 'log' | 'ffmpeg'> {
  /** Counts wrong passphrases. */
  readonly attempts: Attempts
  /** Certificate authorities for RTMPS and HTTPS. Undefined for those of Node. */
  readonly authorities: readonly string[] | undefined
  /** Live streams, which other nodes run. */
  readonly streams: LiveStreams
  /** Streams of the inputs of this process. */
  readonly feeds: Feeds
  /** Whether this process runs an input. */
  readonly hasInput: (id: string) => boolean
  /** Whether a port of this machine is a listener of V-Connect. */
  readonly isOwn: (url: URL) => Promise<boolean>
}
