import * as z from 'zod/mini'
import { call } from '../call.ts'
import { time } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { analysisParts, analysisQualities, engineReasons } from './analysis.ts'
import { base, videos } from './base.ts'
import { engineIds } from './values.ts'

/** Reasons why the test of an engine failed. */
export const engineTestReasons = [
  'engine-missing',
  ...engineReasons,
  'engine-failed',
  /** It took longer than it may. */
  'engine-stalled',
  /** It worked, and did not find what the sample has. */
  'sample-missed',
] as const
export type EngineTestReason = (typeof engineTestReasons)[number]

const engineTest = z.object({
  status: z.enum(['waiting', 'running', 'works', 'failed']),
  reason: z.nullable(z.enum(engineTestReasons)),
  /** The answer or the finding in a few words. Null if there is nothing to say. */
  detail: z.nullable(z.string()),
  /** The version that was tested. */
  version: z.nullable(z.string()),
  /** Seconds that the engine took for the sample. */
  took: z.nullable(z.number()),
  requestedBy: z.string(),
  requestedAt: time,
  endedAt: z.nullable(time),
})

export const engine = z.object({
  id: z.enum(engineIds),
  /** Its purpose: a part of an analysis, several parts of whole videos, the search by meaning, or suggested metadata. */
  task: z.enum([...analysisParts, 'video', 'search', 'metadata']),
  name: z.string(),
  version: z.string(),
  /** Null if it has none of its own. */
  quality: z.nullable(z.enum(analysisQualities)),
  /** ISO 639 codes of its languages. Null for any language, or if it knows none. */
  languages: z.nullable(z.array(z.string())),
  isReady: z.boolean(),
  /** The host that it sends what it reads to. Null if that stays in this installation. */
  sendsTo: z.nullable(z.string()),
  /** The last test that somebody of this environment asked for. */
  test: z.nullable(engineTest),
})
export type Engine = z.infer<typeof engine>

const path = `${base}/ai_analysis/engines`

export const engineFeature = defineFeature({
  calls: {
    listEngines: call({
      method: 'GET',
      path,
      summary:
        'List the engines that write transcripts, hear speech, look at pictures and write metadata, each with its last test. Of several for a task the first ready one with the language is used.',
      caller: 'environment',
      right: videos('read'),
      answer: z.object({ items: z.array(engine) }),
      kind: 'json',
      status: 200,
    }),
    testEngine: call({
      method: 'POST',
      path: `${path}/:engine/test`,
      summary:
        'Test an engine with a small sample that Kinora brings. A worker runs it; the list of engines has the result. A test that is waiting or running goes on.',
      caller: 'environment',
      right: videos('update'),
      params: z.object({ engine: z.enum(engineIds) }),
      answer: engine,
      kind: 'json',
      status: 201,
      problems: ['not-found'],
    }),
  },
  auditActions: ['environment.engine.tested'],
})
