/** What viewers must know of a rendition to choose it. */
export type RenditionFacts =
  | { readonly kind: 'video'; readonly codecs: string; readonly width: number; readonly height: number }
  | {
      readonly kind: 'audio'
      readonly codecs: string
      readonly channels: number
      /** Of the decoded audio, in Hz. */
      readonly sampleRate: number
    }

/** Results of packaging, in the order in which players may see them. Media sequence numbers (`msn`) of all renditions
 * belong to the same times. */
export type Packaged =
  | PackagedInit
  | {
      readonly type: 'segment-begun'
      readonly rendition: string
      readonly msn: number
      /** Start in seconds since the session began. */
      readonly startS: number
      /** Wall-clock time of the start in ms since 1970. */
      readonly programDateMs: number
      /** It does not continue the segment before: other source, codec parameters, or times. */
      readonly isDiscontinuous: boolean
      /** Discontinuities up to here, with one at this segment. They never decrease, also when another node goes on. */
      readonly discontinuities: number
      /** Number of its init segment. */
      readonly init: number
      /** Wall-clock time in ms since 1970 since when the slate is shown instead of the publisher. Null if it is not. */
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
  /** Counts from 0. */
  readonly init: number
  readonly facts: RenditionFacts
  readonly bytes: Uint8Array
}

export interface PackagedPart {
  readonly type: 'part'
  readonly rendition: string
  readonly msn: number
  /** Number in its segment, from 0. */
  readonly part: number
  readonly durationS: number
  /** Number of frames. */
  readonly frames: number
  /** It begins with a frame that can be decoded without earlier ones. */
  readonly isIndependent: boolean
  readonly bytes: Uint8Array
}
