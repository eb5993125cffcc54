import { type ContentChange, updateContentBody } from '@kinora/contract'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import { auditTrail } from '../../../platform/database/tables.ts'
import { problem } from '../../../platform/problem.ts'
import type { Library } from '../library.ts'
import type { ContentRow } from './content-view.ts'
import { editableOf, getContent, updateContent } from './contents.ts'

const MAX_CHANGES = 100

/** A video's changes by users, from the audit trail. @throws problem not-found */
export async function listContentChanges(
  { db }: Library,
  { scope }: Caller,
  contentId: string,
): Promise<ContentChange[]> {
  await getContent(db, scope.environmentId, contentId)
  const rows = await db
    .select()
    .from(auditTrail)
    .where(isChangeOf(scope, contentId))
    .orderBy(desc(auditTrail.createdAt), desc(auditTrail.id))
    .limit(MAX_CHANGES)
  return rows.map(({ id, createdAt, actorName, before, after }) => ({
    id,
    createdAt: createdAt.toISOString(),
    by: actorName,
    before: before ?? {},
    after: after ?? {},
  }))
}

/** Restores the values before a change. @throws problem not-found, in-trash, changed-since */
export async function undoContentChange(
  library: Library,
  caller: Caller,
  contentId: string,
  changeId: string,
): Promise<ContentRow> {
  const { scope } = caller
  const [change] = await library.db
    .select()
    .from(auditTrail)
    .where(and(isChangeOf(scope, contentId), eq(auditTrail.id, changeId)))
  // A move between folders cannot be undone here.
  const previous = updateContentBody.safeParse(change?.before ?? {})
  if (!change || !previous.success || Object.keys(previous.data).length === 0) throw problem('not-found')
  const after = change.after ?? {}
  return updateContent(library, caller, contentId, previous.data, (current) => {
    const now: Record<string, unknown> = editableOf(current)
    const isSame = (field: string) => JSON.stringify(now[field] ?? null) === JSON.stringify(after[field])
    if (!Object.keys(previous.data).every(isSame)) throw problem('changed-since')
  })
}

function isChangeOf({ organizationId, environmentId }: Caller['scope'], contentId: string) {
  return and(
    eq(auditTrail.organizationId, organizationId),
    eq(auditTrail.environmentId, environmentId),
    eq(auditTrail.objectId, contentId),
    inArray(auditTrail.action, ['asset.updated', 'asset.replaced']),
  )
}
