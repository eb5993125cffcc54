/** Ticks per second of all times of live sources. */
export const LIVE_TICKS = 90_000

/** Decoder configuration of a live source's video. `config` is the payload of avcC, hvcC or av1C. */
export interface LiveVideoTrack {
  readonly kind: 'video'
  readonly codec: 'h264' | 'hevc' | 'av1'
  readonly config: Uint8Array
}

/** Decoder configuration of a live source's audio. `config` is the AudioSpecificConfig of AAC, or OpusHead. */
export interface LiveAudioTrack {
  readonly kind: 'audio'
  readonly codec: 'aac' | 'opus'
  readonly config: Uint8Array
}

export type LiveTrack = LiveVideoTrack | LiveAudioTrack

/** A frame of a live source. */
export interface LivePacket {
  readonly kind: 'video' | 'audio'
  /** Decode time in ticks of the source's clock. It has no gap where a shorter counter of the protocol wraps. */
  readonly dts: number
  /** Presentation time minus decode time, in ticks. 0 for audio. */
  readonly cts: number
  /** Decoding can begin here. True for all audio. */
  readonly isKey: boolean
  /** Video: NAL units (H.264, HEVC) with lengths of 4 bytes, or OBUs (AV1). Audio: one frame without a header. */
  readonly data: Uint8Array
}

/** How a cue came. */
export type SourceCueOrigin = 'scte35' | 'cuepoint' | 'daterange' | 'cue-out'

/** What a segmentation descriptor names: a whole break, an opportunity in a break, or one ad. */
export type SourceCueScope = 'break' | 'opportunity' | 'ad'

/** Announces that ads begin or end. */
export interface SourceCue {
  readonly kind: 'cue'
  /** `out` leaves the program for ads, `in` returns to it, `cancel` takes back what was announced. */
  readonly what: 'out' | 'in' | 'cancel' | 'other'
  /** Only segmentation descriptors have one. */
  readonly scope?: SourceCueScope
  /** The same for the begin, the end and all repetitions of a break. */
  readonly eventId: string | null
  /** Presentation time in ticks of the source's clock. Null: at once. */
  readonly ptsTicks: number | null
  readonly durationS: number | null
  /** The SCTE-35 message. */
  readonly raw: Uint8Array | null
  readonly origin: SourceCueOrigin
}

/** A cue that cannot be read, and why. */
export interface BadSourceCue {
  readonly kind: 'bad-cue'
  readonly origin: SourceCueOrigin
  readonly reason: string
}

/** Anything that a publisher sends. */
export type SourceItem = LiveTrack | LivePacket | SourceCue | BadSourceCue

/** Receives what a publisher sends. */
export interface LiveSink {
  /** A new configuration of the track. Comes before the first packet with it. Not repeated if nothing changed. */
  track(track: LiveTrack): void
  packet(packet: LivePacket): void
  cue(cue: SourceCue | BadSourceCue): void
  /** The publisher left, or the connection broke. Nothing follows. Not called after `Publisher.close`. */
  end(): void
}

export function sendItem(sink: Omit<LiveSink, 'end'>, item: SourceItem): void {
  if ('config' in item) sink.track(item)
  else if ('data' in item) sink.packet(item)
  else sink.cue(item)
}
