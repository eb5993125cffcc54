import type { LiveSink, SourceFault } from '@kinora/media'

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
  /** The environment has no more streams on this node (`LIVE_STREAMS_PER_ENVIRONMENT`). */
  | 'too-many-streams'
  /** The organization has to pay first. */
  | 'wallet-empty'
  | 'stopped'
  | 'key-revoked'
  | SourceFault['reason']
  | 'bitrate-too-high'
  /** Video of 8K. */
  | 'picture-too-large'

/** Message for a stream that has to wait for another one of its environment. */
export const TOO_MANY_STREAMS =
  'Too many live streams of this environment are running. Stop one of them first.'

/** Message for a stream of an organization that has to pay first. */
export const WALLET_EMPTY = 'The wallet of this organization is empty, or its spend cap is reached.'

/** Messages for a stream whose media a live node cannot deliver. @param advice which codecs to use */
export function sourceFaults(advice: string): Readonly<Record<SourceFault['reason'], string>> {
  return {
    'codec-not-supported': `The codec is not supported. ${advice}`,
    'nal-lengths-not-supported': `NAL unit lengths must have 4 bytes. ${advice}`,
  }
}

/** Takes the media of a publisher. */
export interface PublisherSink extends LiveSink {
  /** The media cannot be taken: disconnects the publisher. Nothing follows. */
  refuse(fault: SourceFault): void
}

export type PublishDecision =
  | { readonly isAccepted: true; readonly sink: PublisherSink }
  | { readonly isAccepted: false; readonly reason: PublishRefusal }

/** A connected encoder. */
export interface Publisher {
  readonly request: PublishRequest
  /** Milliseconds since its last media, or since its connection without any. Missing for sources of the node. */
  silentForMs?(): number
  /** Sends the reason to the encoder and disconnects it within a second. Does not call `end` of the sink. */
  close(reason: PublishRefusal): void
}

/** Accepts or refuses a publisher, before the protocol confirms the request. */
export type OnPublish = (publisher: Publisher) => Promise<PublishDecision>
