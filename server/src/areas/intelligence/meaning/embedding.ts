import { and, asc, eq, gt, like, ne, or } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { type ContentRef, partOf } from '../../library/index.ts'
import { ModelFailure } from '../engines/model-worker.ts'
import type { Intelligence } from '../intelligence.ts'
import { passageVectors, searchPassages, transcripts } from '../transcripts/tables.ts'
import { embedJob } from './jobs.ts'
import { piecesOf } from './pieces.ts'
import { signsOf, storedVector } from './vector.ts'

/** Version of the model. Passages of another one are embedded again. */
export const VECTORS_VERSION = 1
/** Few, so that a search that asks meanwhile waits only for a quarter of a second. */
const PIECES_AT_ONCE = 16
const ROWS_AT_ONCE = 500
const LONGEST_MS = 60_000
/** Transcripts that a sweep hands to workers. */
const SWEPT = 50

/** The model understands English, and nothing else. */
const isEnglish = or(eq(transcripts.language, 'en'), like(transcripts.language, 'en-%'))
const isOutdated = and(
  ne(transcripts.vectorsVersion, VECTORS_VERSION),
  gt(transcripts.passageCount, 0),
  isEnglish,
)

/** Gives up a transcript that cannot be embedded, until its passages change: sweeps would try it for ever. */
export async function giveUpEmbedding({ db }: Pick<Intelligence, 'db'>, content: ContentRef): Promise<void> {
  await db.update(transcripts).set({ vectorsVersion: VECTORS_VERSION }).where(partOf(transcripts, content))
}

/** Has workers embed transcripts whose passages changed. For the sweep. */
export async function enqueueOutdated({ db, jobs, embedder }: Intelligence): Promise<void> {
  if (!embedder.isInstalled) return
  const { contentId, environmentId } = transcripts
  const rows = await db.select({ contentId, environmentId }).from(transcripts).where(isOutdated).limit(SWEPT)
  if (rows.length === 0) return
  await db.transaction(async (tx) => {
    for (const row of rows)
      await jobs.enqueue(
        tx,
        embedJob,
        { contentId: row.contentId },
        { environmentId: row.environmentId, key: row.contentId },
      )
  })
}

/** Stores the vectors of the passages of a transcript, unless they change meanwhile: then the next sweep follows. */
export async function embedTranscript(
  { db, embedder }: Pick<Intelligence, 'db' | 'embedder'>,
  content: ContentRef,
  signal: AbortSignal,
): Promise<void> {
  if ((await db.$count(transcripts, and(partOf(transcripts, content), isOutdated))) === 0) return
  const passages = await spokenPassages(db, content)
  const pieces = passages.flatMap(({ number, text }) =>
    piecesOf(text).flatMap((own, piece) => (own.trim() === '' ? [] : [{ number, piece, text: own }])),
  )
  const vectors: number[][] = []
  for (let at = 0; at < pieces.length; at += PIECES_AT_ONCE) {
    signal.throwIfAborted()
    const texts = pieces.slice(at, at + PIECES_AT_ONCE).map(({ text }) => text)
    const found = await embedder.embed(texts, LONGEST_MS)
    if (found.length !== texts.length) throw new ModelFailure('crashed', 'vectors are missing')
    vectors.push(...found)
  }
  await db.transaction(async (tx) => {
    const isOurs = and(partOf(transcripts, content), isOutdated)
    const [head] = await tx.select().from(transcripts).where(isOurs).for('update')
    if (head === undefined) return
    const now = await spokenPassages(tx, content)
    if (JSON.stringify(now) !== JSON.stringify(passages)) return
    const { id: contentId, environmentId } = content
    const rows = pieces.flatMap(({ number, piece }, n) => {
      const vector = vectors[n]
      if (vector === undefined) return []
      const key = { environmentId, contentId, number, piece }
      return [{ ...key, bits: signsOf(vector), vector: storedVector(vector) }]
    })
    await tx.delete(passageVectors).where(partOf(passageVectors, content))
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      await tx.insert(passageVectors).values(rows.slice(at, at + ROWS_AT_ONCE))
    await tx.update(transcripts).set({ vectorsVersion: VECTORS_VERSION }).where(partOf(transcripts, content))
  })
}

function spokenPassages(db: Queryable, content: ContentRef) {
  const { number, text, place } = searchPassages
  return db
    .select({ number, text })
    .from(searchPassages)
    .where(and(partOf(searchPassages, content), eq(place, 'speech')))
    .orderBy(asc(number))
}
