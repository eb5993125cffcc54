import { setTimeout as pause } from 'node:timers/promises'
import type { AnalysisPart } from '@kinora/contract'
import { and, eq, lt } from 'drizzle-orm'
import { type ContentRef, partOf } from '../../library/index.ts'
import { EngineFailure } from '../engines/engine-server.ts'
import type { Intelligence } from '../intelligence.ts'
import type { readJob, transcribeJob } from '../runs/jobs.ts'
import { failParts, type Run } from '../runs/part-states.ts'
import type { PartRow } from '../runs/tables.ts'
import type { AnalysisQuestion, VideoFindings } from './analysis-answer.ts'
import { type AnalysisServer, analysisServer } from './analysis-server.ts'
import { sentVideos } from './tables.ts'

const ATTEMPTS = 3
const RETRY_MS = 2000
const KEPT_MS = 7 * 24 * 3600 * 1000
/** So many questions in a row may get no answer. */
const MOST_MISSES = 3

type OutsidePart = AnalysisQuestion['parts'][number]
type Context = Pick<Intelligence, 'config' | 'db' | 'clock'>

/** The findings of a server in a video. */
export interface SentFindings {
  readonly server: AnalysisServer
  readonly findings: VideoFindings
}

/** A job that needs the result of the server. */
interface Asking {
  readonly job: typeof readJob | typeof transcribeJob
  /** So many questions in a row got no answer. */
  readonly misses: number
  readonly signal: AbortSignal
}

/** The parts for which the server of the settings is used. */
function outsideParts(config: Intelligence['config'], parts: readonly AnalysisPart[]): OutsidePart[] {
  const isOutside = (part: AnalysisPart): part is OutsidePart =>
    part === 'text' || (part === 'speech' && config.STT_URL === undefined)
  return analysisServer(config) === null ? [] : parts.filter(isOutside)
}

/** Sends the video of a run to the server of the settings, once. Parts that need it fail if that does not work.
 * @param rows the open parts of the run */
export async function sendVideo(
  intelligence: Context & Pick<Intelligence, 'log'>,
  run: Run,
  rows: readonly PartRow[],
  {
    file,
    durationS,
    signal,
  }: { readonly file: string; readonly durationS: number; readonly signal: AbortSignal },
): Promise<void> {
  const { config, db, clock, log } = intelligence
  const server = analysisServer(config)
  const parts = outsideParts(
    config,
    rows.map(({ part }) => part),
  )
  if (server === null || parts.length === 0 || (await findSent(intelligence, run)) !== null) return
  const language = languageOf(rows)
  try {
    const analysisId = await withRetries(
      () => server.send(file, { durationS, language, parts }, signal),
      signal,
    )
    const { id: contentId, environmentId, runId } = run
    const sentAt = clock.now()
    const isOld = lt(sentVideos.sentAt, new Date(sentAt.getTime() - KEPT_MS))
    await db.delete(sentVideos).where(and(partOf(sentVideos, run), isOld))
    await db
      .insert(sentVideos)
      .values({ runId, environmentId, contentId, analysisId, durationS, sentAt })
      .onConflictDoNothing()
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    log.warn({ err: error, contentId: run.id }, 'a video was not sent to the server for video analysis')
    await failParts(intelligence, run, parts, error.reason)
  }
}

async function withRetries<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof EngineFailure) || attempt >= ATTEMPTS) throw error
      await pause(RETRY_MS, undefined, { signal })
    }
}

/** The language of the speech, which text does not need. */
function languageOf(rows: readonly PartRow[]): string {
  const language = rows.find(({ part }) => part === 'speech')?.language ?? 'en'
  return new Intl.Locale(language).language
}

/** Asks the server of the settings what it found in the video of a run. If it needs more time, the job is enqueued again for
 * the next question, so that no worker waits. Null if the video was not sent for this part. @throws EngineFailure */
export async function askForFindings(
  context: Context & Pick<Intelligence, 'jobs'>,
  run: Run,
  part: PartRow,
  { job, misses, signal }: Asking,
): Promise<SentFindings | 'later' | null> {
  const { config, db, clock, jobs } = context
  const server = analysisServer(config)
  const [own] = outsideParts(config, [part.part])
  if (server === null || own === undefined) return null
  const sent = await findSent(context, run)
  if (sent === null) return null
  const question = { durationS: sent.durationS, language: languageOf([part]), parts: [own] }
  const answer = await server.result(sent.analysisId, question, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    const isAway = error instanceof EngineFailure && error.reason === 'engine-unreachable'
    if (!isAway || misses >= MOST_MISSES) throw error
    return 'missed' as const
  })
  if (answer !== null && answer !== 'missed') return { server, findings: answer }
  if (clock.now().getTime() >= sent.sentAt.getTime() + server.timeoutMs)
    throw new EngineFailure('engine-unreachable', 'no result in time')
  const { id: contentId, environmentId, runId } = run
  const input = { contentId, runId, misses: answer === 'missed' ? misses + 1 : 0 }
  await db.transaction((tx) =>
    jobs.enqueue(tx, job, input, { environmentId, key: runId, afterSeconds: server.pollS }),
  )
  return 'later'
}

async function findSent({ db }: Pick<Context, 'db'>, run: Run & ContentRef) {
  const isOfRun = and(partOf(sentVideos, run), eq(sentVideos.runId, run.runId))
  const [row] = await db.select().from(sentVideos).where(isOfRun)
  return row ?? null
}
