import * as z from 'zod/mini'
import { call } from '../call.ts'
import { name, requiredOr, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { language } from '../identity/index.ts'
import { messages } from '../messages.gen.ts'
import { alerts, base, orgIdParams, orgParams } from './base.ts'
import { alertChannelKinds, alertLimits, smsContentTypes } from './values.ts'

const path = `${base}/alert_channels`

export const alertChannel = z.object({
  id: uuid,
  environmentId: uuid,
  name: z.string(),
  kind: z.enum(alertChannelKinds),
  /** Recipients of an email, or numbers of an SMS. The address of another channel is a secret: only its host is shown. */
  target: z.string(),
  /** Language of its messages. */
  language: language,
  /** Start of the current series of failures. */
  failingSince: z.nullable(time),
  fault: z.nullable(z.string()),
  /** When Kinora disabled it, because it accepted nothing for a day. */
  disabledAt: z.nullable(time),
  createdBy: z.string(),
  /** Number of rules that use it. */
  rules: z.number(),
  createdAt: time,
})
export type AlertChannel = z.infer<typeof alertChannel>

const url = z.url({ protocol: /^https?$/, ...requiredOr(messages.webhookUrl) }).check(z.maxLength(2000))
const recipients = z
  .array(z.email({ error: messages.email }).check(z.maxLength(254)))
  .check(z.minLength(1, messages.required), z.maxLength(alertLimits.recipients))

/** E.164 */
const numbers = z
  .array(z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, messages.phoneNumber)))
  .check(z.minLength(1, messages.required), z.maxLength(alertLimits.recipients))
/** Headers that the request sets itself, or that change how it is read. */
const ownHeaders =
  /^(host|connection|content-length|content-type|transfer-encoding|idempotency-key|upgrade)$/i
const header = z.object({
  name: z.string().check(
    z.regex(/^[A-Za-z0-9-]{1,100}$/, messages.smsHeader),
    z.refine((text) => !ownHeaders.test(text), messages.smsHeader),
  ),
  value: z.string().check(z.regex(/^[\x20-\x7e]{0,2000}$/, messages.smsHeader)),
})
/** The request to an SMS provider. `{{to}}` is the number, `{{text}}` the message of at most 160 characters. */
const template = z.object({
  contentType: z.enum(smsContentTypes),
  body: z.string().check(
    z.maxLength(alertLimits.smsBody),
    z.refine((text) => text.includes('{{to}}') && text.includes('{{text}}'), messages.smsBody),
  ),
  headers: z._default(z.array(header).check(z.maxLength(alertLimits.smsHeaders)), []),
})

const fields = { name, language: z._default(language, 'en') }

/** Email needs recipients, the others a URL. SMS needs numbers and a template of the request. */
export const channelBody = z
  .object({
    ...fields,
    kind: z.enum(alertChannelKinds),
    recipients: z.optional(recipients),
    url: z.optional(url),
    numbers: z.optional(numbers),
    template: z.optional(template),
  })
  .check(
    z.refine(({ kind, numbers: to }) => kind !== 'sms' || to !== undefined, {
      path: ['numbers'],
      error: messages.required,
    }),
    z.refine(({ kind, template: given }) => kind !== 'sms' || given !== undefined, {
      path: ['template'],
      error: messages.required,
    }),
    z.refine(({ kind, recipients: to }) => kind !== 'email' || to !== undefined, {
      path: ['recipients'],
      error: messages.required,
    }),
    z.refine(({ kind, url: to }) => kind === 'email' || to !== undefined, {
      path: ['url'],
      error: messages.required,
    }),
  )

export const updateChannelBody = z.object({
  name: z.optional(name),
  language: z.optional(language),
  /** Recipients of an email channel. */
  recipients: z.optional(recipients),
  /** Address of another channel. */
  url: z.optional(url),
  /** Numbers and request of an SMS channel. */
  numbers: z.optional(numbers),
  template: z.optional(template),
})

const channelCalls = {
  listAlertChannels: call({
    method: 'GET',
    path,
    summary: 'List the channels that alerts are sent to, by name.',
    caller: 'environment',
    right: alerts('read'),
    params: orgParams,
    answer: z.object({ items: z.array(alertChannel) }),
    kind: 'json',
    status: 200,
  }),
  createAlertChannel: call({
    method: 'POST',
    path,
    summary:
      'Create a channel. For webhooks the response has the signing secret, which is returned only here: their messages are signed like those of webhooks for events.',
    caller: 'environment',
    right: alerts('create'),
    isSensitive: true,
    params: orgParams,
    body: channelBody,
    answer: z.object({ ...alertChannel.shape, secret: z.nullable(z.string()) }),
    kind: 'json',
    status: 201,
    problems: ['url-not-allowed', 'host-not-allowed', 'alert-channel-limit'],
  }),
  updateAlertChannel: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Change a channel. Omitted fields stay unchanged.',
    caller: 'environment',
    right: alerts('update'),
    isSensitive: true,
    params: orgIdParams,
    body: updateChannelBody,
    answer: alertChannel,
    kind: 'json',
    status: 200,
    problems: ['url-not-allowed', 'host-not-allowed'],
  }),
  deleteAlertChannel: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a channel. Rules no longer use it, and its waiting messages are dropped.',
    caller: 'environment',
    right: alerts('delete'),
    params: orgIdParams,
    kind: 'empty',
    status: 204,
  }),
  enableAlertChannel: call({
    method: 'POST',
    path: `${path}/:id/enable`,
    summary: 'Enable a channel that Kinora has disabled, because it accepted nothing for a day.',
    caller: 'environment',
    right: alerts('update'),
    params: orgIdParams,
    answer: alertChannel,
    kind: 'json',
    status: 200,
  }),
  testAlertChannel: call({
    method: 'POST',
    path: `${path}/:id/test`,
    summary: 'Send a test message and return whether it was accepted. It is not sent again.',
    caller: 'environment',
    right: alerts('update'),
    params: orgIdParams,
    answer: z.object({ sent: z.boolean(), fault: z.nullable(z.string()) }),
    kind: 'json',
    status: 200,
    perMinute: 30,
  }),
}

export const alertChannelFeature = defineFeature({
  calls: channelCalls,
  problems: {
    'alert-channel-limit': { status: 409, title: 'This environment has reached its limit of alert channels' },
  },
  messages: {
    phoneNumber: 'Start with + and the country code, such as +971501234567',
    smsHeader: 'This header is not possible',
    smsBody: 'The body needs {{to}} and {{text}}',
  },
  objects: { alert_channel: alerts('read') },
  events: { 'alert_channel.disabled': 'alert_channel' },
  auditActions: [
    'alert_channel.created',
    'alert_channel.updated',
    'alert_channel.enabled',
    'alert_channel.deleted',
  ],
})
