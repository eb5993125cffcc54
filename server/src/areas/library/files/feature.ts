import type { Feature } from '../../../platform/area.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import { outputRows } from '../encoding/output-ids.ts'
import type { Library } from '../library.ts'
import { removalJob } from './jobs.ts'
import { enqueueDueRemovals, runRemoval } from './removals.ts'

export const feature: Feature<Library> = {
  jobs: (library) => [
    defineHandler({
      definition: removalJob,
      run: ({ removalId: id }, { environmentId }) => runRemoval(library, { id, environmentId }, outputRows),
      failed: async () => undefined,
    }),
  ],
  sweeps: (library) => ({ 'library.removals': () => enqueueDueRemovals(library) }),
}
