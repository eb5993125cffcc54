/** A rectangle in shares of the frame, from its top left corner. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A face or a body that was found in a frame. */
export interface Seen extends Box {
  /** Confidence, from 0 to 1. */
  readonly score: number
}

/** The people in a frame. */
export interface SeenFrame {
  readonly timeS: number
  readonly faces: readonly Seen[]
  readonly bodies: readonly Seen[]
}

/** Frames in which people are searched, per second. */
export const SEEN_RATE = 3
