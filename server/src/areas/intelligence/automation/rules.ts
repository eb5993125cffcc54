import { type AnalysisRule, type AnalysisRules, analysisParts } from '@kinora/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import type { Subscription } from '../../../platform/events/subscriptions.ts'
import { assertProfileExists } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import { analysisRules } from './tables.ts'

/** The rules of an environment. The one for all other videos is first. */
export async function getAnalysisRules(db: Queryable, environmentId: string): Promise<AnalysisRules> {
  const { encodingProfileId, parts, language } = analysisRules
  const rules = await db
    .select({ encodingProfileId, parts, language })
    .from(analysisRules)
    .where(eq(analysisRules.environmentId, environmentId))
    .orderBy(sql`${encodingProfileId} ASC NULLS FIRST`)
  return { rules: rules.map((rule) => ({ ...rule, parts: [...rule.parts] })) }
}

/** Replaces the rules of the environment. @throws problem not-found (for encoding profiles) */
export async function setAnalysisRules(
  { db, clock }: Pick<Intelligence, 'db' | 'clock'>,
  caller: Caller,
  rules: readonly AnalysisRule[],
): Promise<AnalysisRules> {
  const { environmentId, environmentName } = caller.scope
  return db.transaction(async (tx) => {
    await takeLock(tx, `analysis rules ${environmentId}`)
    const before = await getAnalysisRules(tx, environmentId)
    for (const rule of rules) await assertProfileExists(tx, environmentId, rule.encodingProfileId)
    await tx.delete(analysisRules).where(eq(analysisRules.environmentId, environmentId))
    const rows = rules.map((rule) => ({ ...rule, environmentId, parts: inOrder(rule) }))
    if (rows.length > 0) await tx.insert(analysisRules).values(rows)
    const after = await getAnalysisRules(tx, environmentId)
    const changes = changesBetween({ ...before }, { ...after })
    if (changes !== null)
      await recordChange(
        tx,
        caller,
        {
          object: { type: 'environment', id: environmentId, name: environmentName },
          audit: { action: 'environment.analysis_rules.changed', ...changes },
        },
        clock.now(),
      )
    return after
  })
}

function inOrder({ parts }: AnalysisRule) {
  return analysisParts.filter((part) => parts.includes(part))
}

/** The rule for videos of a profile. Undefined if they are not analyzed. */
export async function ruleFor(
  db: Queryable,
  environmentId: string,
  profileId: string,
): Promise<AnalysisRule | undefined> {
  const { rules } = await getAnalysisRules(db, environmentId)
  const rule =
    rules.find(({ encodingProfileId }) => encodingProfileId === profileId) ??
    rules.find(({ encodingProfileId }) => encodingProfileId === null)
  return rule === undefined || rule.parts.length === 0 ? undefined : rule
}

/** Deletes the rules of encoding profiles that were deleted. */
export const deletedProfiles: Subscription = {
  name: 'intelligence.deleted-profiles',
  types: ['video.encoding_profile.deleted'],
  async handle(tx, { environmentId, event }) {
    const isOfProfile = eq(analysisRules.encodingProfileId, event.object.id)
    await tx.delete(analysisRules).where(and(eq(analysisRules.environmentId, environmentId), isOfProfile))
  },
}
