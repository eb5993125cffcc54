import * as z from 'zod/mini'
import { call } from '../call.ts'
import { time, uuid } from '../common.ts'
import { accountName, profileBase as base, language, password, secondFactor, typed, user } from './people.ts'

/** `me` is accepted as the caller's own id. */
const userParams = z.object({ id: z.union([z.literal('me'), uuid]) })

export const updateUserBody = z.object({ firstName: accountName, lastName: accountName, language })
export const changePasswordBody = z.object({ currentPassword: typed, newPassword: password })

export const signedInSession = z.object({
  id: uuid,
  isCurrent: z.boolean(),
  /** The browser's own words. */
  userAgent: z.nullable(z.string()),
  address: z.nullable(z.string()),
  createdAt: time,
  lastSeenAt: time,
  expiresAt: time,
})
export type SignedInSession = z.infer<typeof signedInSession>

/** What a person does with their own account. Others' accounts are not there. */
export const accountCalls = {
  signOut: call({
    method: 'POST',
    path: `${base}/users/sign-out`,
    summary: 'End this session.',
    caller: 'user',
    allowsUnverified: true,
    kind: 'empty',
    status: 204,
  }),
  getUser: call({
    method: 'GET',
    path: `${base}/users/:id`,
    summary:
      'A user with organisations, environments and rights. `me` is the caller, the only one to be seen.',
    caller: 'user',
    allowsUnverified: true,
    params: userParams,
    answer: user,
    kind: 'json',
    status: 200,
  }),
  updateUser: call({
    method: 'PUT',
    path: `${base}/users/:id`,
    summary: 'Change names and language.',
    caller: 'user',
    isPersonal: true,
    allowsUnverified: true,
    params: userParams,
    body: updateUserBody,
    answer: user,
    kind: 'json',
    status: 200,
  }),
  changePassword: call({
    method: 'POST',
    path: `${base}/users/:id/change-password`,
    summary: 'Change the password. All other sessions end.',
    caller: 'user',
    isSensitive: true,
    params: userParams,
    body: changePasswordBody,
    kind: 'empty',
    status: 204,
    problems: ['password-wrong', 'password-same', 'account-locked'],
    perMinute: 20,
  }),
  listSessions: call({
    method: 'GET',
    path: `${base}/users/:id/sessions`,
    summary: 'Where the user is signed in, the latest first.',
    caller: 'user',
    allowsUnverified: true,
    params: userParams,
    answer: z.object({ items: z.array(signedInSession) }),
    kind: 'json',
    status: 200,
  }),
  endSession: call({
    method: 'DELETE',
    path: `${base}/users/:id/sessions/:sessionId`,
    summary: 'Sign out one session.',
    caller: 'user',
    isPersonal: true,
    allowsUnverified: true,
    params: z.object({ ...userParams.shape, sessionId: uuid }),
    kind: 'empty',
    status: 204,
  }),
  endSessions: call({
    method: 'DELETE',
    path: `${base}/users/:id/sessions`,
    summary: 'Sign out everywhere else.',
    caller: 'user',
    isPersonal: true,
    allowsUnverified: true,
    params: userParams,
    kind: 'empty',
    status: 204,
  }),
  beginSecondFactor: call({
    method: 'POST',
    path: `${base}/users/:id/totp`,
    summary: 'A new secret for an authenticator (RFC 6238). It counts once a code of it was confirmed.',
    caller: 'user',
    isSensitive: true,
    params: userParams,
    answer: z.object({ secret: z.string(), uri: z.string() }),
    kind: 'json',
    status: 201,
    problems: ['second-factor-on'],
  }),
  confirmSecondFactor: call({
    method: 'POST',
    path: `${base}/users/:id/totp/confirm`,
    summary: 'Turn the second factor on. Answers recovery codes, this once.',
    caller: 'user',
    isSensitive: true,
    params: userParams,
    body: z.object({ code: secondFactor }),
    answer: z.object({ recoveryCodes: z.array(z.string()) }),
    kind: 'json',
    status: 200,
    problems: ['second-factor-wrong', 'second-factor-on'],
    perMinute: 20,
  }),
  endSecondFactor: call({
    method: 'POST',
    path: `${base}/users/:id/totp/disable`,
    summary: 'Turn the second factor off, with one of its codes.',
    caller: 'user',
    isSensitive: true,
    params: userParams,
    body: z.object({ code: secondFactor }),
    kind: 'empty',
    status: 204,
    problems: ['second-factor-wrong', 'account-locked'],
    perMinute: 20,
  }),
}
