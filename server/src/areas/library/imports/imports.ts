import {
  type ImportMapping,
  importLimits,
  type PlaybackPolicy,
  type SkipReason,
  type VideoImport,
} from '@kinora/contract'
import { and, desc, eq, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import { hideSecrets } from '../../../platform/net/address-secrets.ts'
import { openAddress, storeAddress } from '../../../platform/net/stored-address.ts'
import { problem } from '../../../platform/problem.ts'
import { contents } from '../contents/tables.ts'
import type { VideoScope } from '../contents/visibility.ts'
import { assertProfileExists } from '../encoding-profiles/chosen-profile.ts'
import { assertCollectionNotTrashed } from '../folders/collections.ts'
import type { Library } from '../library.ts'
import { readRows, suggestMapping } from './import-mapping.ts'
import { type ImportRecord, loadImportViews } from './import-view.ts'
import type { Sheet } from './sheet-parse.ts'
import { ROWS_AT_ONCE, readSheet } from './sheets.ts'
import { storeValues } from './stored-rows.ts'
import { importRows, imports, type RowValues } from './tables.ts'

const HOUR_SECONDS = 3600
const KEPT_SECONDS = 90 * 24 * HOUR_SECONDS

interface ImportInput {
  readonly fileName: string
  /** The file in base64. */
  readonly file: string
  readonly assetCollectionUUID?: string | undefined
}

/** @throws problem sheet-format, sheet-unreadable, sheet-empty, sheet-too-long, limit-reached, not-found, in-trash */
export async function createImport(
  library: Library,
  caller: Caller,
  given: ImportInput,
): Promise<VideoImport> {
  const { environmentId } = caller.scope
  const collectionId = given.assetCollectionUUID ?? null
  if (collectionId !== null) await assertCollectionNotTrashed(library.db, environmentId, collectionId)
  const { head, rows } = await readSheet(Buffer.from(given.file, 'base64'))
  if (rows.length === 0) throw problem('sheet-empty')
  if (rows.length > importLimits.rows)
    throw problem('sheet-too-long', {
      detail: `The file has ${rows.length} rows; the maximum is ${importLimits.rows}`,
    })
  const createdAt = library.clock.now()
  const row: ImportRecord = {
    id: uuidv7(createdAt.getTime()),
    environmentId,
    fileName: given.fileName,
    collectionId,
    head,
    mapping: suggestMapping(head),
    playbackPolicy: 'public',
    encodingProfileId: null,
    repeats: 'skip',
    isTest: false,
    rowCount: rows.length,
    createdBy: caller.actor.name,
    createdById: caller.actor.userId,
    createdAt,
    startedAt: null,
    stop: null,
  }
  return library.db.transaction(async (tx) => {
    await lockImports(tx, environmentId)
    const existing = await tx.$count(imports, eq(imports.environmentId, environmentId))
    if (existing >= importLimits.most) throw problem('limit-reached')
    await tx.insert(imports).values(row)
    await writeRows(library, tx, row, rows)
    return loadImportView(tx, row)
  })
}

interface ImportChange {
  readonly mapping: ImportMapping
  readonly playbackPolicy: PlaybackPolicy
  readonly encodingProfileId: string | null
  readonly repeats: ImportRecord['repeats']
  readonly isTest: boolean
}

/** Checks all rows again with the new settings. @throws problem not-found, import-started */
export async function updateImport(
  library: Library,
  environmentId: string,
  id: string,
  change: ImportChange,
): Promise<VideoImport> {
  return library.db.transaction(async (tx) => {
    await lockImports(tx, environmentId)
    const current = await getImport(tx, environmentId, id)
    if (current.startedAt !== null) throw problem('import-started')
    const { encodingProfileId } = change
    // The current profile may have been deleted.
    if (encodingProfileId !== current.encodingProfileId)
      await assertProfileExists(tx, environmentId, encodingProfileId)
    const row = { ...current, ...change }
    await tx.update(imports).set(change).where(rowOf(imports, current))
    await writeRows(library, tx, row, await loadCells(library, tx, row))
    return loadImportView(tx, row)
  })
}

async function loadCells(
  { secrets }: Library,
  tx: Transaction,
  { id, rowCount }: ImportRecord,
): Promise<Sheet['rows']> {
  const rows: Pick<typeof importRows.$inferSelect, 'number' | 'cells'>[] = []
  for (let start = 0; start < rowCount; start += ROWS_AT_ONCE)
    rows.push(
      ...(await tx
        .select({ number: importRows.number, cells: importRows.cells })
        .from(importRows)
        .where(eq(importRows.importId, id))
        .orderBy(importRows.number)
        .limit(ROWS_AT_ONCE)
        .offset(start)),
    )
  return rows.map(({ number, cells }) => ({ number, cells: cells.map((cell) => openAddress(secrets, cell)) }))
}

async function writeRows(
  { secrets }: Library,
  tx: Transaction,
  { id, environmentId, mapping, playbackPolicy, repeats }: ImportRecord,
  rows: Sheet['rows'],
): Promise<void> {
  const read = readRows(rows, mapping, playbackPolicy)
  const valid = read.filter(({ faults }) => faults.length === 0).map(({ values }) => values)
  const findDuplicate =
    repeats === 'skip' ? await findDuplicates(tx, secrets, environmentId, valid) : () => null
  await tx.delete(importRows).where(eq(importRows.importId, id))
  const written = read.map(({ number, values, faults }, n) => {
    const skipReason = faults.length === 0 ? findDuplicate(values) : null
    return {
      importId: id,
      number,
      cells: rows[n]?.cells.map((cell) => storeAddress(secrets, cell)) ?? [],
      values: storeValues(secrets, values),
      faults,
      state:
        faults.length > 0
          ? ('invalid' as const)
          : skipReason === null
            ? ('waiting' as const)
            : ('skipped' as const),
      skipReason,
    }
  })
  for (let start = 0; start < written.length; start += ROWS_AT_ONCE)
    await tx.insert(importRows).values(written.slice(start, start + ROWS_AT_ONCE))
}

/**
 * Finds rows that already have a video in the environment: by external id, or by URL if the row has none. Failed
 * videos, videos in the trash and test videos do not count.
 */
export async function findDuplicates(
  db: Queryable,
  secrets: Library['secrets'],
  environmentId: string,
  all: readonly RowValues[],
): Promise<(values: RowValues) => SkipReason | null> {
  const externalIds = all.flatMap(({ externalId }) => (externalId === null ? [] : [externalId]))
  // Stored addresses are found by their part that people see.
  const shown = all.flatMap(({ externalId, url }) => (externalId === null ? [hideSecrets(url)] : []))
  const stored = sql`split_part(${contents.sourceUrl}, ' sealed:', 1)`
  const existing = await db
    .select({ externalId: contents.externalId, url: contents.sourceUrl })
    .from(contents)
    .where(
      and(
        eq(contents.environmentId, environmentId),
        isNull(contents.trashedAt),
        ne(contents.status, 'failed'),
        eq(contents.isTest, false),
        or(
          inArray(contents.externalId, externalIds),
          and(
            inArray(
              sql`md5(${stored})`,
              shown.map((url) => sql`md5(${url})`),
            ),
            inArray(stored, shown),
          ),
        ),
      ),
    )
  const knownIds = new Set(existing.map(({ externalId }) => externalId))
  const knownUrls = new Set(existing.flatMap(({ url }) => (url === null ? [] : [openAddress(secrets, url)])))
  return ({ externalId, url }) => {
    if (externalId !== null) return knownIds.has(externalId) ? 'external-id-there' : null
    return knownUrls.has(url) ? 'url-there' : null
  }
}

/** Deletes an import and its waiting rows; its videos stay. @throws problem not-found */
export async function deleteImport(library: Library, caller: Caller, id: string): Promise<void> {
  const { environmentId } = caller.scope
  await library.db.transaction(async (tx) => {
    await lockImports(tx, environmentId)
    const row = await getImport(tx, environmentId, id)
    await tx.delete(imports).where(rowOf(imports, row))
    if (row.startedAt !== null)
      await recordImport(tx, caller, row, 'deleted', { before: factsOf(row) }, library.clock.now())
  })
}

/** Deletes old drafts and old imports. */
export async function deleteOldImports({ db, clock }: Library): Promise<void> {
  const draftsUntil = addSeconds(clock.now(), -importLimits.draftHours * HOUR_SECONDS)
  const until = addSeconds(clock.now(), -KEPT_SECONDS)
  await db
    .delete(imports)
    .where(
      or(lt(imports.createdAt, until), and(isNull(imports.startedAt), lt(imports.createdAt, draftsUntil))),
    )
}

/** Condition: users with a limited role see only their own imports. */
export function isVisibleImport({ filter }: VideoScope): SQL | undefined {
  return filter === null ? undefined : eq(imports.createdById, filter.userId)
}

export async function listImports({ db }: Library, scope: VideoScope, page: PageQuery) {
  const where = and(eq(imports.environmentId, scope.environmentId), isVisibleImport(scope))
  return loadPage(page, {
    select: db.select().from(imports).where(where).orderBy(desc(imports.createdAt), imports.id),
    total: db.$count(imports, where),
    view: (rows) => loadImportViews(db, rows),
  })
}

/** @throws problem not-found, also for an import of another environment */
export async function getImport(db: Queryable, environmentId: string, id: string): Promise<ImportRecord> {
  const [row] = await db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), eq(imports.environmentId, environmentId)))
  if (!row) throw problem('not-found')
  return row
}

export async function loadImportView(db: Queryable, row: ImportRecord): Promise<VideoImport> {
  const [view] = await loadImportViews(db, [row])
  if (view === undefined) throw new Error('an import has no view')
  return view
}

/** Allows one change of an environment's imports at a time, so that two rows cannot become the same video. */
export async function lockImports(tx: Transaction, environmentId: string): Promise<void> {
  await takeLock(tx, `imports ${environmentId}`)
}

type Verb = 'started' | 'stopped' | 'cancelled' | 'deleted'

/** Records a change of an import. An import that stops by itself has an event but no audit entry. */
export const recordImport = changeRecorder((row: ImportRecord, verb: Verb) => {
  const { id, environmentId, fileName, rowCount, stop } = row
  return {
    environmentId,
    object: { type: 'import', id, name: fileName },
    event: { type: `video.import.${verb}`, data: { fileName, rowCount, stop } },
    ...(verb !== 'stopped' && { action: `import.${verb}` as const }),
  }
})

export function factsOf({ fileName, rowCount, collectionId, repeats }: ImportRecord) {
  return { fileName, rowCount, assetCollectionUUID: collectionId, repeats }
}
