import * as z from 'zod/mini'
import { call } from '../call.ts'
import { uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { languageCode } from '../library/index.ts'
import { messages } from '../messages.gen.ts'
import { analysisParts } from './analysis.ts'
import { base } from './base.ts'

/** Encoding profiles that can have an analysis of their own. */
export const maxAnalysisRules = 50

const analysisRule = z.object({
  /** The encoding profile of the videos. Null for videos of all other profiles. */
  encodingProfileId: z.nullable(uuid),
  /** Parts that are looked for as soon as a video is ready. Nothing is if empty. */
  parts: z.array(z.enum(analysisParts)).check(z.maxLength(analysisParts.length)),
  /** Language of the speech. */
  language: languageCode,
})
export type AnalysisRule = z.infer<typeof analysisRule>

const analysisRules = z.object({ rules: z.array(analysisRule) })
export type AnalysisRules = z.infer<typeof analysisRules>

export const analysisRulesBody = z.object({
  rules: z.array(analysisRule).check(
    z.maxLength(maxAnalysisRules),
    z.refine(
      (rules) => new Set(rules.map((rule) => rule.encodingProfileId)).size === rules.length,
      messages.oneRule,
    ),
  ),
})

const path = `${base}/ai_analysis/rules`

export const automationFeature = defineFeature({
  calls: {
    getAnalysisRules: call({
      method: 'GET',
      path,
      summary: 'Get which new videos are analyzed without being asked for.',
      caller: 'environment',
      right: ['Settings', 'Encoding Profile', 'read'],
      answer: analysisRules,
      kind: 'json',
      status: 200,
    }),
    setAnalysisRules: call({
      method: 'PUT',
      path,
      summary:
        'Set which new videos are analyzed without being asked for: all of them, or those of some encoding profiles. Videos that get another file are analyzed again.',
      caller: 'environment',
      right: ['Settings', 'Encoding Profile', 'update'],
      body: analysisRulesBody,
      answer: analysisRules,
      kind: 'json',
      status: 200,
      problems: ['not-found'],
    }),
  },
  messages: { oneRule: 'An encoding profile can have only one rule' },
  auditActions: ['environment.analysis_rules.changed'],
})
