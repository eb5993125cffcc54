import * as z from 'zod/mini'
import { call } from '../call.ts'
import { acrossOrganization, cursorPage, cursorQuery, idParams, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { eventTypes, objectTypes } from '../vocabularies.ts'
import { exportFormats } from './values.ts'
import { recordVolume } from './volume.ts'

export const dataBase = '/data/api/v1'

export const event = z.object({
  id: uuid,
  type: z.enum(eventTypes),
  createdAt: time,
  environment: z.object({ id: uuid, name: z.string() }),
  object: z.object({ type: z.enum(objectTypes), id: uuid }),
  data: z.record(z.string(), z.unknown()),
})
export type Event = z.infer<typeof event>

/** An event as shown to people. */
export const listedEvent = z.object({
  ...event.shape,
  /** The video that the event is about, if it still exists and the caller can see it. */
  video: z.nullable(
    z.object({
      id: uuid,
      title: z.string(),
      /** URL of the poster image. */
      poster: z.nullable(z.string()),
    }),
  ),
})
export type ListedEvent = z.infer<typeof listedEvent>

/** How far a task has come. Notes are passing: they are neither kept nor replayed. */
export const progressNote = z.object({
  object: z.object({ type: z.enum(objectTypes), id: uuid }),
  /** The video that the object is or belongs to. */
  contentId: uuid,
  /** Set where the task is not what makes the object playable. */
  task: z.optional(z.literal('reencode')),
  /** 0 to 1. */
  progress: z.number(),
  /** Seconds that are left at this speed; null while there is too little to tell from. */
  etaS: z.nullable(z.number()),
})
export type ProgressNote = z.infer<typeof progressNote>

/** Retention of events, logs and webhook deliveries, in days. The audit trail is kept permanently. */
export const keptDays = 30

/** Maximum number of rows in an export. Exports contain the newest rows. */
export const exportLimit = 50_000

const text = z.optional(z.string().check(z.maxLength(200)))

export const shortPages =
  'With `phrase`, a page can have few or no items: continue until `nextCursor` is null.'

/** Filters that events, logs and audit entries have in common. */
export const recordFilters = {
  phrase: text,
  from: z.optional(time),
  /** Exclusive. */
  to: z.optional(time),
  /** ID of the content or other object that the record is about. */
  objectId: z.optional(uuid),
}

/** Covers every environment of the organization that the caller can read, instead of the current one. */
export const everywhere = { everywhere: z._default(z.boolean(), false) }

const eventFilters = {
  ...recordFilters,
  ...everywhere,
  ...acrossOrganization,
  /** About this video and its uploads, subtitles, thumbnails, audio tracks and clips. */
  contentId: z.optional(uuid),
  type: z.optional(z.array(z.enum(eventTypes)).check(z.maxLength(eventTypes.length))),
}

const eventCalls = {
  streamEvents: call({
    method: 'GET',
    path: `${dataBase}/events/stream`,
    summary:
      'Stream the events of the environment as server-sent events: `event` (with an ID to resume ' +
      'from with Last-Event-ID), `progress` and `log`.',
    caller: 'environment',
    kind: 'events',
    status: 200,
  }),
  listEvents: call({
    method: 'GET',
    path: `${dataBase}/events`,
    summary: `List the events of the last ${keptDays} days, newest first. \`organizationId\` lists all environments of the organization; \`contentId\` a video with its uploads, subtitles, thumbnails, audio tracks and clips. ${shortPages}`,
    caller: 'environment',
    allowsOrganization: true,
    right: ['Events and Logs', 'Event', 'read'],
    query: z.object({ ...cursorQuery, ...eventFilters }),
    answer: cursorPage(listedEvent),
    kind: 'json',
    status: 200,
  }),
  getEventVolume: call({
    method: 'GET',
    path: `${dataBase}/events/volume`,
    summary: 'Count the events that the list with the same filters shows, over time.',
    caller: 'environment',
    allowsOrganization: true,
    right: ['Events and Logs', 'Event', 'read'],
    query: z.object(eventFilters),
    answer: recordVolume,
    kind: 'json',
    status: 200,
    perMinute: 60,
  }),
  exportEvents: call({
    method: 'GET',
    path: `${dataBase}/events/export`,
    summary: `Export events as a file, at most ${exportLimit}.`,
    caller: 'environment',
    allowsOrganization: true,
    right: ['Events and Logs', 'Event', 'read'],
    query: z.object({ ...eventFilters, format: z._default(z.enum(exportFormats), 'csv') }),
    kind: 'file',
    status: 200,
    perMinute: 20,
  }),
  getEvent: call({
    method: 'GET',
    path: `${dataBase}/events/:id`,
    summary: 'Get an event.',
    caller: 'environment',
    right: ['Events and Logs', 'Event', 'read'],
    params: idParams,
    answer: listedEvent,
    kind: 'json',
    status: 200,
  }),
}

export const eventFeature = defineFeature({
  calls: eventCalls,
})
