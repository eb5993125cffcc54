import { randomUUID } from 'node:crypto'
import type { MediaErrorId } from '@kinora/contract'
import { bandwidthOf } from '@kinora/media'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import type { ContentRow } from '../contents/content-view.ts'
import type { NewRendition } from '../contents/tables.ts'
import { ContentGone } from '../contents/workspace.ts'
import { encodedFacts } from '../encoding/encoded-usage.ts'
import type { Publisher } from '../encoding/publisher.ts'
import { appendSegments } from '../encoding/segments.ts'
import { stagedRenditions } from '../encoding-profiles/tables.ts'
import { SUPERSEDED_SECONDS, scheduleOutputRemovals } from '../files/removals.ts'
import type { Library } from '../library.ts'

type RowFilter = (row: NewRendition) => boolean

/** Staged renditions in ladder order. */
export async function listStaged(tx: Queryable, contentId: string): Promise<NewRendition[]> {
  const rows = await tx
    .select({ rendition: stagedRenditions.rendition })
    .from(stagedRenditions)
    .where(eq(stagedRenditions.contentId, contentId))
    .orderBy(asc(sql`(${stagedRenditions.rendition}->>'position')::int`))
  return rows.map(({ rendition }) => rendition)
}

/** Plans new renditions and removes those of an earlier attempt. */
export async function stageRenditions(
  library: Library,
  tx: Transaction,
  content: ContentRow,
  rows: readonly NewRendition[],
): Promise<void> {
  await removeStaged(library, tx, content)
  await insert(tx, rows)
}

/** Removes all staged renditions. Outputs that a worker may still be writing are removed later. */
export async function removeStaged(library: Library, tx: Transaction, content: ContentRow): Promise<void> {
  const dropped = await takeStaged(tx, content.id)
  for (const { outputId, status } of dropped)
    await scheduleOutputRemovals(
      library,
      tx,
      content,
      [outputId],
      status === 'ready' ? 0 : SUPERSEDED_SECONDS,
    )
}

/** Deletes the staged rows and returns them. */
export async function takeStaged(tx: Transaction, contentId: string): Promise<NewRendition[]> {
  const staged = await listStaged(tx, contentId)
  await tx.delete(stagedRenditions).where(eq(stagedRenditions.contentId, contentId))
  return staged
}

/** Marks renditions as processing. Those that an earlier attempt began get a new output, so that the two cannot mix. */
export async function startStaged(
  library: Library,
  tx: Transaction,
  content: ContentRow,
  matches: RowFilter,
) {
  await requeueStaged(library, tx, content, (row) => matches(row) && row.status === 'processing')
  await updateStaged(tx, content.id, matches, (row) => ({ ...row, status: 'processing', errorId: null }))
}

/** Queues renditions again, each with a new output id. */
export async function requeueStaged(
  library: Library,
  tx: Transaction,
  content: ContentRow,
  matches: RowFilter,
): Promise<void> {
  const old = await updateStaged(tx, content.id, matches, (row) => ({
    ...row,
    status: 'queued',
    outputId: randomUUID(),
    codecs: null,
  }))
  const outputIds = old.map(({ outputId }) => outputId)
  await scheduleOutputRemovals(library, tx, content, outputIds)
}

/** Marks renditions as ready. @throws ContentGone if another attempt has replaced one */
export async function completeStaged(
  { usage, clock }: Pick<Library, 'usage' | 'clock'>,
  tx: Transaction,
  content: ContentRow,
  made: readonly Publisher[],
) {
  const publishers = new Map(made.map((each) => [each.target.outputId, each]))
  const finished = await updateStaged(
    tx,
    content.id,
    ({ outputId }) => publishers.has(outputId),
    (row) => readyRow(row, publishers.get(row.outputId)),
  )
  if (finished.length < made.length) throw new ContentGone()
  for (const { target, segments } of made) await appendSegments(tx, content, target.outputId, 0, segments)
  const facts = finished.flatMap((row) => {
    const durationS = publishers.get(row.outputId)?.totals().durationS ?? 0
    return encodedFacts(content, row, durationS, clock.now())
  })
  await usage.record(tx, facts)
}

/** Marks renditions as failed, with the reason. */
export async function failStaged(
  tx: Transaction,
  contentId: string,
  matches: RowFilter,
  errorId: MediaErrorId,
) {
  await updateStaged(
    tx,
    contentId,
    (row) => matches(row) && row.status !== 'ready',
    (row) => ({ ...row, status: 'failed', errorId: row.errorId ?? errorId }),
  )
}

/** Updates staged renditions. Returns the previous rows. */
async function updateStaged(
  tx: Transaction,
  contentId: string,
  matches: RowFilter,
  change: (row: NewRendition) => NewRendition,
): Promise<NewRendition[]> {
  const old = (await listStaged(tx, contentId)).filter(matches)
  const outputIds = old.map(({ outputId }) => outputId)
  const condition = and(
    eq(stagedRenditions.contentId, contentId),
    inArray(stagedRenditions.outputId, outputIds),
  )
  await tx.delete(stagedRenditions).where(condition)
  await insert(tx, old.map(change))
  return old
}

async function insert(tx: Transaction, rows: readonly NewRendition[]): Promise<void> {
  const values = rows.map((rendition) => ({
    outputId: rendition.outputId,
    contentId: rendition.contentId,
    rendition,
  }))
  if (values.length > 0) await tx.insert(stagedRenditions).values(values)
}

function readyRow(row: NewRendition, publisher: Publisher | undefined): NewRendition {
  if (publisher === undefined) throw new Error(`${row.name} was not encoded`)
  const totals = publisher.totals()
  return {
    ...row,
    status: 'ready',
    progress: 1,
    ended: true,
    codecs: publisher.codecs(),
    bitrate: bandwidthOf(totals).average,
    sizeBytes: totals.sizeBytes,
  }
}
