import type { Call } from '@kinora/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Scope } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { changeIds } from '../../../platform/http/input-ids.ts'
import type { HideIds } from '../../../platform/http/server.ts'
import { collections, contents, uploads } from '../contents/tables.ts'
import { isHidden, isOwnFolder, isVisibleFolder } from '../contents/visibility.ts'
import { isVisibleImport } from '../imports/imports.ts'
import { imports } from '../imports/tables.ts'
import type { Library } from '../library.ts'

/**
 * Replaces the ids of hidden objects in a request by ids that do not exist. Each call then answers as it does for
 * unknown ids, and no handler needs to know about filters. Subtitles, tracks, thumbnails and playback ids are looked up
 * in the content that the request names, so the content's id is enough.
 */
export function hideIds({ db }: Library): HideIds {
  return async (call, scope, input) => {
    const ids = new Set<string>()
    changeIds(call, input, (id) => {
      ids.add(id.toLowerCase())
      return id
    })
    const hidden = await listHidden(db, call, scope, [...ids])
    if (hidden.size === 0) return input
    return changeIds(call, input, (id) => (hidden.has(id.toLowerCase()) ? uuidv7() : id))
  }
}

async function listHidden(
  db: Queryable,
  call: Call,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { environmentId } = scope
  const given = sql`ANY (${sql.param(ids)}::uuid[])`
  const hiddenContents = db
    .select({ id: contents.id })
    .from(contents)
    .where(and(eq(contents.environmentId, environmentId), sql`${contents.id} = ${given}`, isHidden(scope)))
  const hiddenUploads = db
    .select({ id: uploads.id })
    .from(uploads)
    .innerJoin(contents, eq(contents.id, uploads.contentId))
    .where(and(eq(uploads.environmentId, environmentId), sql`${uploads.id} = ${given}`, isHidden(scope)))
  const hiddenImports = db
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(
        eq(imports.environmentId, environmentId),
        sql`${imports.id} = ${given}`,
        sql`(${isVisibleImport(scope)}) IS NOT TRUE`,
      ),
    )
  // Folders above those of the filter are only a path.
  const isUsable = call.right?.[2] === 'read' ? isVisibleFolder(scope) : isOwnFolder(scope)
  const hiddenFolders = db
    .select({ id: collections.id })
    .from(collections)
    .where(
      and(
        eq(collections.environmentId, environmentId),
        sql`${collections.id} = ${given}`,
        sql`(${isUsable ?? sql`true`}) IS NOT TRUE`,
      ),
    )
  const rows = await hiddenContents.unionAll(hiddenUploads).unionAll(hiddenImports).unionAll(hiddenFolders)
  return new Set(rows.map(({ id }) => id))
}
