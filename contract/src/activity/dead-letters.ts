import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { eventTypes } from '../vocabularies.ts'
import { dataBase, event } from './events.ts'

/** An event that a subscription failed to handle after all retries. */
export const deadLetter = z.object({
  id: uuid,
  /** Name of the subscription, such as `activity.webhooks`. */
  subscription: z.string(),
  eventId: uuid,
  eventType: z.enum(eventTypes),
  /** Null if the environment was deleted. */
  environment: z.nullable(z.object({ id: uuid, name: z.string(), organizationName: z.string() })),
  attempts: z.number(),
  /** Message of the last error. */
  error: z.string(),
  failedAt: time,
})
export type DeadLetter = z.infer<typeof deadLetter>

export const deadLetterDetail = z.object({
  ...deadLetter.shape,
  /** Null if the event is older than events are kept. */
  event: z.nullable(z.omit(event, { environment: true })),
})

/** Maximum number of dead letters that one call retries. */
export const retryLimit = 1000

const path = `${dataBase}/dead-letters`

/** Calls for the administrators of the installation. */
const deadLetterCalls = {
  listDeadLetters: call({
    method: 'GET',
    path,
    summary: 'List the events that a part of Kinora failed to handle, newest failure first.',
    caller: 'admin',
    query: z.object(pageQuery),
    answer: page(deadLetter),
    kind: 'json',
    status: 200,
  }),
  retryDeadLetters: call({
    method: 'POST',
    path: `${path}/retry`,
    summary: `Retry the oldest dead letters, at most ${retryLimit}. Returns their number.`,
    caller: 'admin',
    answer: z.object({ retried: z.number() }),
    kind: 'json',
    status: 200,
  }),
  getDeadLetter: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get a dead letter with its event.',
    caller: 'admin',
    params: idParams,
    answer: deadLetterDetail,
    kind: 'json',
    status: 200,
  }),
  retryDeadLetter: call({
    method: 'POST',
    path: `${path}/:id/retry`,
    summary: 'Retry a dead letter.',
    caller: 'admin',
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
  deleteDeadLetter: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a dead letter. Its subscription never handles the event.',
    caller: 'admin',
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
}

export const deadLetterFeature = defineFeature({
  calls: deadLetterCalls,
  objects: {
    event: ['Events and Logs', 'Event', 'read'],
  },
  auditActions: ['event.retried', 'event.discarded'],
})
