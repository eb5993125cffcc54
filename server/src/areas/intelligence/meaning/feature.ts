import type { Feature } from '../../../platform/area.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import type { Intelligence } from '../intelligence.ts'
import { embedTranscript, enqueueOutdated, giveUpEmbedding } from './embedding.ts'
import { embedJob } from './jobs.ts'

export const feature: Feature<Intelligence> = {
  sweeps: (intelligence) => ({ 'intelligence.embeddings': () => enqueueOutdated(intelligence) }),
  jobs: (intelligence) => [
    defineHandler({
      definition: embedJob,
      run: ({ contentId }, { environmentId, signal }) =>
        embedTranscript(intelligence, { id: contentId, environmentId }, signal),
      // The search works without vectors.
      failed: ({ contentId }, _error, { environmentId }) =>
        giveUpEmbedding(intelligence, { id: contentId, environmentId }),
    }),
  ],
}
