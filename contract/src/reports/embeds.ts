import * as z from 'zod/mini'
import { call } from '../call.ts'
import { name, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { language } from '../identity/index.ts'
import { canonicalReferrer } from '../library/index.ts'
import { messages } from '../messages.gen.ts'
import { organizationParams, reportParams } from './base.ts'
import { reportDocument } from './document.ts'
import { questionFields } from './reports.ts'
import { embedLimits, embedRanges, embedThemes, reportLimits } from './values.ts'

const path = '/data/api/v1/:organizationId/embedded_reports'
const embeds = (action: 'create' | 'read' | 'update' | 'delete') =>
  ['Embed Reports', 'Embed', action] as const
const pageParams = z.object({ embedId: uuid })

const site = z.string().check(
  z.maxLength(300),
  z.refine((text) => canonicalReferrer(text) !== null, messages.referrer),
)

const questionOfEmbed = {
  metrics: questionFields.metrics,
  filters: z._default(questionFields.filters, {}),
  splitBy: z._default(questionFields.splitBy, null),
  range: z._default(z.enum(embedRanges), 'last-7-days'),
  timezone: z._default(z.string().check(z.minLength(1, messages.required), z.maxLength(60)), 'UTC'),
  language: z._default(language, 'en'),
}

export const embedPreviewBody = z.object(questionOfEmbed)

export const embedBody = z.object({
  name: name.check(z.maxLength(reportLimits.nameLength)),
  ...questionOfEmbed,
  theme: z._default(z.enum(embedThemes), 'auto'),
  /** Hosts such as `example.com` and `*.example.com` whose pages may show it. */
  sites: z.array(site).check(z.minLength(1, messages.required), z.maxLength(embedLimits.sites)),
  expiresAt: time,
})
export type EmbedBody = z.output<typeof embedBody>

/** A report that pages of other sites show. */
export const embed = z.object({
  id: uuid,
  environmentId: uuid,
  ...z.omit(embedBody, { expiresAt: true }).shape,
  status: z.enum(['active', 'expired', 'revoked']),
  expiresAt: time,
  revokedAt: z.nullable(time),
  /** When a page showed it last, to the minute. */
  shownAt: z.nullable(time),
  createdBy: z.string(),
  createdAt: time,
})
export type Embed = z.infer<typeof embed>

/** The address has the secret in its fragment, which browsers do not send. */
export const embedCode = z.object({
  url: z.string(),
  code: z.string(),
  /** Address of the report as a picture. Its signature opens nothing else. */
  pictureUrl: z.string(),
  pictureCode: z.string(),
})
export type EmbedCode = z.infer<typeof embedCode>

const problems = ['timezone-unknown'] as const

const embedCalls = {
  createEmbed: call({
    method: 'POST',
    path,
    summary:
      'Create a report that pages of other sites show in a frame. Its question cannot change, and its figures are computed with the rights of the person who creates it.',
    caller: 'environment',
    right: embeds('create'),
    params: organizationParams,
    body: embedBody,
    answer: embed,
    kind: 'json',
    status: 201,
    problems: [...problems, 'embed-limit', 'embed-expiry'],
  }),
  listEmbeds: call({
    method: 'GET',
    path,
    summary: 'List embedded reports, newest first. Callers whose role has a filter see only their own.',
    caller: 'environment',
    right: embeds('read'),
    params: organizationParams,
    query: z.object({ ...pageQuery, phrase: z.optional(z.string().check(z.maxLength(200))) }),
    answer: page(embed),
    kind: 'json',
    status: 200,
  }),
  getEmbedCode: call({
    method: 'POST',
    path: `${path}/:id/code`,
    summary: 'Get the address and the HTML of an embedded report, with its secret.',
    caller: 'environment',
    right: embeds('update'),
    isSensitive: true,
    params: reportParams,
    answer: embedCode,
    kind: 'json',
    status: 200,
    problems: ['embed-over'],
  }),
  revokeEmbed: call({
    method: 'POST',
    path: `${path}/:id/revoke`,
    summary:
      'Revoke an embedded report. Pages show it no more, from the next request on. This cannot be undone.',
    caller: 'environment',
    right: embeds('delete'),
    params: reportParams,
    answer: embed,
    kind: 'json',
    status: 200,
  }),
  previewEmbed: call({
    method: 'POST',
    path: `${path}/preview`,
    summary: 'Get the content of an embedded report without creating it, with the rights of the caller.',
    caller: 'environment',
    right: embeds('create'),
    params: organizationParams,
    body: embedPreviewBody,
    answer: reportDocument,
    kind: 'json',
    status: 200,
    problems: [...problems, 'warehouse-away', 'range-too-long', 'dimension-not-possible'],
    perMinute: 60,
  }),
  showEmbed: call({
    method: 'GET',
    path: '/embed/report/:embedId',
    summary:
      'The page of an embedded report. Its script reads the secret from the fragment of its address. Only pages of its sites may frame it.',
    caller: 'none',
    params: pageParams,
    kind: 'file',
    status: 200,
    perMinute: 240,
  }),
  showEmbedPicture: call({
    method: 'GET',
    path: '/embed/report/:embedId/picture',
    summary:
      'An embedded report as a picture, at most a minute old. The signature is that of the address in its code. A page of another site that names itself as the referrer gets none.',
    caller: 'none',
    params: pageParams,
    query: z.object({
      signature: z.string().check(z.minLength(1, messages.required), z.maxLength(100)),
      format: z._default(z.enum(['png', 'svg']), 'png'),
      /** Replaces that of the embed. */
      theme: z.optional(z.enum(['light', 'dark'])),
    }),
    kind: 'file',
    status: 200,
    problems: ['embed-over', 'warehouse-away'],
    perMinute: 240,
  }),
  readEmbed: call({
    method: 'GET',
    path: '/embed/report/:embedId/content',
    summary: 'The content of an embedded report at present. The secret is the bearer token.',
    caller: 'none',
    params: pageParams,
    answer: reportDocument,
    kind: 'json',
    status: 200,
    problems: ['embed-over', 'warehouse-away'],
    perMinute: 120,
  }),
}

export const embedFeature = defineFeature({
  calls: embedCalls,
  problems: {
    'embed-over': { status: 401, title: 'This report is no longer shared' },
    'embed-limit': { status: 409, title: 'This organization has reached its limit of embedded reports' },
    'embed-expiry': { status: 400, title: 'The expiry must be in the future, and at most a year away' },
  },
  objects: { embed: embeds('read') },
  auditActions: ['embed.created', 'embed.revoked', 'embed.copied'],
})
