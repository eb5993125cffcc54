import * as z from 'zod/mini'
import { call } from '../call.ts'
import { uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, videos } from './base.ts'
import { textLanguages } from './values.ts'

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
  /** Whether scenes that look like it can be searched for. */
  isComparable: z.boolean(),
})
export type Scene = z.infer<typeof scene>

/** A place in a picture, as shares of its width and height. */
const pictureBox = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

/** A line of text in the picture of a shot. */
export const pictureText = z.object({
  /** Times of the shot. */
  start: z.number(),
  end: z.number(),
  /** The time of the picture in which it was read. */
  at: z.number(),
  text: z.string(),
  language: z.enum(textLanguages),
  /** 0 to 1. */
  confidence: z.number(),
  box: pictureBox,
})
export type PictureText = z.infer<typeof pictureText>

/** An object in the picture of a shot. A hint, since labels are often wrong. */
export const pictureObject = z.object({
  /** Times of the shot. */
  start: z.number(),
  end: z.number(),
  at: z.number(),
  /** One of 80 English labels. */
  label: z.string(),
  /** 0 to 1. */
  confidence: z.number(),
  box: pictureBox,
})
export type PictureObject = z.infer<typeof pictureObject>

const face = z.object({
  start: z.number(),
  end: z.number(),
  /** The time of the best picture, and the place of the face in it. */
  at: z.number(),
  box: pictureBox,
})

/** A person in a video. */
export const seenPerson = z.object({
  id: uuid,
  /** Null before somebody gives one. */
  name: z.nullable(z.string()),
  /** A picture of the face, as a data URL. */
  picture: z.nullable(z.string()),
  /** Spans in which the face is seen, in order. */
  faces: z.array(face),
})
export type SeenPerson = z.infer<typeof seenPerson>

const sceneCalls = {
  getScene: call({
    method: 'GET',
    path: `${base}/contents/:id/ai_analysis/scenes/:sceneId`,
    summary:
      'Get a scene of an analyzed video: its shots, what is said in it, its loudness, and what its pictures show.',
    caller: 'environment',
    right: videos('read'),
    params: z.object({ id: uuid, sceneId: uuid }),
    answer: z.extend(scene, {
      /** The sentences in it, joined. */
      speech: z.string(),
      /** Mean level in dB below full scale. Null without an analysis of the audio. */
      loudness: z.nullable(z.number()),
      /** Text in its pictures. */
      text: z.array(pictureText),
      /** People whose faces are seen in it. */
      people: z.array(seenPerson),
      objects: z.array(pictureObject),
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
