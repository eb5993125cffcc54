import { runArgs } from '../probe/input-args.ts'

/** The part of an ffmpeg run that renders one image. */
export interface ImageRun {
  /** Arguments of its input. */
  readonly read: readonly string[]
  /** @param input number of its input @returns arguments of its output */
  readonly write: (input: number) => readonly string[]
}

/** ffmpeg arguments for images, each with an input of its own. */
export function imageArgs(runs: readonly ImageRun[]): string[] {
  return [...runArgs, ...runs.flatMap(({ read }) => read), ...runs.flatMap(({ write }, n) => write(n))]
}
