import type { LiveSink } from '@kinora/media'

/** `test` is the test signal of the live node, `pull` a source that the node reads. */
export type IngestProtocol = 'rtmp' | 'rtmps' | 'srt' | 'whip' | 'test' | 'pull'

/** Request of an encoder to publish. */
export interface PublishRequest {
  readonly protocol: IngestProtocol
  /** Stream key: the last part of the RTMP URL, or the SRT stream ID. Secret: never logged. */
  readonly streamKey: string
  /** IP address. */
  readonly address: string
  /** Name that the encoder sends, such as `FMLE/3.0 (compatible; FMSc/1.0)`. Empty if it sends none. */
  readonly encoder: string
  /** Whether it is the backup of the encoder with the same key. */
  readonly isBackup?: boolean
}

/** Reason to refuse or disconnect a publisher. Each protocol maps it to its own codes. */
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
  /** Video of 8K. */
  | 'picture-too-large'

/** Message for a stream whose codecs a live node cannot deliver. */
export const CODEC_NOT_SUPPORTED = 'The codec is not supported. Use H.264 video and AAC audio.'

export type PublishDecision =
  | { readonly isAccepted: true; readonly sink: LiveSink }
  | { readonly isAccepted: false; readonly reason: PublishRefusal }

/** A connected encoder. */
export interface Publisher {
  readonly request: PublishRequest
  /** Sends the reason to the encoder and disconnects it within a second. Does not call `end` of the sink. */
  close(reason: PublishRefusal): void
}

/** Accepts or refuses a publisher, before the protocol confirms the request. */
export type OnPublish = (publisher: Publisher) => Promise<PublishDecision>
