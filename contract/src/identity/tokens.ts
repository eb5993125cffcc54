import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, page, pageQuery, time, uuid } from '../common.ts'
import { messages } from '../messages.ts'
import { profileBase as base } from './people.ts'

/** `read` sees, `write` makes, changes and deletes. One that has `read` alone is read-only. */
export const tokenPermissions = ['read', 'write'] as const
export type TokenPermission = (typeof tokenPermissions)[number]

const permission = z
  .array(z.enum(tokenPermissions))
  .check(z.minLength(1, messages.required), z.maxLength(tokenPermissions.length))

export const apiToken = z.object({
  /** The token ID, the user name where a program signs in with Basic. */
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

export const createTokenBody = z.object({ name, permission, expiresAt: z.optional(z.nullable(time)) })
export const renameTokenBody = z.object({ name })

/** Tokens of the environment, for programs. They act with the rights that whoever made them has now, or fewer. */
export const tokenCalls = {
  listTokens: call({
    method: 'GET',
    path: `${base}/api-access-tokens`,
    summary: 'API access tokens of the environment, the latest first.',
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
    summary: 'Make an API access token. Its secret is answered this once.',
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
    summary: 'Revoke an API access token, for everybody and for ever. Doing it again changes nothing.',
    caller: 'environment',
    right: ['Settings', 'Api Access Token', 'delete'],
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
}
