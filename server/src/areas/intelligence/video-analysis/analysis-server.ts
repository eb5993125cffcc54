import { openAsBlob } from 'node:fs'
import * as z from 'zod'
import type { Config } from '../../../platform/config.ts'
import type { Readiness } from '../../../platform/http/health/health.ts'
import { MIB } from '../../../platform/settings.ts'
import { askEngine, EngineFailure, invalidAnswer } from '../engines/engine-server.ts'
import { type AnalysisQuestion, analysisAnswer, findingsOf, type VideoFindings } from './analysis-answer.ts'

export type VideoAnalysisConfig = Pick<
  Config,
  'VIDEO_ANALYSIS_URL' | 'VIDEO_ANALYSIS_KEY' | 'VIDEO_ANALYSIS_POLL_S' | 'VIDEO_ANALYSIS_TIMEOUT_S'
>

/** A server that analyzes whole videos: it takes a video, and is asked for the result until it has one. */
export interface AnalysisServer {
  readonly name: string
  /** The host that videos are sent to. */
  readonly sendsTo: string
  readonly timeoutMs: number
  /** Seconds between two questions for a result. */
  readonly pollS: number
  /** Sends a video. @returns the ID of its analysis @throws EngineFailure */
  send(file: string, question: AnalysisQuestion, signal: AbortSignal): Promise<string>
  /** Asks for the result of an analysis. Null while it runs. @throws EngineFailure */
  result(id: string, question: AnalysisQuestion, signal: AbortSignal): Promise<VideoFindings | null>
}

/** A question for a result may take so long. */
const ANSWER_MS = 60_000
/** Transcripts of hours, with times of each word. */
const MOST_ANSWER_BYTES = 16 * MIB

const accepted = z.object({ id: z.string().min(1).max(200) })

/** The server of the settings; null if none is set. */
export function analysisServer(config: VideoAnalysisConfig): AnalysisServer | null {
  const { VIDEO_ANALYSIS_URL: address, VIDEO_ANALYSIS_KEY: key } = config
  if (address === undefined) return null
  const timeoutMs = config.VIDEO_ANALYSIS_TIMEOUT_S * 1000
  return {
    name: 'Video analysis',
    sendsTo: new URL(address).host,
    timeoutMs,
    pollS: config.VIDEO_ANALYSIS_POLL_S,
    async send(file, { language, parts }, signal) {
      const body = new FormData()
      body.set('video', await openAsBlob(file), 'video')
      body.set('language', language)
      for (const part of parts) body.append('parts[]', part)
      const own = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const answer = accepted.safeParse(
        await askEngine({ address, path: 'analyses', key, body, signal: own }),
      )
      signal.throwIfAborted()
      if (!answer.success) throw invalidAnswer('the answer has no ID of an analysis')
      return answer.data.id
    },
    async result(id, question, signal) {
      const path = `analyses/${encodeURIComponent(id)}`
      const own = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)])
      const parsed = analysisAnswer.safeParse(
        await askEngine({ address, path, key, body: null, signal: own, mostBytes: MOST_ANSWER_BYTES }),
      )
      if (!parsed.success) throw invalidAnswer('the answer is no state of an analysis')
      const { data: answer } = parsed
      if (answer.status === 'running') return null
      if (answer.status === 'failed') throw new EngineFailure('engine-refused', 'the analysis failed')
      const findings = findingsOf(answer, question)
      if (typeof findings === 'string') throw invalidAnswer(`the result is ${findings}`)
      return findings
    },
  }
}

/** Kinora works without this server, so the check only says whether there is one. */
export function analysisServerReadiness(config: VideoAnalysisConfig): Readiness {
  const server = analysisServer(config)
  return { ok: true, note: server === null ? 'none' : `at ${server.sendsTo}` }
}
