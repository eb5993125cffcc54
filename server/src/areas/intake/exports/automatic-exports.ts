import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Subscription } from '../../../platform/events/subscriptions.ts'
import { Problem } from '../../../platform/problem.ts'
import { findsContent, type ReadyVideo } from '../../library/index.ts'
import type { Intake } from '../intake.ts'
import { type ExportRuleRow, exportRules } from '../tables.ts'
import { addExport } from './cloud-exports.ts'

/** Exports videos that became ready, or have another file, by the rules of their environment. */
export function automaticExports(intake: Intake): Subscription {
  return {
    name: 'intake.automatic-exports',
    types: ['video.asset.ready', 'video.asset.replacement.ready'],
    async handle(tx, { environmentId, event }) {
      const rules = await tx
        .select()
        .from(exportRules)
        .where(and(eq(exportRules.environmentId, environmentId), eq(exportRules.isPaused, false)))
      if (rules.length === 0) return
      const video = await intake.library
        .lockReadyVideo(tx, { environmentId, filter: null }, event.object.id)
        .catch(unlessProblem)
      if (video === undefined) return
      for (const rule of rules)
        if (await applies(tx, rule, video))
          await addExport(
            intake,
            tx,
            { video, target: rule, by: rule.createdBy, rule: rule.id },
            intake.clock.now(),
          )
    },
  }
}

function applies(
  tx: Transaction,
  { collectionId, tags }: ExportRuleRow,
  { id, environmentId }: ReadyVideo,
): Promise<boolean> {
  const filter = { assetCollectionUUID: collectionId ?? undefined, tag: tags }
  return findsContent(tx, { environmentId, filter: null }, filter, id)
}

/** The video was deleted, put into the trash or replaced since. */
function unlessProblem(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error
}
