import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  acrossOrganization,
  cursorPage,
  cursorQuery,
  idParams,
  page,
  pageQuery,
  requiredOr,
  time,
  uuid,
} from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { eventTypes } from '../vocabularies.ts'
import { volume } from './volume.ts'

const base = '/services/api/v1/webhooks'

export const webhookLimits = {
  perEnvironment: 50,
  timeoutSeconds: 15,
  /** Delays after each failed attempt, in seconds. */
  retryDelays: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
  /** A webhook is disabled after this time of failures without a success. */
  disabledAfterDays: 5,
  /** After a rotation, both secrets sign for this time. */
  rotationHours: 24,
  /** Maximum number of deliveries that one call resends. */
  resend: 1000,
} as const

const url = z.url({ protocol: /^https?$/, ...requiredOr(messages.webhookUrl) }).check(z.maxLength(2000))
/** An empty list selects all types, including types added later. */
const types = z.array(z.enum(eventTypes)).check(z.maxLength(eventTypes.length))

export const webhook = z.object({
  id: uuid,
  environmentId: uuid,
  url: z.string(),
  eventTypes: types,
  status: z.enum(['active', 'disabled']),
  /** The cause of the disabling. */
  disabledBecause: z.nullable(z.enum(['person', 'failing', 'gone'])),
  /** Last four characters of the secret. */
  secretHint: z.string(),
  /** End of the time in which the previous secret signs too. */
  rotatingUntil: z.nullable(time),
  /** Start of the current series of failures. */
  failingSince: z.nullable(time),
  createdAt: time,
  createdBy: z.string(),
})
export type Webhook = z.infer<typeof webhook>

/** The secret is returned only here: `whsec_` and 32 bytes in base64. */
const webhookWithSecret = z.object({ ...webhook.shape, secret: z.string() })

export const createWebhookBody = z.object({ url, eventTypes: z._default(types, []) })
export const updateWebhookBody = z.object({
  url: z.optional(url),
  eventTypes: z.optional(types),
  status: z.optional(z.enum(['active', 'disabled'])),
})

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]
export const delivery = z.object({
  id: uuid,
  eventId: uuid,
  eventType: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.number(),
  /** Status of the last attempt, or null if there was no response. */
  answerStatus: z.nullable(z.number()),
  /** Duration of the last attempt in milliseconds. */
  took: z.nullable(z.number()),
  createdAt: time,
  nextAttemptAt: z.nullable(time),
})
export type Delivery = z.infer<typeof delivery>

export const deliveryAttempt = z.object({
  number: z.number(),
  at: time,
  answerStatus: z.nullable(z.number()),
  took: z.number(),
  /** Reason why there was no response: a blocked address, a refused connection, a timeout. */
  fault: z.nullable(z.string()),
  requestHeaders: z.record(z.string(), z.string()),
  answerHeaders: z.nullable(z.record(z.string(), z.string())),
  /** First 4 KiB of the response. */
  answerBody: z.nullable(z.string()),
})
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>

export const deliveryDetail = z.object({
  ...delivery.shape,
  /** The body as sent. */
  body: z.string(),
  log: z.array(deliveryAttempt),
})
export type DeliveryDetail = z.infer<typeof deliveryDetail>

export const deliveryVolume = volume({
  delivered: z.number(),
  /** Also those that are retried. */
  failed: z.number(),
  /** Not yet sent. */
  pending: z.number(),
})
export type DeliveryVolume = z.infer<typeof deliveryVolume>

/** Selects one delivery by ID, or all failed deliveries in a time range. */
export const resendBody = z
  .object({ deliveryId: z.optional(uuid), from: z.optional(time), to: z.optional(time) })
  .check(
    z.refine(
      ({ deliveryId, from, to }) => (deliveryId === undefined) === (from !== undefined && to !== undefined),
      messages.required,
    ),
  )

const read = ['Settings', 'Webhook', 'read'] as const
const update = ['Settings', 'Webhook', 'update'] as const

/** Endpoints that receive events, following Standard Webhooks. The additional header `kinora-signature: t=…,v1=…`
 * contains the hex HMAC-SHA256 of `t.body`, with the text of the secret as key. */
const webhookCalls = {
  listWebhooks: call({
    method: 'GET',
    path: base,
    summary:
      'List the webhooks of the environment, newest first; with `organizationId`, those of all environments of the organization.',
    caller: 'environment',
    allowsOrganization: true,
    right: read,
    query: z.object({ ...pageQuery, ...acrossOrganization }),
    answer: page(webhook),
    kind: 'json',
    status: 200,
  }),
  createWebhook: call({
    method: 'POST',
    path: base,
    summary: 'Create a webhook. The signing secret is returned only in this response.',
    caller: 'environment',
    right: ['Settings', 'Webhook', 'create'],
    isSensitive: true,
    body: createWebhookBody,
    answer: webhookWithSecret,
    kind: 'json',
    status: 201,
    problems: ['url-not-allowed', 'host-not-allowed', 'webhook-limit'],
  }),
  getWebhook: call({
    method: 'GET',
    path: `${base}/:id`,
    summary: 'Get a webhook.',
    caller: 'environment',
    right: read,
    params: idParams,
    answer: webhook,
    kind: 'json',
    status: 200,
  }),
  updateWebhook: call({
    method: 'PUT',
    path: `${base}/:id`,
    summary:
      'Change the URL and event types of a webhook, or enable or disable it. Events that occur while it is disabled are not delivered later.',
    caller: 'environment',
    right: update,
    params: idParams,
    body: updateWebhookBody,
    answer: webhook,
    kind: 'json',
    status: 200,
    problems: ['url-not-allowed', 'host-not-allowed'],
  }),
  deleteWebhook: call({
    method: 'DELETE',
    path: `${base}/:id`,
    summary: 'Delete a webhook and its deliveries permanently.',
    caller: 'environment',
    right: ['Settings', 'Webhook', 'delete'],
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
  rotateWebhookSecret: call({
    method: 'POST',
    path: `${base}/:id/rotate`,
    summary: `Rotate the signing secret. The new secret is returned only in this response; the previous one signs too for ${webhookLimits.rotationHours} hours.`,
    caller: 'environment',
    right: update,
    isSensitive: true,
    params: idParams,
    answer: webhookWithSecret,
    kind: 'json',
    status: 200,
  }),
  testWebhook: call({
    method: 'POST',
    path: `${base}/:id/test`,
    summary:
      'Send a test event of the given type and return the response of the endpoint. A failed test is not retried.',
    caller: 'environment',
    right: update,
    params: idParams,
    body: z.object({ eventType: z._default(z.enum(eventTypes), 'video.asset.ready') }),
    answer: deliveryDetail,
    kind: 'json',
    status: 200,
    perMinute: 30,
  }),
  listDeliveries: call({
    method: 'GET',
    path: `${base}/:id/deliveries`,
    summary: 'List the deliveries of a webhook, newest first.',
    caller: 'environment',
    right: read,
    params: idParams,
    query: z.object({ ...cursorQuery, status: z.optional(z.enum(deliveryStatuses)) }),
    answer: cursorPage(delivery),
    kind: 'json',
    status: 200,
  }),
  getDeliveryVolume: call({
    method: 'GET',
    path: `${base}/:id/deliveries/volume`,
    summary:
      'Count the deliveries of a webhook in the last 24 hours, in steps of half an hour. A delivery that is retried counts as failed until it succeeds.',
    caller: 'environment',
    right: read,
    params: idParams,
    answer: deliveryVolume,
    kind: 'json',
    status: 200,
  }),
  getDelivery: call({
    method: 'GET',
    path: `${base}/:id/deliveries/:deliveryId`,
    summary: 'Get a delivery with all its attempts.',
    caller: 'environment',
    right: read,
    params: z.object({ ...idParams.shape, deliveryId: uuid }),
    answer: deliveryDetail,
    kind: 'json',
    status: 200,
  }),
  resendDeliveries: call({
    method: 'POST',
    path: `${base}/:id/resend`,
    summary: `Resend one delivery, or all failed deliveries in a time range, at most ${webhookLimits.resend}.`,
    caller: 'environment',
    right: update,
    params: idParams,
    body: resendBody,
    answer: z.object({ resent: z.number() }),
    kind: 'json',
    status: 200,
    problems: ['webhook-disabled'],
    perMinute: 30,
  }),
}

export const webhookFeature = defineFeature({
  calls: webhookCalls,
  problems: {
    'webhook-limit': { status: 409, title: 'This environment has reached its limit of webhooks' },
    'webhook-disabled': { status: 409, title: 'This webhook is disabled' },
  },
  messages: {
    webhookUrl: 'Please enter a valid url',
  },
  objects: {
    webhook: ['Settings', 'Webhook', 'read'],
  },
  events: {
    'webhook.created': 'webhook',
    'webhook.updated': 'webhook',
    'webhook.disabled': 'webhook',
    'webhook.deleted': 'webhook',
  },
  auditActions: [
    'webhook.created',
    'webhook.updated',
    'webhook.secret.rotated',
    'webhook.disabled',
    'webhook.deleted',
  ],
})
