import * as z from 'zod/mini'
import { call } from '../call.ts'
import { cursorPage, cursorQuery, idParams, page, pageQuery, time, uuid } from '../common.ts'
import { messages } from '../messages.ts'
import { eventTypes } from '../vocabularies.ts'

const base = '/services/api/v1/webhooks'

export const webhookLimits = {
  perEnvironment: 50,
  timeoutSeconds: 15,
  /** Seconds after each failed attempt. */
  retryDelays: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
  /** A webhook that failed for so long without one success is disabled. */
  disabledAfterDays: 5,
  /** Both secrets sign for this long after a rotation. */
  rotationHours: 24,
  /** Most deliveries that one resend sends again. */
  resend: 1000,
} as const

const url = z.url({ protocol: /^https?$/, error: messages.webhookUrl }).check(z.maxLength(2000))
/** Empty stands for every type, also those to come. */
const types = z.array(z.enum(eventTypes)).check(z.maxLength(eventTypes.length))

export const webhook = z.object({
  id: uuid,
  environmentId: uuid,
  url: z.string(),
  eventTypes: types,
  status: z.enum(['active', 'disabled']),
  /** Who or what disabled it. */
  disabledBecause: z.nullable(z.enum(['person', 'failing', 'gone'])),
  /** The secret's last four characters. */
  secretHint: z.string(),
  /** Until when the secret before signs as well. */
  rotatingUntil: z.nullable(time),
  /** Since when nothing was accepted. */
  failingSince: z.nullable(time),
  createdAt: time,
  createdBy: z.string(),
})
export type Webhook = z.infer<typeof webhook>

/** With a secret that is answered this once: `whsec_` and 32 bytes in base64. */
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
  /** Of the last attempt; null where nothing answered. */
  answerStatus: z.nullable(z.number()),
  /** Milliseconds the last attempt took. */
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
  /** What kept an answer from coming: an address that may not be reached, a refused connection, a timeout. */
  fault: z.nullable(z.string()),
  requestHeaders: z.record(z.string(), z.string()),
  answerHeaders: z.nullable(z.record(z.string(), z.string())),
  /** Its first 4 KiB. */
  answerBody: z.nullable(z.string()),
})
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>

export const deliveryDetail = z.object({
  ...delivery.shape,
  /** The body as it is sent. */
  body: z.string(),
  log: z.array(deliveryAttempt),
})
export type DeliveryDetail = z.infer<typeof deliveryDetail>

/** One delivery by its id, or those of a range of time. */
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

/**
 * Addresses that are told of events, by Standard Webhooks; `kinora-signature: t=…,v1=…` beside it is the hex
 * HMAC-SHA256 of `t.body` under the text of the secret.
 */
export const webhookCalls = {
  listWebhooks: call({
    method: 'GET',
    path: base,
    summary: 'Webhooks of the environment, the latest first.',
    caller: 'environment',
    right: read,
    query: z.object(pageQuery),
    answer: page(webhook),
    kind: 'json',
    status: 200,
  }),
  createWebhook: call({
    method: 'POST',
    path: base,
    summary: 'Have an address told of events. The signing secret is answered this once.',
    caller: 'environment',
    right: ['Settings', 'Webhook', 'create'],
    isSensitive: true,
    body: createWebhookBody,
    answer: webhookWithSecret,
    kind: 'json',
    status: 201,
    problems: ['url-not-allowed', 'webhook-limit'],
  }),
  getWebhook: call({
    method: 'GET',
    path: `${base}/:id`,
    summary: 'One webhook.',
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
      'Change address and event types, enable or disable. What was not delivered meanwhile stays undelivered.',
    caller: 'environment',
    right: update,
    params: idParams,
    body: updateWebhookBody,
    answer: webhook,
    kind: 'json',
    status: 200,
    problems: ['url-not-allowed'],
  }),
  deleteWebhook: call({
    method: 'DELETE',
    path: `${base}/:id`,
    summary: 'Delete a webhook for ever, with its deliveries.',
    caller: 'environment',
    right: ['Settings', 'Webhook', 'delete'],
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
  rotateWebhookSecret: call({
    method: 'POST',
    path: `${base}/:id/rotate`,
    summary: `A new signing secret, answered this once. For ${webhookLimits.rotationHours} hours the one before signs too.`,
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
    summary: 'Send a test event of a type at once and answer what came back. It is not tried again.',
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
    summary: 'What was sent to a webhook, the latest first.',
    caller: 'environment',
    right: read,
    params: idParams,
    query: z.object({ ...cursorQuery, status: z.optional(z.enum(deliveryStatuses)) }),
    answer: cursorPage(delivery),
    kind: 'json',
    status: 200,
  }),
  getDelivery: call({
    method: 'GET',
    path: `${base}/:id/deliveries/:deliveryId`,
    summary: 'One delivery with every attempt.',
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
    summary: `Send one delivery again, or all that failed in a range of time; at most ${webhookLimits.resend}.`,
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
