import type { AiClip, suggestAiClipsBody } from '@kinora/contract'
import { type ClipSuggestion, overlapOf, suggestionLimits } from '@kinora/media'
import { and, asc, eq, isNotNull, isNull, ne, not, or } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { recordChange, recordEvents } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { tasksOf } from '../../../platform/workers/workers.ts'
import { type ContentRef, partOf } from '../../library/index.ts'
import { analysisAudio } from '../audio/tables.ts'
import type { Intelligence } from '../intelligence.ts'
import { faces } from '../people/tables.ts'
import { analysisParts } from '../runs/tables.ts'
import { analysisShots } from '../scenes/tables.ts'
import { transcriptSentences } from '../transcripts/tables.ts'
import { eventOf } from './clip-changes.ts'
import { timedWords, viewClips } from './clip-view.ts'
import type { StoredMaterial } from './suggestion-tasks.ts'
import { type AiClipRow, aiClips } from './tables.ts'

const task = tasksOf<typeof import('./suggestion-tasks.ts')>(
  new URL('./suggestion-tasks.ts', import.meta.url),
)

/** Replaces the suggestions of a video that nobody changed.
 * @throws problem not-found, content-not-ready, in-trash, not-analyzed */
export async function suggestClipsOf(
  intelligence: Intelligence,
  caller: Caller,
  contentId: string,
  { length: lengthS, count }: z.output<typeof suggestAiClipsBody>,
): Promise<{ items: AiClip[] }> {
  const { db, clock, library, workers } = intelligence
  const video = await db.transaction((tx) => library.lockReadyVideo(tx, caller.scope, contentId))
  const material = await loadMaterial(db, video, video.durationS)
  const kept = (await loadKept(db, video)).map(placeOf)
  const found = await workers.run(task('suggest'), { material, lengthS, count, kept })
  const rows = await db.transaction(async (tx) => {
    const { title } = await library.lockReadyVideo(tx, caller.scope, contentId)
    await takeLock(tx, clipsLock(video))
    const at = clock.now()
    await tx.delete(aiClips).where(and(partOf(aiClips, video), not(isKept)))
    // People may have kept more clips while these were searched for.
    const stays = (await loadKept(tx, video)).map(placeOf)
    const isFree = (one: ClipSuggestion) =>
      stays.every((other) => overlapOf(one, other) <= suggestionLimits.overlap)
    const values = found.filter(isFree).map((each) => rowOf(each, video, at))
    const stored = values.length === 0 ? [] : await tx.insert(aiClips).values(values).returning()
    await recordEvents(
      tx,
      video.environmentId,
      stored.map((row) => eventOf(row, 'created')),
      at,
    )
    const object = { type: 'analysis', id: contentId, name: title } as const
    const audit = { action: 'ai_clip.suggested', after: { length: lengthS, count: stored.length } } as const
    await recordChange(tx, caller, { environmentId: video.environmentId, object, audit }, at)
    return stored
  })
  return { items: await viewClips(db, video, rows) }
}

/** Name of the lock under which clips of a video are added. */
export const clipsLock = ({ id }: ContentRef) => `ai clips of ${id}`

/** Clips that a person made, changed, highlighted, archived or published. */
export const isKept = or(
  ne(aiClips.state, 'suggested'),
  eq(aiClips.isEdited, true),
  isNull(aiClips.score),
  isNotNull(aiClips.publishedContentId),
) as NonNullable<ReturnType<typeof or>>

function loadKept(db: Queryable, content: ContentRef): Promise<AiClipRow[]> {
  return db
    .select()
    .from(aiClips)
    .where(and(partOf(aiClips, content), isKept))
}

function placeOf({ startMs, endMs }: AiClipRow) {
  return { startS: startMs / 1000, endS: endMs / 1000 }
}

function rowOf(
  { startS, endS, title, score, parts, reasons }: ClipSuggestion,
  { id: contentId, environmentId }: ContentRef,
  at: Date,
): typeof aiClips.$inferInsert {
  const times = { startMs: Math.round(startS * 1000), endMs: Math.round(endS * 1000) }
  const dates = { createdAt: at, updatedAt: at }
  return {
    id: uuidv7(at.getTime()),
    environmentId,
    contentId,
    ...times,
    title,
    state: 'suggested',
    score,
    parts,
    reasons,
    ...dates,
  }
}

/** The material for suggestions. Null if neither words nor audio are known. */
export async function basisOf(db: Queryable, content: ContentRef): Promise<'words' | 'audio' | null> {
  const [sentences, audio] = await Promise.all([
    db.$count(transcriptSentences, partOf(transcriptSentences, content)),
    db.$count(analysisAudio, partOf(analysisAudio, content)),
  ])
  return sentences > 0 ? 'words' : audio > 0 ? 'audio' : null
}

/** @throws problem not-analyzed */
async function loadMaterial(db: Queryable, content: ContentRef, durationS: number): Promise<StoredMaterial> {
  const [sentences, [audio], shots, seen] = await Promise.all([
    db
      .select()
      .from(transcriptSentences)
      .where(partOf(transcriptSentences, content))
      .orderBy(asc(transcriptSentences.startMs), asc(transcriptSentences.id)),
    db.select().from(analysisAudio).where(partOf(analysisAudio, content)),
    db
      .select({ startMs: analysisShots.startMs })
      .from(analysisShots)
      .where(partOf(analysisShots, content))
      .orderBy(asc(analysisShots.number)),
    loadFaces(db, content),
  ])
  if (sentences.length === 0 && audio === undefined) throw problem('not-analyzed')
  return {
    durationMs: Math.floor(durationS * 1000),
    sentences: sentences.map(timedWords),
    audio: audio ?? null,
    faces: seen,
    cuts: shots.length === 0 ? null : shots.map(({ startMs }) => startMs).filter((startMs) => startMs > 0),
  }
}

/** The faces of a video. Null before they are searched for. */
async function loadFaces(db: Queryable, content: ContentRef): Promise<StoredMaterial['faces']> {
  const { startMs, endMs, share } = faces
  const isDone = and(
    partOf(analysisParts, content),
    eq(analysisParts.part, 'pictures'),
    eq(analysisParts.status, 'ready'),
  )
  const rows = await db
    .select({ startMs, endMs, share })
    .from(faces)
    .where(partOf(faces, content))
    .orderBy(asc(startMs))
  if (rows.length === 0 && (await db.$count(analysisParts, isDone)) === 0) return null
  return rows.map((row) => [row.startMs, row.endMs, row.share] as const)
}
