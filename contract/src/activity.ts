import * as z from 'zod/mini'
import { call } from './call.ts'
import { time, uuid } from './common.ts'

/** What can happen to an environment's things. Names follow Mux's grammar. */
export const eventTypes = [
  'video.asset.created',
  'video.asset.updated',
  'video.asset.ready',
  'video.asset.errored',
  'video.asset.deleted',
  'video.asset.rendition.ready',
  'video.asset.rendition.errored',
  'video.upload.created',
  'video.upload.completed',
  'video.upload.cancelled',
  'environment.created',
] as const
export type EventType = (typeof eventTypes)[number]

export const event = z.object({
  id: uuid,
  type: z.enum(eventTypes),
  createdAt: time,
  environment: z.object({ id: uuid, name: z.string() }),
  object: z.object({ type: z.string(), id: uuid }),
  data: z.record(z.string(), z.unknown()),
})
export type Event = z.infer<typeof event>

/** A passing word on work under way; it is not kept and not replayed. */
export const progressNote = z.object({ contentId: uuid, progress: z.number() })
export type ProgressNote = z.infer<typeof progressNote>

export const activityCalls = {
  streamEvents: call({
    method: 'GET',
    path: '/data/api/v1/events/stream',
    summary:
      'What happens in the environment, as it happens: server-sent events `event` (with an id to resume ' +
      'from by Last-Event-ID) and `progress`.',
    caller: 'environment',
    kind: 'events',
    status: 200,
  }),
}
