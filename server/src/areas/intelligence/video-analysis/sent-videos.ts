import { setTimeout as pause } from 'node:timers/promises'
import type { AnalysisPart } from '@kinora/contract'
import { and, eq, lt } from 'drizzle-orm'
import { type ContentRef, partOf } from '../../library/index.ts'
import { EngineFailure } from '../engines/engine-server.ts'
import type { Intelligence } from '../intelligence.ts'
import { failParts, type Run } from '../runs/part-states.ts'
import type { PartRow } from '../runs/tables.ts'
import type { AnalysisQuestion, VideoFindings } from './analysis-answer.ts'
import { type AnalysisServer, analysisServer } from './analysis-server.ts'
import { sentVideos } from './tables.ts'

const ATTEMPTS = 3
const RETRY_MS = 2000
const KEPT_MS = 7 * 24 * 3600 * 1000

type OutsidePart = AnalysisQuestion['parts'][number]
type Context = Pick<Intelligence, 'config' | 'db' | 'clock'>

/** A video that is being analyzed elsewhere. */
export interface SentVideo {
  readonly server: AnalysisServer
  /** Waits for what was found. @throws EngineFailure */
  findings(signal: AbortSignal): Promise<VideoFindings>
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

/** The video of a run at the server of the settings. Null if it was not sent for this part. */
export async function openSent(context: Context, run: Run, part: PartRow): Promise<SentVideo | null> {
  const server = analysisServer(context.config)
  const [own] = outsideParts(context.config, [part.part])
  if (server === null || own === undefined) return null
  const sent = await findSent(context, run)
  if (sent === null) return null
  return {
    server,
    async findings(signal) {
      const question = { durationS: sent.durationS, language: languageOf([part]), parts: [own] }
      const leftMs = Math.max(1, sent.sentAt.getTime() + server.timeoutMs - context.clock.now().getTime())
      const limit = AbortSignal.timeout(leftMs)
      try {
        return await server.wait(sent.analysisId, question, AbortSignal.any([signal, limit]))
      } catch (error) {
        signal.throwIfAborted()
        if (!limit.aborted) throw error
        throw new EngineFailure('engine-unreachable', 'no result in time', { cause: limit.reason })
      }
    },
  }
}

async function findSent({ db }: Pick<Context, 'db'>, run: Run & ContentRef) {
  const isOfRun = and(partOf(sentVideos, run), eq(sentVideos.runId, run.runId))
  const [row] = await db.select().from(sentVideos).where(isOfRun)
  return row ?? null
}
