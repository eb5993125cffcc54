import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, mostSeconds, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { path, portraits } from './base.ts'
import { portraitLimits, portraitModes } from './values.ts'

const share = z.number().check(z.minimum(0), z.maximum(1))
const point = z.object({ x: share, y: share })

const keyframe = z.object({
  /** Seconds in the video. */
  time: z.number().check(z.minimum(0), z.maximum(mostSeconds)),
  /** The middle of the window along the axis on which it moves, as a share of the frame. */
  middle: share,
})

const shotFields = {
  mode: z.enum(portraitModes),
  /** Positions in order of time. The window moves evenly between them. `hold` uses the first one. */
  keyframes: z.array(keyframe).check(
    z.minLength(1, messages.required),
    z.maxLength(portraitLimits.keyframes),
    z.refine(
      (list) => list.every(({ time }, n) => n === 0 || time > (list[n - 1]?.time ?? 0)),
      messages.keyframesInOrder,
    ),
  ),
  /** The middles of the upper and the lower half. Null if there are none. */
  halves: z.nullable(z.tuple([point, point])),
}

const box = z.object({ x: share, y: share, width: share, height: share })

const foundFields = {
  ...shotFields,
  /** The place of a lower third in shares of the frame: where the window cuts it, it is shown in full. Null if there is none. */
  text: z.nullable(box),
}

const shot = z.object({
  /** From 0. */
  number: z.number(),
  start: z.number(),
  end: z.number(),
  ...foundFields,
  /** A person changed it. */
  isEdited: z.boolean(),
  /** The suggestion of the search. */
  suggested: z.object(foundFields),
})
export type PortraitShot = z.infer<typeof shot>

const portraitPath = z.object({
  portraitId: uuid,
  /** The axis on which the window moves, and its length as a share of the frame. */
  axis: z.enum(['x', 'y']),
  share: z.number(),
  /** Counts the changes. */
  version: z.number(),
  shots: z.array(shot),
})
export type PortraitPath = z.infer<typeof portraitPath>

/** Changes of shots by number. Others stay. */
export const updatePathBody = z.object({
  shots: z
    .array(
      z
        .object({
          number: z.int().check(z.minimum(0)),
          ...shotFields,
          /** Null shows no text in full. Unchanged if left out. */
          text: z.optional(z.nullable(box)),
        })
        .check(
          z.refine(({ mode, halves }) => mode !== 'split' || halves !== null, {
            path: ['halves'],
            error: messages.required,
          }),
        ),
    )
    .check(z.maxLength(portraitLimits.shots)),
  /** `version` of the path that was edited. If it was changed since, nothing changes. */
  basedOn: z.optional(z.int()),
})

const pathCalls = {
  getPortraitPath: call({
    method: 'GET',
    path: `${path}/:id/path`,
    summary: 'Get how each shot of a portrait is shown.',
    caller: 'environment',
    right: portraits('read'),
    params: idParams,
    answer: portraitPath,
    kind: 'json',
    status: 200,
    problems: ['portrait-not-looked'],
  }),
  updatePortraitPath: call({
    method: 'PUT',
    path: `${path}/:id/path`,
    summary: 'Change how shots of a portrait are shown. The result changes when it is rendered again.',
    caller: 'environment',
    right: portraits('update'),
    params: idParams,
    body: updatePathBody,
    answer: portraitPath,
    kind: 'json',
    status: 200,
    problems: ['portrait-not-looked', 'changed-since'],
    maxBodyBytes: 4 * 1024 ** 2,
  }),
}

export const portraitPathFeature = defineFeature({
  calls: pathCalls,
  messages: { keyframesInOrder: 'Keyframes must be in order of time' },
  auditActions: ['portrait.path.updated'],
})
