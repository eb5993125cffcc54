import * as z from 'zod/mini'
import { call } from '../call.ts'
import { cursorPage, cursorQuery, idParams, time, uuid } from '../common.ts'
import { eventTypes, objectTypes } from '../vocabularies.ts'

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

/** Events, logs and webhook deliveries are kept this long; the audit trail is kept for good. */
export const keptDays = 30

export const exportFormats = ['csv', 'json'] as const
/** An export has at most this many rows, the latest. */
export const exportLimit = 50_000

const text = z.optional(z.string().check(z.maxLength(200)))

export const shortPages = 'With a phrase a page may be short or empty: go on until nextCursor is null.'

/** What all three kinds of record are looked for by. */
export const recordFilters = {
  phrase: text,
  from: z.optional(time),
  /** Excluded. */
  to: z.optional(time),
  /** A content or another thing that the record is about. */
  objectId: z.optional(uuid),
}

/** Every environment of the organisation that the caller may look into, instead of this one. */
export const everywhere = { everywhere: z._default(z.boolean(), false) }

const eventFilters = {
  ...recordFilters,
  ...everywhere,
  type: z.optional(z.array(z.enum(eventTypes)).check(z.maxLength(eventTypes.length))),
}

export const eventCalls = {
  streamEvents: call({
    method: 'GET',
    path: `${dataBase}/events/stream`,
    summary:
      'What happens in the environment, as it happens: server-sent events `event` (with an id to resume ' +
      'from by Last-Event-ID), `progress` and `log`.',
    caller: 'environment',
    kind: 'events',
    status: 200,
  }),
  listEvents: call({
    method: 'GET',
    path: `${dataBase}/events`,
    summary: `What happened in the last ${keptDays} days, the latest first. ${shortPages}`,
    caller: 'environment',
    right: ['Events and Logs', 'Event', 'read'],
    query: z.object({ ...cursorQuery, ...eventFilters }),
    answer: cursorPage(event),
    kind: 'json',
    status: 200,
  }),
  exportEvents: call({
    method: 'GET',
    path: `${dataBase}/events/export`,
    summary: `Events as a file, at most ${exportLimit}.`,
    caller: 'environment',
    right: ['Events and Logs', 'Event', 'read'],
    query: z.object({ ...eventFilters, format: z._default(z.enum(exportFormats), 'csv') }),
    kind: 'file',
    status: 200,
    perMinute: 20,
  }),
  getEvent: call({
    method: 'GET',
    path: `${dataBase}/events/:id`,
    summary: 'One event.',
    caller: 'environment',
    right: ['Events and Logs', 'Event', 'read'],
    params: idParams,
    answer: event,
    kind: 'json',
    status: 200,
  }),
}
