import { join } from 'node:path'
import type { Seen } from '@kinora/media'
import {
  LEAST_FACE,
  type RawFrames,
  runVision,
  type VisionOptions,
  type VisionProgram,
  type VisionReport,
} from '../vision/vision-process.ts'

/** A face through consecutive frames of one shot. */
export interface SeenTrack {
  /** The first and the last frame, and the best one. */
  readonly from: number
  readonly to: number
  readonly best: number
  /** Its place in the best frame. */
  readonly box: Seen
  /** Mean share of the height. */
  readonly share: number
  readonly weight: number
  readonly embedding: readonly number[]
}

interface SeenObject {
  readonly frame: number
  readonly label: string
  readonly box: Seen
}

interface Looked {
  readonly tracks: readonly SeenTrack[]
  readonly objects: readonly SeenObject[]
}

/** Frames with what is searched in them. */
interface LookSearch extends RawFrames {
  /** The first frame of each shot and the one after its last, in order. */
  readonly shots: readonly (readonly [from: number, to: number])[]
  /** Frames in which objects are searched. */
  readonly objectFrames: readonly number[]
  readonly leastFace: number
  readonly leastObject: number
}

export type LookStart = LookSearch & VisionProgram
export type LookMessage = VisionReport<Looked>

const LEAST_OBJECT = 0.4

/** Finds faces that last, and objects, in a process of its own. @throws VisionFailure */
export function lookAtFrames(
  search: Omit<LookSearch, 'leastFace' | 'leastObject'>,
  options: VisionOptions,
): Promise<Looked> {
  const least = { leastFace: LEAST_FACE, leastObject: LEAST_OBJECT }
  return runVision<LookSearch, Looked>(
    join(import.meta.dirname, 'look-main.ts'),
    { ...search, ...least },
    options,
  )
}
