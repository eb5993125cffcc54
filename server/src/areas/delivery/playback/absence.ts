import { streamAbsences } from '@kinora/contract'
import { problem } from '../../../platform/problem.ts'
import type { Playback } from '../sources/playback-source.ts'

/** Players of live streams are told why there is nothing to play.
 * @throws problem not-found, stream-not-started, stream-paused, stream-ended if there is no file */
export function assertFound<T>(
  { page: { live } }: Pick<Playback, 'page'>,
  file: T | null,
): asserts file is T {
  if (file !== null) return
  throw problem(live === null || live === 'on-air' ? 'not-found' : streamAbsences[live])
}
