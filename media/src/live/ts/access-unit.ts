import { TS_LIMITS } from './limits.ts'

/** A video frame in the format of a sink. */
export interface AccessUnit {
  /** Payload of avcC or hvcC, if the frame contains parameter sets. */
  readonly config: Uint8Array | null
  readonly isKey: boolean
  /** Whether the keyframe is no IDR picture. */
  readonly isOpen: boolean
  /** NAL units with 4-byte lengths. Empty if the frame contained only parameter sets. */
  readonly data: Uint8Array
}

/** Whether the parameter sets of one kind are within the limits of a configuration. */
export function isWithinLimits(sets: readonly Uint8Array[]): boolean {
  return (
    sets.length <= TS_LIMITS.parameterSets &&
    sets.every(({ length }) => length <= TS_LIMITS.parameterSetBytes)
  )
}
