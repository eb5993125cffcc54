import { tasksOf } from '../../../platform/workers/workers.ts'

/** A task of `subtitle-tasks.ts`, for `workers.run`: subtitles are large and hostile. */
export const subtitleTask = tasksOf<typeof import('./subtitle-tasks.ts')>(
  new URL('./subtitle-tasks.ts', import.meta.url),
)
