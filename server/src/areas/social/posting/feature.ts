import type { Feature } from '../../../platform/area.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import type { Social } from '../social.ts'
import { advancePost, failPost } from './advance-post.ts'
import { postJob } from './jobs.ts'

export const feature: Feature<Social> = {
  jobs: (social) => [
    defineHandler({
      definition: postJob,
      run: ({ postId: id }, { environmentId, signal }) => advancePost(social, { id, environmentId }, signal),
      failed: ({ postId: id }, _error, { environmentId }) => failPost(social, { id, environmentId }),
    }),
  ],
}
