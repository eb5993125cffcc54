import * as z from 'zod/mini'
import { call } from '../call.ts'
import { uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, videos } from './base.ts'

/** Consecutive shots that show the same place. Times in seconds. */
export const scene = z.object({
  id: uuid,
  start: z.number(),
  end: z.number(),
  shots: z.array(
    z.object({
      start: z.number(),
      end: z.number(),
      /** The time of the calmest picture. */
      still: z.number(),
    }),
  ),
})
export type Scene = z.infer<typeof scene>

const sceneCalls = {
  getScene: call({
    method: 'GET',
    path: `${base}/contents/:id/ai_analysis/scenes/:sceneId`,
    summary: 'Get a scene of an analyzed video, with its shots and what is said in it.',
    caller: 'environment',
    right: videos('read'),
    params: z.object({ id: uuid, sceneId: uuid }),
    answer: z.extend(scene, {
      /** The sentences in it, joined. */
      text: z.string(),
      /** Shares of the scene with speech and with silence, from 0 to 1. Null without an analysis of the audio. */
      speechShare: z.nullable(z.number()),
      silenceShare: z.nullable(z.number()),
    }),
    kind: 'json',
    status: 200,
  }),
}

export const sceneFeature = defineFeature({
  calls: sceneCalls,
})
