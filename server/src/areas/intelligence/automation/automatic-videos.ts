import type { Transaction } from '../../../platform/database/database.ts'
import type { Subscription } from '../../../platform/events/subscriptions.ts'
import { Problem } from '../../../platform/problem.ts'
import type { ContentRef } from '../../library/index.ts'
import { startAnalysis, unknownParts } from '../analysis/analysis.ts'
import { deleteOldResults } from '../analysis/replaced-videos.ts'
import type { Intelligence } from '../intelligence.ts'
import { ruleFor } from './rules.ts'

/** Analyzes videos that are ready by the rules of their environment. For a video with another file, what was found in the old
 * one is deleted before: in one subscription, so that neither is missed. */
export function automaticVideos(intelligence: Intelligence): Subscription {
  return {
    // Its first name, so that no event is missed.
    name: 'intelligence.replaced-videos',
    types: ['video.asset.ready', 'video.asset.replacement.ready'],
    async handle(tx, { environmentId, event }) {
      const content = { id: event.object.id, environmentId }
      if (event.type === 'video.asset.replacement.ready')
        await deleteOldResults(tx, content, new Date(event.createdAt))
      await analyzeByRule(intelligence, tx, content)
    },
  }
}

/** Requests the parts of the rule that nobody has requested for this file, so that an event that comes twice changes nothing. */
async function analyzeByRule(
  intelligence: Intelligence,
  tx: Transaction,
  { id, environmentId }: ContentRef,
): Promise<void> {
  const video = await intelligence.library
    .lockReadyVideo(tx, { environmentId, filter: null }, id)
    .catch(unlessProblem)
  if (video === undefined) return
  const rule = await ruleFor(tx, environmentId, video.profileId)
  if (rule === undefined) return
  const parts = await unknownParts(tx, video, rule.parts)
  if (parts.length > 0) await startAnalysis(intelligence, tx, null, video, { ...rule, parts })
}

/** The video was deleted, put into the trash or replaced since. */
function unlessProblem(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error
}
