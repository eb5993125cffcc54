import * as z from 'zod/mini'
import { call } from '../call.ts'
import { cursorPage, cursorQuery, idParams, time, uuid } from '../common.ts'

export const dataBase = '/data/api/v1'

/** What can happen to an environment's things. Names follow Mux's grammar. */
export const eventTypes = [
  'video.asset.created',
  'video.asset.updated',
  'video.asset.ready',
  'video.asset.errored',
  'video.asset.trashed',
  'video.asset.restored',
  'video.asset.deleted',
  'video.asset.playback_id.created',
  'video.asset.playback_id.updated',
  'video.asset.playback_id.deleted',
  'video.asset.reencode.started',
  'video.asset.reencode.ready',
  'video.asset.reencode.errored',
  'video.asset.reencode.cancelled',
  'video.asset.replacement.started',
  'video.asset.replacement.ready',
  'video.asset.replacement.errored',
  'video.asset.replacement.cancelled',
  'video.asset.rendition.ready',
  'video.asset.rendition.errored',
  'video.upload.created',
  'video.upload.completed',
  'video.upload.cancelled',
  'video.subtitle.created',
  'video.subtitle.updated',
  'video.subtitle.published',
  'video.subtitle.deleted',
  'video.audio_track.created',
  'video.audio_track.updated',
  'video.audio_track.ready',
  'video.audio_track.errored',
  'video.audio_track.deleted',
  'video.thumbnail.created',
  'video.thumbnail.deleted',
  'video.import.started',
  'video.import.stopped',
  'video.import.cancelled',
  'video.import.deleted',
  'video.collection.created',
  'video.collection.updated',
  'video.collection.trashed',
  'video.collection.restored',
  'video.collection.deleted',
  'video.encoding_profile.created',
  'video.encoding_profile.updated',
  'video.encoding_profile.deleted',
  'environment.created',
  'environment.updated',
  'member.removed',
  'api_token.created',
  'api_token.revoked',
  'signing_key.created',
  'signing_key.deleted',
  'webhook.created',
  'webhook.updated',
  'webhook.disabled',
  'webhook.deleted',
] as const
export type EventType = (typeof eventTypes)[number]

export const objectTypes = [
  'asset',
  'upload',
  'subtitle',
  'audio_track',
  'thumbnail',
  'import',
  'collection',
  'encoding_profile',
  'environment',
  'member',
  'api_token',
  'signing_key',
  'webhook',
] as const
export type ObjectType = (typeof objectTypes)[number]

export const event = z.object({
  id: uuid,
  type: z.enum(eventTypes),
  createdAt: time,
  environment: z.object({ id: uuid, name: z.string() }),
  object: z.object({ type: z.enum(objectTypes), id: uuid }),
  data: z.record(z.string(), z.unknown()),
})
export type Event = z.infer<typeof event>

/** A passing word on work under way; it is not kept and not replayed. */
export const progressNote = z.object({ contentId: uuid, progress: z.number() })
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
