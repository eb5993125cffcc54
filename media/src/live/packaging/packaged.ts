/** Facts of a rendition for the multivariant playlist. */
export type RenditionFacts =
  | { readonly kind: 'video'; readonly codecs: string; readonly width: number; readonly height: number }
  | {
      readonly kind: 'audio'
      readonly codecs: string
      readonly channels: number
      /** Sample rate of the decoded audio in Hz. */
      readonly sampleRate: number
    }

/** Output of the packager, in the order in which players may see it. A media sequence number (`msn`) stands for the
 * same time in all renditions. */
export type Packaged =
  | PackagedInit
  | {
      readonly type: 'segment-begun'
      readonly rendition: string
      readonly msn: number
      /** Start in seconds since the start of the session. */
      readonly startS: number
      /** Program date-time of the start, epoch ms. */
      readonly programDateMs: number
      /** Whether the segment does not continue the previous one, because source, codec parameters or times changed. */
      readonly isDiscontinuous: boolean
      /** Number of discontinuities up to and including this segment. Never decreases, even when another node
       * continues. */
      readonly discontinuities: number
      /** Number of the init segment. */
      readonly init: number
      /** Epoch ms since when the slate is shown. Null if the segment does not show the slate. */
      readonly slateFromMs: number | null
    }
  | PackagedPart
  | {
      readonly type: 'segment-ended'
      readonly rendition: string
      readonly msn: number
      readonly durationS: number
      readonly sizeBytes: number
    }

export interface PackagedInit {
  readonly type: 'init'
  readonly rendition: string
  /** Number of the init segment, from 0. */
  readonly init: number
  readonly facts: RenditionFacts
  /** Longest part of the stream in seconds. */
  readonly partS: number
  readonly bytes: Uint8Array
}

export interface PackagedPart {
  readonly type: 'part'
  readonly rendition: string
  readonly msn: number
  /** Number of the part in its segment, from 0. */
  readonly part: number
  readonly durationS: number
  /** Number of frames. */
  readonly frames: number
  /** Whether the part contains a keyframe. */
  readonly isIndependent: boolean
  readonly bytes: Uint8Array
}
