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
  /** Decode time in ticks of the source's clock. Stays continuous when a shorter counter of the protocol wraps. */
  readonly dts: number
  /** Presentation time minus decode time, in ticks. 0 for audio. */
  readonly cts: number
  /** Whether decoding can start here. True for all audio. */
  readonly isKey: boolean
  /** Whether the picture of the keyframe is no IDR picture (open GOP). Browsers cannot start there, ffmpeg can. */
  readonly isOpen?: boolean
  /** Video: NAL units with 4-byte lengths (H.264, HEVC), or OBUs (AV1). Audio: one frame without a header. */
  readonly data: Uint8Array
}

/** Carriage of a cue in the source. */
export type SourceCueOrigin = 'scte35' | 'cuepoint' | 'daterange' | 'cue-out'

/** Scope of a segmentation descriptor: a break, a placement opportunity in a break, or one ad. */
export type SourceCueScope = 'break' | 'opportunity' | 'ad'

/** A cue of the source: the start, end or cancellation of a break. */
export interface SourceCue {
  readonly kind: 'cue'
  /** `out` leaves the program for ads, `in` returns to it, `cancel` cancels an announced break. */
  readonly what: 'out' | 'in' | 'cancel' | 'other'
  /** Missing without a segmentation descriptor. */
  readonly scope?: SourceCueScope
  /** The same in the start, the end and all repetitions of a break. */
  readonly eventId: string | null
  /** Presentation time in ticks of the source's clock. Null for an immediate cue. */
  readonly ptsTicks: number | null
  readonly durationS: number | null
  /** The SCTE-35 message. */
  readonly raw: Uint8Array | null
  readonly origin: SourceCueOrigin
}

/** An invalid cue, with the reason. */
export interface BadSourceCue {
  readonly kind: 'bad-cue'
  readonly origin: SourceCueOrigin
  readonly reason: string
}

/** An item from a publisher. */
export type SourceItem = LiveTrack | LivePacket | SourceCue | BadSourceCue

/** Receives the items of a publisher. */
export interface LiveSink {
  /** Takes a new or changed configuration of a track, before the first packet with it. */
  track(track: LiveTrack): void
  packet(packet: LivePacket): void
  cue(cue: SourceCue | BadSourceCue): void
  /** Viewers see none of the video, for this reason. */
  noPicture?(reason: string): void
  /** Takes the media as a publisher sent it whose media is transcoded, with times of one clock. */
  readonly sent?: Pick<LiveSink, 'track' | 'packet'> | null | undefined
  /** The publisher has disconnected. Nothing follows. Not called after `Publisher.close`. */
  end(): void
}

/** Reason why the media of a source cannot be taken. */
export interface SourceFault {
  readonly reason: 'codec-not-supported' | 'nal-lengths-not-supported'
  /** Name of the codec, or the size of the lengths. */
  readonly detail: string
}

export function sendItem(sink: Omit<LiveSink, 'end'>, item: SourceItem): void {
  if ('config' in item) sink.track(item)
  else if ('data' in item) sink.packet(item)
  else sink.cue(item)
}
