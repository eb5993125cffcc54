import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { profileBase as base } from './people.ts'

/** `read` allows reading; `write` allows creating, changing and deleting. A token with only `read` is read-only. */
export const tokenPermissions = ['read', 'write'] as const
export type TokenPermission = (typeof tokenPermissions)[number]

const permission = z
  .array(z.enum(tokenPermissions))
  .check(z.minLength(1, messages.required), z.maxLength(tokenPermissions.length))

/** One or several words. `read-only` is `read` alone. */
const grantedPermission = z.union(
  [
    permission,
    z.pipe(
      z.enum(tokenPermissions),
      z.transform((word) => [word]),
    ),
    z.pipe(
      z.union([z.literal('read-only'), z.tuple([z.literal('read-only')])]),
      z.transform((): TokenPermission[] => ['read']),
    ),
  ],
  {
    error: ({ input }) =>
      input === undefined || input === '' || (Array.isArray(input) && input.length === 0)
        ? messages.required
        : undefined,
  },
)

export const apiToken = z.object({
  /** The token ID, which is the user name in Basic authentication. */
  id: uuid,
  environmentId: uuid,
  name: z.string(),
  permission,
  status: z.enum(['active', 'expired', 'revoked']),
  createdAt: time,
  createdBy: z.string(),
  lastUsedAt: z.nullable(time),
  expiresAt: z.nullable(time),
  revokedAt: z.nullable(time),
})
export type ApiToken = z.infer<typeof apiToken>

export const createTokenBody = z.object({
  name,
  permission: grantedPermission,
  expiresAt: z.optional(z.nullable(time)),
})
export const renameTokenBody = z.object({ name })

/** API tokens of the environment. A token has at most the current rights of the person who created it. */
const tokenCalls = {
  listTokens: call({
    method: 'GET',
    path: `${base}/api-access-tokens`,
    summary: 'List the API access tokens of the environment, newest first.',
    caller: 'environment',
    right: ['Settings', 'Api Access Token', 'read'],
    query: z.object({ ...pageQuery, includeRevoked: z._default(z.boolean(), false) }),
    answer: page(apiToken),
    kind: 'json',
    status: 200,
  }),
  createToken: call({
    method: 'POST',
    path: `${base}/api-access-tokens`,
    summary:
      'Create an API access token. Its secret is returned only in this response. `permission` is a list of `read` and `write`, or one of the words `read`, `write` and `read-only`.',
    caller: 'environment',
    right: ['Settings', 'Api Access Token', 'create'],
    isSensitive: true,
    body: createTokenBody,
    answer: z.object({ ...apiToken.shape, secret: z.string() }),
    kind: 'json',
    status: 201,
  }),
  renameToken: call({
    method: 'PUT',
    path: `${base}/api-access-tokens/:id`,
    summary: 'Rename an API access token.',
    caller: 'environment',
    right: ['Settings', 'Api Access Token', 'update'],
    params: idParams,
    body: renameTokenBody,
    answer: apiToken,
    kind: 'json',
    status: 200,
    problems: ['token-revoked'],
  }),
  revokeToken: call({
    method: 'DELETE',
    path: `${base}/api-access-tokens/:id`,
    summary: 'Revoke an API access token permanently. Repeated calls have no further effect.',
    caller: 'environment',
    right: ['Settings', 'Api Access Token', 'delete'],
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
}

export const tokenFeature = defineFeature({
  calls: tokenCalls,
  problems: {
    'token-revoked': { status: 409, title: 'This token has been revoked' },
  },
  objects: {
    api_token: ['Settings', 'Api Access Token', 'read'],
  },
  events: {
    'api_token.created': 'api_token',
    'api_token.revoked': 'api_token',
  },
  auditActions: ['api_token.created', 'api_token.renamed', 'api_token.revoked'],
})
