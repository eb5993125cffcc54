import {
  cutText,
  type ImportCounts,
  type ImportRow,
  importLimits,
  mediaErrors,
  type RowState,
  rowFaults,
  rowStates,
  type VideoImport,
} from '@kinora/contract'
import { and, asc, count, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { shownAddress } from '../../../platform/net/stored-address.ts'
import { isMediaError } from '../contents/content-view.ts'
import { contents } from '../contents/tables.ts'
import { importRows, type imports } from './tables.ts'

export type ImportRecord = typeof imports.$inferSelect

const EXAMPLES = 3
const EXAMPLE_CHARS = 80

// Without parameters, because PostgreSQL groups only by expressions that are equal as text.
const isDownloading = sql`${contents.stage} = 'downloading'`
const isDownloadQueued = sql`${contents.stage} = 'queued' AND ${contents.sourceBytes} IS NULL`

/** A content whose file is not fetched yet, so that its row can be canceled. */
export const isCancelable = and(
  isNull(contents.trashedAt),
  eq(contents.status, 'processing'),
  or(isDownloading, isDownloadQueued),
)

/** State of a row: its own, or that of the video made from it. */
const rowState = sql<RowState>`CASE
  WHEN ${importRows.state} = 'refused' THEN 'failed'
  WHEN ${importRows.state} <> 'made' THEN ${importRows.state}
  WHEN ${contents.id} IS NULL OR ${contents.trashedAt} IS NOT NULL THEN 'removed'
  WHEN ${contents.status} <> 'processing' THEN ${contents.status}
  WHEN ${isDownloading} THEN 'downloading'
  WHEN ${isDownloadQueued} THEN 'waiting'
  ELSE 'processing' END`

/** Joins only contents of the import's own environment. */
function joinCondition(environmentId: SQL | string): SQL | undefined {
  return and(eq(contents.id, importRows.contentId), eq(contents.environmentId, environmentId))
}

export async function loadImportViews(db: Queryable, rows: readonly ImportRecord[]): Promise<VideoImport[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const environmentIds = [...new Set(rows.map(({ environmentId }) => environmentId))]
  const counted = await db
    .select({ importId: importRows.importId, state: rowState, count: count() })
    .from(importRows)
    .leftJoin(
      contents,
      and(eq(contents.id, importRows.contentId), inArray(contents.environmentId, environmentIds)),
    )
    .where(inArray(importRows.importId, ids))
    .groupBy(importRows.importId, rowState)
  const exampleRows = await db
    .select({ importId: importRows.importId, cells: importRows.cells })
    .from(importRows)
    .where(
      sql`(${importRows.importId}, ${importRows.number}) IN (
        SELECT import_id, number FROM (
          SELECT import_id, number, row_number() OVER (PARTITION BY import_id ORDER BY number) AS row_position
          FROM import_rows WHERE ${inArray(importRows.importId, ids)}
        ) AS numbered WHERE row_position <= ${EXAMPLES})`,
    )
    .orderBy(asc(importRows.number))
  return rows.map((row) =>
    importView(
      row,
      countsOf(counted.filter(({ importId }) => importId === row.id)),
      exampleRows.filter(({ importId }) => importId === row.id).map(({ cells }) => cells.map(shownAddress)),
    ),
  )
}

function countsOf(counted: readonly { state: RowState; count: number }[]): ImportCounts {
  const find = (state: RowState) => counted.find((each) => each.state === state)?.count ?? 0
  return Object.fromEntries(rowStates.map((state) => [state, find(state)])) as ImportCounts
}

function importView(row: ImportRecord, counts: ImportCounts, exampleRows: readonly string[][]): VideoImport {
  const isDraft = row.startedAt === null
  const isOver = counts.waiting + counts.downloading + counts.processing === 0
  // An import that stopped after its last row cannot be resumed.
  const stop = counts.waiting > 0 ? row.stop : null
  const expiresAt = addSeconds(row.createdAt, importLimits.draftHours * 3600)
  return {
    id: row.id,
    fileName: row.fileName,
    status: isDraft ? 'draft' : stop !== null ? 'stopped' : isOver ? 'finished' : 'running',
    stop,
    assetCollectionUUID: row.collectionId,
    columns: columnsOf(row.head, exampleRows),
    mapping: row.mapping,
    playbackPolicy: row.playbackPolicy,
    encodingProfileId: row.encodingProfileId,
    repeats: row.repeats,
    isTest: row.isTest,
    rowCount: row.rowCount,
    counts,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    expiresAt: isDraft ? expiresAt.toISOString() : null,
  }
}

/** Some sheets have values in columns without a name. */
function columnsOf(head: readonly string[], exampleRows: readonly string[][]): VideoImport['columns'] {
  const width = Math.max(head.length, ...exampleRows.map(({ length }) => length))
  return Array.from({ length: width }, (_, n) => ({
    name: head[n] ?? '',
    examples: exampleRows.flatMap((cells) => (cells[n] ? [cutText(cells[n], EXAMPLE_CHARS)] : [])),
  }))
}

interface RowQuery extends PageQuery {
  readonly state?: readonly RowState[] | undefined
}

export async function listRows(db: Queryable, row: ImportRecord, { state, ...page }: RowQuery) {
  const where = and(
    eq(importRows.importId, row.id),
    state === undefined ? undefined : inArray(rowState, [...state]),
  )
  const counted = db
    .select({ number: importRows.number })
    .from(importRows)
    .leftJoin(contents, joinCondition(row.environmentId))
    .where(where)
  return loadPage(page, {
    select: selectRows(db, row, where),
    total: db.$count(counted.as('counted')),
    view: (rows) => rows.map(rowView),
  })
}

/** At most `importLimits.rows`. */
export async function listAllRows(db: Queryable, row: ImportRecord): Promise<ImportRow[]> {
  return (await selectRows(db, row, eq(importRows.importId, row.id))).map(rowView)
}

const { cells: _cells, ...rowColumns } = getTableColumns(importRows)

/** Selects rows without their cells, which can be megabytes. */
function selectRows(db: Queryable, { environmentId }: ImportRecord, where: SQL | undefined) {
  return db
    .select({
      row: rowColumns,
      state: rowState,
      content: {
        id: contents.id,
        playbackId: contents.playbackId,
        status: contents.status,
        progress: contents.progress,
        errorId: contents.errorId,
        trashedAt: contents.trashedAt,
      },
    })
    .from(importRows)
    .leftJoin(contents, joinCondition(environmentId))
    .where(where)
    .orderBy(asc(importRows.number))
}

type FoundRow = Awaited<ReturnType<typeof selectRows>>[number]

function rowView({ row, state, content }: FoundRow): ImportRow {
  const { url, title, description, tags, externalId, playbackPolicy } = row.values
  return {
    number: row.number,
    url: shownAddress(url),
    title,
    description,
    tags: [...tags],
    externalId,
    playbackPolicy,
    state,
    faults: row.faults.map(({ field, id }) => ({ field, id, message: rowFaults[id] })),
    skipReason: row.skipReason,
    error: state === 'failed' ? errorOf(row.errorId ?? content?.errorId ?? null) : null,
    content: content === null || content.trashedAt !== null ? null : contentPart(content),
  }
}

function contentPart({ id, playbackId, status, progress }: NonNullable<FoundRow['content']>) {
  return { id, playbackId, status, progress }
}

function errorOf(id: string | null): ImportRow['error'] {
  if (id === null || !isMediaError(id)) return null
  return { id, message: mediaErrors[id].title, retryable: mediaErrors[id].retryable }
}
