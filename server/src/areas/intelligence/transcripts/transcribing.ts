import { type FileHandle, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SPEECH_RATE, type SpokenWord, sentencesOf, speechChunks, turnsOf } from '@kinora/media'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { reasonOf } from '../../../platform/ffmpeg/limits.ts'
import type { JobContext } from '../../../platform/jobs/jobs.ts'
import type { UsageFact } from '../../../platform/usage/usage.ts'
import {
  ContentGone,
  type ContentRef,
  partOf,
  scheduleRemoval,
  type Workspace,
  withWorkspace,
} from '../../library/index.ts'
import { analysisAudio } from '../audio/tables.ts'
import { EngineFailure } from '../engines/engine-server.ts'
import { ModelFailure } from '../engines/model-worker.ts'
import type { Intelligence } from '../intelligence.ts'
import { transcribeJob } from '../runs/jobs.ts'
import { failParts, finishPart, type Run, startParts, storeProgress } from '../runs/part-states.ts'
import { audioKey } from '../runs/run-files.ts'
import type { PartRow } from '../runs/tables.ts'
import { askForFindings } from '../video-analysis/sent-videos.ts'
import { findTranscriber } from './engines.ts'
import { indexTranscript } from './passages.ts'
import { sentTranscriber } from './sent-transcriber.ts'
import { sentenceRow } from './sentence-row.ts'
import { transcriptSentences, transcripts, type WordRow } from './tables.ts'
import type { Transcriber } from './transcriber.ts'

const PIECE = 'piece.raw'
const BYTES_A_SECOND = SPEECH_RATE * 2

/** Writes down the speech of a run, piece by piece between pauses. A run that was interrupted goes on after the last
 * piece. @param misses questions in a row that a server for video analysis did not answer */
export async function transcribeVideo(
  intelligence: Intelligence,
  run: Run,
  { signal }: JobContext,
  misses: number,
): Promise<void> {
  const [part] = await startParts(intelligence, run, ['speech'])
  if (part === undefined) return
  const sent = await askForFindings(intelligence, run, part, { job: transcribeJob, misses, signal })
  if (sent === 'later') return
  const transcriber =
    sent === null ? await findTranscriber(intelligence.config, part.language ?? 'en') : sentTranscriber(sent)
  if (typeof transcriber === 'string')
    return failParts(intelligence, run, ['speech'], transcriber, 'unavailable')
  try {
    await withWorkspace(intelligence, run, signal, (workspace) =>
      transcribeAudio(intelligence, run, part, transcriber, workspace),
    )
  } catch (error) {
    if (!(error instanceof ContentGone)) throw error
  }
}

/** Writes the reason that people see after the last attempt. */
export async function failTranscribing(intelligence: Intelligence, run: Run, error: unknown): Promise<void> {
  await failParts(intelligence, run, ['speech'], faultOf(error))
}

function faultOf(error: unknown) {
  if (error instanceof EngineFailure) return error.reason
  return error instanceof ModelFailure ? 'engine-failed' : reasonOf(error)
}

async function transcribeAudio(
  intelligence: Intelligence,
  run: Run,
  part: PartRow,
  transcriber: Transcriber,
  { folder, signal }: Workspace,
): Promise<void> {
  const { db, storage, clock, usage } = intelligence
  const path = await storage.localFile(audioKey(run), folder, signal)
  if (path === null) return failParts(intelligence, run, ['speech'], 'source-missing')
  const language = part.language ?? 'en'
  let isBegun = part.doneMs > 0
  let meteredMs = part.doneMs
  // What an earlier run wrote stays until the engine has answered.
  const begin = async (tx: Transaction) => {
    if (!isBegun) await beginTranscript(tx, run, part, transcriber, clock.now())
  }
  const audio = await open(path)
  try {
    const durationS = (await audio.stat()).size / BYTES_A_SECOND
    const speech = await speechIn(intelligence, run)
    for (const [startS, endS] of speechChunks(speech, durationS, transcriber.mostPieceS ?? undefined)) {
      if (Math.round(endS * 1000) <= part.doneMs) continue
      await copyPiece(audio, join(folder, PIECE), startS, endS)
      const piece = { file: PIECE, folder, startS, durationS: endS - startS, language, signal }
      const words = await transcriber.transcribe(intelligence, piece)
      const heard = words
        .map((word) => ({ ...word, startS: word.startS + startS, endS: word.endS + startS }))
        .filter((word) => speech.some(([from, to]) => isWithin(word, from, to)))
      const reached = { doneMs: Math.round(endS * 1000), progress: Math.min(1, endS / durationS) }
      const isOurs = await db.transaction(async (tx) => {
        if (!(await storeProgress(tx, run, 'speech', reached))) return false
        await begin(tx)
        await storePiece(tx, run, heard)
        await usage.record(tx, [
          usedBy(run, Math.max(meteredMs, Math.round(startS * 1000)), reached.doneMs, clock.now()),
        ])
        return true
      })
      if (!isOurs) return
      isBegun = true
      meteredMs = reached.doneMs
    }
  } finally {
    await audio.close()
  }
  await db.transaction(async (tx) => {
    const { name: engine, version: engineVersion, quality } = transcriber
    const result = { engine, engineVersion, quality, language }
    if (await finishPart(intelligence, tx, run, 'speech', result)) {
      await begin(tx)
      await indexTranscript(tx, run)
    }
    await scheduleRemoval(intelligence, tx, run.environmentId, audioKey(run))
  })
}

/** The audio that an engine has analyzed, without pauses. A run that goes on after an interruption counts nothing twice. */
function usedBy(
  { id, runId, environmentId }: Run,
  fromMs: number,
  toMs: number,
  occurredAt: Date,
): UsageFact {
  const key = `transcript:${id}:${runId}:${fromMs}`
  return { key, environmentId, objectId: id, meter: 'transcripts', quantity: toMs - fromMs, occurredAt }
}

/** Removes what an earlier run wrote, other than what people changed. */
async function beginTranscript(
  tx: Transaction,
  run: Run,
  part: PartRow,
  { name: engine, quality }: Transcriber,
  updatedAt: Date,
): Promise<void> {
  const { id: contentId, environmentId } = run
  await tx
    .delete(transcriptSentences)
    .where(and(partOf(transcriptSentences, run), eq(transcriptSentences.isEdited, false)))
  const values = { language: part.language ?? 'en', quality, engine, updatedAt }
  await tx
    .insert(transcripts)
    .values({ contentId, environmentId, ...values })
    .onConflictDoUpdate({
      target: transcripts.contentId,
      set: values,
      setWhere: sql`${transcripts.environmentId} = ${environmentId}`,
    })
}

async function speechIn({ db }: Intelligence, run: Run) {
  const { speech } = analysisAudio
  const [row] = await db.select({ speech }).from(analysisAudio).where(partOf(analysisAudio, run))
  return (row?.speech ?? []).map(([startMs, endMs]) => [startMs / 1000, endMs / 1000] as const)
}

async function copyPiece(audio: FileHandle, file: string, startS: number, endS: number): Promise<void> {
  const start = Math.round(startS * SPEECH_RATE) * 2
  const bytes = Buffer.alloc(Math.round(endS * SPEECH_RATE) * 2 - start)
  await audio.read(bytes, 0, bytes.length, start)
  await writeFile(file, bytes, { mode: 0o644 })
}

/** Whether the middle of a word is in a span of speech: engines hear words in noise too. */
function isWithin({ startS, endS }: SpokenWord, fromS: number, toS: number): boolean {
  const middleS = (startS + endS) / 2
  return middleS >= fromS && middleS <= toS
}

/** Stores the sentences of a piece, other than those that people changed. */
async function storePiece(tx: Transaction, run: Run, words: readonly SpokenWord[]): Promise<void> {
  const speakers = await namesFor(tx, run, words)
  for (const turn of turnsOf(words))
    for (const sentence of sentencesOf(turn)) {
      const speaker = speakers.get(turn[0]?.speaker ?? '') ?? null
      const row = sentenceRow(run, sentence.map(wordRow), speaker)
      if (!(await hasEdited(tx, run, row.startMs, row.endMs)))
        await tx.insert(transcriptSentences).values(row)
    }
}

/** Names for the speakers of a piece: S1, S2 and so on. Engines name people again in each piece, so nobody gets the name
 * of an earlier one; a person can give two of them one name. */
async function namesFor(
  tx: Transaction,
  content: ContentRef,
  words: readonly SpokenWord[],
): Promise<ReadonlyMap<string, string>> {
  const named = [...new Set(words.flatMap(({ speaker }) => speaker ?? []))]
  if (named.length === 0) return new Map()
  const { speaker } = transcriptSentences
  const number = sql<number>`coalesce(max(substring(${speaker} from '^S([0-9]{1,6})$')::int), 0)`
  const [row] = await tx
    .select({ last: number })
    .from(transcriptSentences)
    .where(partOf(transcriptSentences, content))
  return new Map(named.map((each, n) => [each, `S${(row?.last ?? 0) + n + 1}`]))
}

/** Whether a person changed what is said in a span. */
async function hasEdited(
  tx: Transaction,
  content: ContentRef,
  startMs: number,
  endMs: number,
): Promise<boolean> {
  const isEdited = and(
    partOf(transcriptSentences, content),
    eq(transcriptSentences.isEdited, true),
    lt(transcriptSentences.startMs, endMs),
    gt(transcriptSentences.endMs, startMs),
  )
  return (await tx.$count(transcriptSentences, isEdited)) > 0
}

function wordRow({ startS, endS, text, confidence }: SpokenWord): WordRow {
  const sure = confidence === null ? null : Math.round(confidence * 100) / 100
  return [Math.round(startS * 1000), Math.round(endS * 1000), text, sure]
}
