import * as z from 'zod/mini'
import { call } from '../call.ts'
import { time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { accountName, profileBase as base, language, password, secondFactor, typed, user } from './people.ts'

/** `me` stands for the caller's own ID. */
const userParams = z.object({ id: z.union([z.literal('me'), uuid]) })

/** Fields of an account that its owner sets. */
export const accountFields = z.object({ firstName: accountName, lastName: accountName, language })
export const updateUserBody = z.partial(accountFields)
export const beginSecondFactorBody = z.object({ password: typed })
export const changePasswordBody = z.object({ currentPassword: typed, newPassword: password })

/** The password, or a code of the second factor. */
export const authenticateAgainBody = z.object({
  password: z.optional(typed),
  code: z.optional(secondFactor),
})

export const signedInSession = z.object({
  id: uuid,
  isCurrent: z.boolean(),
  /** The User-Agent header. */
  userAgent: z.nullable(z.string()),
  address: z.nullable(z.string()),
  createdAt: time,
  lastSeenAt: time,
  expiresAt: time,
})
export type SignedInSession = z.infer<typeof signedInSession>

/** Calls about the caller's own account. Other accounts answer 404. */
const accountCalls = {
  signOut: call({
    method: 'POST',
    path: `${base}/users/sign-out`,
    summary: 'Sign out of the current session.',
    caller: 'user',
    allowsWithoutFactor: true,
    allowsUnverified: true,
    kind: 'empty',
    status: 204,
  }),
  getUser: call({
    method: 'GET',
    path: `${base}/users/:id`,
    summary:
      'Get a user with their organizations, environments and rights. `me` is the caller; other users answer 404. `role` is the role in the organization of the environment that the `environment-id` header names, or else in the first one joined.',
    caller: 'user',
    allowsWithoutFactor: true,
    allowsUnverified: true,
    params: userParams,
    answer: user,
    kind: 'json',
    status: 200,
  }),
  updateUser: call({
    method: 'PUT',
    path: `${base}/users/:id`,
    summary: 'Change the name and the language. Omitted fields stay unchanged.',
    caller: 'user',
    allowsWithoutFactor: true,
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
    allowsWithoutFactor: true,
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
    summary: 'List the sessions of the user, newest first.',
    caller: 'user',
    allowsWithoutFactor: true,
    allowsUnverified: true,
    params: userParams,
    answer: z.object({ items: z.array(signedInSession) }),
    kind: 'json',
    status: 200,
  }),
  authenticateAgain: call({
    method: 'POST',
    path: `${base}/users/:id/authenticate-again`,
    summary:
      'Prove who you are in the current session: with the password, or with a code of the second factor. Calls that end sessions need it if the sign-in was more than 10 minutes ago.',
    caller: 'user',
    allowsUnverified: true,
    allowsWithoutFactor: true,
    isSensitive: true,
    params: userParams,
    body: authenticateAgainBody,
    kind: 'empty',
    status: 204,
    problems: ['password-wrong', 'second-factor-wrong', 'account-locked'],
    perMinute: 20,
  }),
  endSession: call({
    method: 'DELETE',
    path: `${base}/users/:id/sessions/:sessionId`,
    summary: 'Sign out of one session, at most 10 minutes after a sign-in or `authenticateAgain`.',
    caller: 'user',
    allowsWithoutFactor: true,
    isPersonal: true,
    allowsUnverified: true,
    params: z.object({ ...userParams.shape, sessionId: uuid }),
    kind: 'empty',
    status: 204,
    problems: ['authentication-old'],
  }),
  endSessions: call({
    method: 'DELETE',
    path: `${base}/users/:id/sessions`,
    summary: 'Sign out of all other sessions, at most 10 minutes after a sign-in or `authenticateAgain`.',
    caller: 'user',
    allowsWithoutFactor: true,
    isPersonal: true,
    allowsUnverified: true,
    params: userParams,
    kind: 'empty',
    status: 204,
    problems: ['authentication-old'],
  }),
  beginSecondFactor: call({
    method: 'POST',
    path: `${base}/users/:id/totp`,
    summary:
      'Create a secret for an authenticator app (RFC 6238), with the password. It takes effect once it is confirmed with a code. Accounts without a password set one first, with a code from an email.',
    caller: 'user',
    allowsWithoutFactor: true,
    isSensitive: true,
    params: userParams,
    body: beginSecondFactorBody,
    answer: z.object({ secret: z.string(), uri: z.string() }),
    kind: 'json',
    status: 201,
    problems: ['second-factor-on', 'password-wrong', 'password-missing', 'account-locked'],
    perMinute: 20,
  }),
  confirmSecondFactor: call({
    method: 'POST',
    path: `${base}/users/:id/totp/confirm`,
    summary: 'Turn on two-factor authentication. The recovery codes are returned only in this response.',
    caller: 'user',
    allowsWithoutFactor: true,
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
    summary: 'Turn off two-factor authentication, with a code from the authenticator app.',
    caller: 'user',
    isSensitive: true,
    params: userParams,
    body: z.object({ code: secondFactor }),
    kind: 'empty',
    status: 204,
    problems: ['second-factor-wrong', 'second-factor-kept', 'account-locked'],
    perMinute: 20,
  }),
}

export const accountFeature = defineFeature({
  calls: accountCalls,
  problems: {
    'authentication-old': { status: 403, title: 'Confirm that it is you first' },
    'password-wrong': { status: 403, title: 'Current password is incorrect' },
    'password-missing': { status: 409, title: 'Set a password first' },
    'password-same': { status: 409, title: 'Enter a new password' },
    'second-factor-kept': { status: 409, title: 'Your organization requires two-factor authentication' },
    'second-factor-on': { status: 409, title: 'Two-factor authentication is already on' },
  },
})
