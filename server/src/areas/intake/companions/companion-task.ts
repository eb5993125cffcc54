import { tasksOf } from '../../../platform/workers/workers.ts'

/** A task of `companion-tasks.ts`, for `workers.run`: these files are hostile. */
export const companionTask = tasksOf<typeof import('./companion-tasks.ts')>(
  new URL('./companion-tasks.ts', import.meta.url),
)
