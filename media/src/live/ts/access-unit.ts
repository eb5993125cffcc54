import { TS_LIMITS } from './limits.ts'

/** A frame of video, as a sink takes it. */
export interface AccessUnit {
  /** The payload of avcC or hvcC, if the frame carries parameter sets. */
  readonly config: Uint8Array | null
  readonly isKey: boolean
  /** NAL units with lengths of 4 bytes. Empty if only parameter sets were there. */
  readonly data: Uint8Array
}

/** Whether parameter sets of one kind fit into a configuration. */
export function isWithinLimits(sets: readonly Uint8Array[]): boolean {
  return (
    sets.length <= TS_LIMITS.parameterSets &&
    sets.every(({ length }) => length <= TS_LIMITS.parameterSetBytes)
  )
}
