import type { Feature } from '../../../platform/area.ts'
import type { Library } from '../library.ts'
import { contentHandler } from '../sources/content-jobs.ts'
import { codecsJob, ladderJob } from './jobs.ts'
import { encodeCodecs, encodeLadder, failCodecs, failLadder } from './ladder.ts'

export const feature: Feature<Library> = {
  jobs: (library) => [
    contentHandler(
      library,
      ladderJob(library.config.ENCODE_CONCURRENCY),
      (_library, content, workspace, { isRetry }) => encodeLadder(library, content, isRetry, workspace),
      failLadder,
    ),
    contentHandler(
      library,
      codecsJob,
      (_library, content, workspace, { isRetry }) => encodeCodecs(library, content, isRetry, workspace),
      failCodecs,
    ),
  ],
}
