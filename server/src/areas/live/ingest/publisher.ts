import type { LiveSink } from '@kinora/media'

/** `test` is the test signal of a live node, `pull` what it reads itself. */
export type IngestProtocol = 'rtmp' | 'rtmps' | 'srt' | 'whip' | 'test' | 'pull'

/** What an encoder says when it wants to publish. */
export interface PublishRequest {
  readonly protocol: IngestProtocol
  /** The last part of the RTMP URL, or SRT's stream ID. Secret: never logged. */
  readonly streamKey: string
  /** IP address. */
  readonly address: string
  /** The encoder's own name, such as `FMLE/3.0 (compatible; FMSc/1.0)`. Empty if it says none. */
  readonly encoder: string
  /** It is the backup of the encoder that publishes with the same key. */
  readonly isBackup?: boolean
}

/** Why a publisher is refused or disconnected. Protocols translate it into words of their own. */
export type PublishRefusal =
  | 'unknown-key'
  | 'already-publishing'
  | 'not-started'
  | 'disabled'
  | 'too-many-attempts'
  | 'stopped'
  | 'key-revoked'
  | 'codec-not-supported'
  | 'bitrate-too-high'
  /** 8K. */
  | 'picture-too-large'

export type PublishDecision =
  | { readonly isAccepted: true; readonly sink: LiveSink }
  | { readonly isAccepted: false; readonly reason: PublishRefusal }

/** A connected encoder. */
export interface Publisher {
  readonly request: PublishRequest
  /** Tells the encoder why, and disconnects it within a second. The sink's `end` is not called. */
  close(reason: PublishRefusal): void
}

/** Decides about a publisher before it is told that it may publish. */
export type OnPublish = (publisher: Publisher) => Promise<PublishDecision>
