import { streamAbsences } from '@kinora/contract'
import { problem } from '../../../platform/problem.ts'
import type { Playback } from '../sources/playback-source.ts'

/** Players of live streams show why there is nothing to play.
 * @throws problem not-found, stream-not-started, stream-paused, stream-ended if there is no file */
export function assertFound<T>(
  { page: { live, startsAt } }: Pick<Playback, 'page'>,
  file: T | null,
): asserts file is T {
  if (file !== null) return
  if (live === null || live === 'on-air' || live === 'recording') throw problem('not-found')
  const detail = live === 'waiting' && startsAt ? `It starts at ${startsAt.toISOString()}` : undefined
  throw problem(streamAbsences[live], detail === undefined ? {} : { detail })
}
