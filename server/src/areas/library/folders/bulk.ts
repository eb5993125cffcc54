import { maxTags } from '@kinora/contract'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { lockCollections } from '../contents/collection-tree.ts'
import { contentAudit, contentEvent } from '../contents/content-changes.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { searchTextOf } from '../contents/search-text.ts'
import { contents } from '../contents/tables.ts'
import type { Library } from '../library.ts'
import { assertCollectionNotTrashed } from './collections.ts'

/**
 * Moves contents into a folder, or out of all folders. Ignores unknown IDs.
 * @throws problem not-found, in-trash for the folder
 */
export function moveContents(
  library: Library,
  caller: Caller,
  ids: string[],
  collectionId: string | null,
): Promise<string[]> {
  return updateEach(library, caller, ids, async (tx) => {
    if (collectionId !== null) await assertCollectionNotTrashed(tx, caller.scope.environmentId, collectionId)
    return () => ({ collectionId })
  })
}

/**
 * Adds and removes tags of contents. Ignores unknown IDs. @throws problem request-invalid if a content would have too
 * many tags
 */
export function tagContents(
  library: Library,
  caller: Caller,
  ids: string[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<string[]> {
  return updateEach(library, caller, ids, async () => (row) => {
    const tags = [...new Set([...row.tags.filter((tag) => !remove.includes(tag)), ...add])]
    if (tags.length > maxTags)
      throw problem('request-invalid', { detail: `"${row.title}" would have more than ${maxTags} tags` })
    return { tags, ...searchTextOf({ ...row, tags }) }
  })
}

type Change = Partial<Pick<ContentRow, 'collectionId' | 'tags' | 'searchText' | 'searchVersion'>>

/** Changes all or none. Returns the ids that exist, changed or not. */
function updateEach(
  library: Library,
  caller: Caller,
  ids: string[],
  prepare: (tx: Transaction) => Promise<(row: ContentRow) => Change>,
): Promise<string[]> {
  return library.db.transaction(async (tx) => {
    await lockCollections(tx, caller.scope.environmentId)
    const changeOf = await prepare(tx)
    const rows = await tx
      .select()
      .from(contents)
      .where(
        and(
          eq(contents.environmentId, caller.scope.environmentId),
          inArray(contents.id, ids),
          isNull(contents.trashedAt),
        ),
      )
      .orderBy(asc(contents.id))
      .for('update')
    for (const current of rows) {
      const change = changeOf(current)
      const row = { ...current, ...change }
      const changes = changesBetween(auditValues(current), auditValues(row))
      if (changes === null) continue
      await tx.update(contents).set(change).where(rowOf(contents, row))
      await recordChange(tx, null, contentEvent(row, 'video.asset.updated'), library.clock.now())
      await recordChange(tx, caller, contentAudit(row, 'asset.updated', changes), library.clock.now())
    }
    return rows.map(({ id }) => id)
  })
}

function auditValues({ tags, collectionId }: ContentRow) {
  return { tags, assetCollectionUUID: collectionId }
}
