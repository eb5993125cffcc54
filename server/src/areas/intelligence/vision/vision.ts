import { join } from 'node:path'
import { SEEN_RATE, type SeenFrame } from '@kinora/media'
import {
  LEAST_FACE,
  type RawFrames,
  runVision,
  type VisionOptions,
  type VisionProgram,
  type VisionReport,
} from './vision-process.ts'

/** Frames with what is searched in them. */
interface Search extends RawFrames {
  readonly rate: number
  /** Least confidence of a face and of a body. */
  readonly leastFace: number
  readonly leastBody: number
}

export type VisionStart = Search & VisionProgram & { readonly isWritten: boolean }
export type VisionMessage = VisionReport<SeenFrame[]>

const LEAST_BODY = 0.5

/** Finds faces in frames, and bodies where a face is missing, in a process of its own, also while they are written. @param frames `SEEN_RATE` for each second
 * @throws VisionFailure */
export function findPeople(frames: RawFrames, options: VisionOptions): Promise<SeenFrame[]> {
  const search = { ...frames, rate: SEEN_RATE, leastFace: LEAST_FACE, leastBody: LEAST_BODY }
  return runVision<Search, SeenFrame[]>(join(import.meta.dirname, 'vision-main.ts'), search, options)
}
