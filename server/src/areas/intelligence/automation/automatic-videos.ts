import type { Subscription } from '../../../platform/events/subscriptions.ts'
import { Problem } from '../../../platform/problem.ts'
import { startAnalysis } from '../analysis/analysis.ts'
import type { Intelligence } from '../intelligence.ts'
import { ruleFor } from './rules.ts'

/** Analyzes videos that are ready, or have got another file, by the rules of their environment. */
export function automaticVideos(intelligence: Intelligence): Subscription {
  return {
    name: 'intelligence.automatic-videos',
    types: ['video.asset.ready', 'video.asset.replacement.ready'],
    async handle(tx, { environmentId, event }) {
      const video = await intelligence.library
        .lockReadyVideo(tx, { environmentId, filter: null }, event.object.id)
        .catch(unlessProblem)
      if (video === undefined) return
      const rule = await ruleFor(tx, environmentId, video.profileId)
      if (rule !== undefined) await startAnalysis(intelligence, tx, null, video, rule)
    },
  }
}

/** The video was deleted, put into the trash or replaced since. */
function unlessProblem(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error
}
