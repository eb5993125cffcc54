import {
  type Analysis,
  type AnalysisPart,
  type AnalysisReason,
  analysisParts as analysisPartNames,
  type analyzeBody,
} from '@kinora/contract'
import { and, asc, inArray, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { type ContentRef, partOf, type ReadyVideo } from '../../library/index.ts'
import { analysisAudio } from '../audio/tables.ts'
import type { Intelligence } from '../intelligence.ts'
import { loadSeenPeople } from '../people/seen-people.ts'
import { loadObjects } from '../pictures/objects.ts'
import { watchJob } from '../runs/jobs.ts'
import { recordAnalysis } from '../runs/part-states.ts'
import { analysisParts, type PartRow } from '../runs/tables.ts'
import { scenesOf } from '../scenes/scenes.ts'
import { analysisShots } from '../scenes/tables.ts'
import { loadTexts } from '../text/texts.ts'
import { type TranscriptRow, transcripts } from '../transcripts/tables.ts'

/** Requests the analysis of parts of a video. Parts that are being analyzed go on.
 * @throws problem not-found, content-not-ready, in-trash */
export async function requestAnalysis(
  intelligence: Intelligence,
  caller: Caller,
  contentId: string,
  wanted: z.output<typeof analyzeBody>,
): Promise<Analysis> {
  const { db, library } = intelligence
  await db.transaction(async (tx) => {
    const video = await library.lockReadyVideo(tx, caller.scope, contentId)
    await startAnalysis(intelligence, tx, caller, video, wanted)
  })
  return getAnalysis(db, { id: contentId, environmentId: caller.scope.environmentId })
}

/** Starts the analysis of a locked video.
 * @param caller null if Kinora starts it by a rule of the environment */
export async function startAnalysis(
  { clock, jobs }: Pick<Intelligence, 'clock' | 'jobs'>,
  tx: Transaction,
  caller: Caller | null,
  video: ReadyVideo,
  { parts, language }: z.output<typeof analyzeBody>,
): Promise<void> {
  const { id: contentId, environmentId, title } = video
  const at = clock.now()
  const wanted = await notRunning(tx, video, parts)
  if (wanted.length === 0) return
  const runId = uuidv7(at.getTime())
  const rows = wanted.map((part): typeof analysisParts.$inferInsert => {
    const reason = missingIn(video, part)
    return {
      environmentId,
      contentId,
      part,
      runId,
      sourceId: video.sourceId,
      status: reason === null ? 'waiting' : 'unavailable',
      progress: 0,
      reason,
      language: part === 'speech' ? language : null,
      requestedAt: at,
      endedAt: reason === null ? null : at,
    }
  })
  await tx.delete(analysisParts).where(and(partOf(analysisParts, video), inArray(analysisParts.part, wanted)))
  await tx.insert(analysisParts).values(rows)
  const change = { contentId, environmentId, title }
  await recordAnalysis(tx, caller, change, 'requested', { after: { parts: wanted, language } }, at)
  if (rows.some(({ status }) => status === 'waiting'))
    await jobs.enqueue(tx, watchJob, { contentId, runId }, { environmentId, key: runId })
}

/** The requested parts that no worker has, or will have. */
async function notRunning(
  tx: Transaction,
  video: ReadyVideo,
  parts: readonly AnalysisPart[],
): Promise<AnalysisPart[]> {
  const isRunning = inArray(analysisParts.status, ['waiting', 'running'])
  const running = await partsOfFile(tx, video, isRunning)
  return [...new Set(parts)].filter((part) => !running.has(part))
}

/** Parts that were never requested for the file of a video. */
export async function unknownParts(
  tx: Transaction,
  video: ReadyVideo,
  parts: readonly AnalysisPart[],
): Promise<AnalysisPart[]> {
  const known = await partsOfFile(tx, video)
  return parts.filter((part) => !known.has(part))
}

async function partsOfFile(
  tx: Transaction,
  video: ReadyVideo,
  which?: SQL,
): Promise<ReadonlySet<AnalysisPart>> {
  const isOfFile = sql`${analysisParts.sourceId} IS NOT DISTINCT FROM ${video.sourceId}`
  const rows = await tx
    .select({ part: analysisParts.part })
    .from(analysisParts)
    .where(and(partOf(analysisParts, video), isOfFile, which))
  return new Set(rows.map(({ part }) => part))
}

/** The track that the video lacks for a part. */
function missingIn({ hasPicture, hasAudio }: ReadyVideo, part: AnalysisPart): AnalysisReason | null {
  if (part === 'audio' || part === 'speech') return hasAudio ? null : 'no-audio'
  return hasPicture ? null : 'no-picture'
}

/** The state and the results of an analysis. Empty for a video that was never analyzed. */
export async function getAnalysis(db: Queryable, content: ContentRef): Promise<Analysis> {
  // Before the results, so that those of a part that is ready are never missing.
  const parts = await db.select().from(analysisParts).where(partOf(analysisParts, content))
  const [shots, [audio], [transcript], texts, people, objects] = await Promise.all([
    db.select().from(analysisShots).where(partOf(analysisShots, content)).orderBy(asc(analysisShots.number)),
    db.select().from(analysisAudio).where(partOf(analysisAudio, content)),
    db.select().from(transcripts).where(partOf(transcripts, content)),
    loadTexts(db, content),
    loadSeenPeople(db, content),
    loadObjects(db, content),
  ])
  const isReady = (name: AnalysisPart) =>
    parts.some(({ part, status }) => part === name && status === 'ready')
  const isLookedAt = people.length > 0 || objects.length > 0 || isReady('pictures')
  return {
    contentId: content.id,
    parts: analysisPartNames.flatMap((name) => parts.filter(({ part }) => part === name).map(partView)),
    scenes: shots.length === 0 ? null : scenesOf(shots),
    audio:
      audio === undefined
        ? null
        : {
            speech: audio.speech.map(inSeconds),
            silence: audio.silence.map(inSeconds),
            levels: audio.levels,
          },
    texts: texts.length > 0 || isReady('text') ? texts : null,
    people: isLookedAt ? people : null,
    objects: isLookedAt ? objects : null,
    transcript: transcript === undefined ? null : transcriptView(transcript),
  }
}

function transcriptView({ language, quality, engine, updatedAt }: TranscriptRow) {
  return { language, quality, engine, updatedAt: updatedAt.toISOString() }
}

function partView(row: PartRow): Analysis['parts'][number] {
  const { part, status, progress, reason, engine, engineVersion, quality, language } = row
  return {
    part,
    status,
    progress,
    reason: reason as AnalysisReason | null,
    engine: engine === null ? null : { name: engine, version: engineVersion ?? '' },
    quality,
    language,
    requestedAt: row.requestedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}

function inSeconds([startMs, endMs]: readonly [number, number]) {
  return { start: startMs / 1000, end: endMs / 1000 }
}
