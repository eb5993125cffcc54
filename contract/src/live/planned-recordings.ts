import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { base, recordings } from './base.ts'

export const plannedRecordingLimits = {
  /** Planned recordings of an environment that have not ended. */
  most: 500,
  /** Longest recording, in hours. */
  mostHours: 12,
  /** Days ahead that a recording can be planned. */
  daysAhead: 366,
} as const

export const plannedRecordingStatuses = [
  'planned',
  /** Between `from` and `to`. */
  'running',
  /** Its video is made from what was recorded. */
  'saving',
  'recorded',
  /** The stream was not live, or nothing of it was recorded. */
  'missed',
] as const

/** A plan to record a live stream from one time to another. The result is a video that does not expire; a stream that
 * ended in between gives several. */
export const plannedRecording = z.object({
  id: uuid,
  name: z.string(),
  livestreamId: uuid,
  livestreamName: z.string(),
  from: time,
  to: time,
  status: z.enum(plannedRecordingStatuses),
  /** IDs of the videos, oldest first. */
  videoIds: z.array(uuid),
  addedBy: z.string(),
  addedAt: time,
})
export type PlannedRecording = z.infer<typeof plannedRecording>

const moment = z.string().check(z.minLength(1, messages.required), z.iso.datetime())

export const createPlannedRecordingBody = z.object({
  name,
  livestreamId: z.string().check(z.minLength(1, messages.required), z.uuid()),
  from: moment,
  to: moment,
})

const path = `${base}/planned_recordings`

const plannedRecordingCalls = {
  createPlannedRecording: call({
    method: 'POST',
    path,
    summary: `Record a live stream from one time to another, also if the stream is not recorded otherwise. A recorded stream can also be recorded from an earlier time within the last ${plannedRecordingLimits.mostHours} hours.`,
    caller: 'environment',
    right: recordings('create'),
    body: createPlannedRecordingBody,
    answer: plannedRecording,
    kind: 'json',
    status: 201,
    problems: ['planned-recording-times', 'planned-recording-limit'],
  }),
  listPlannedRecordings: call({
    method: 'GET',
    path,
    summary: 'List planned recordings, latest start first.',
    caller: 'environment',
    right: recordings('read'),
    query: z.object({ ...pageQuery, phrase: z.optional(z.string().check(z.maxLength(200))) }),
    answer: page(plannedRecording),
    kind: 'json',
    status: 200,
  }),
  getPlannedRecording: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get a planned recording.',
    caller: 'environment',
    right: recordings('read'),
    params: idParams,
    answer: plannedRecording,
    kind: 'json',
    status: 200,
  }),
  deletePlannedRecording: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a planned recording. Its videos stay. If it has not ended, no video is made.',
    caller: 'environment',
    right: recordings('delete'),
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
}

export const plannedRecordingFeature = defineFeature({
  calls: plannedRecordingCalls,
  problems: {
    'planned-recording-times': {
      status: 422,
      title: `A recording must end in the future or up to ${plannedRecordingLimits.mostHours} hours ago, and last 1 second to ${plannedRecordingLimits.mostHours} hours`,
    },
    'planned-recording-limit': {
      status: 409,
      title: 'This environment has reached its limit of planned recordings',
    },
  },
  objects: { planned_recording: recordings('read') },
  eventGroups: { live: ['planned_recording'] },
  events: { 'video.planned_recording.ended': 'planned_recording' },
  auditActions: ['planned_recording.created', 'planned_recording.deleted'],
})
