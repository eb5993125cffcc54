import * as z from 'zod/mini'
import { call } from '../call.ts'
import { defineFeature } from '../feature.ts'
import {
  accountName,
  profileBase as base,
  challenge,
  email,
  firstSession,
  language,
  linkToken,
  otp,
  password,
  secondFactor,
  session,
  typed,
} from './people.ts'

export const signUpBody = z.object({
  email,
  password,
  firstName: accountName,
  lastName: accountName,
  language: z.optional(language),
})
export const signInBody = z.object({ email: typed, password: typed, code: z.optional(secondFactor) })
export const joinBody = z.object({
  token: linkToken,
  firstName: accountName,
  lastName: accountName,
  password,
  language: z.optional(language),
})
/** Fields that a person fills in to reset a password. */
export const resetPasswordFields = z.object({ email: typed, otp, password })

/** The `challenge` of an earlier request in the same browser, whose code is replaced. */
const earlier = z.optional(challenge)
const asked = z.object({ challenge })

const sendOtp = {
  path: `${base}/users/send-otp`,
  summary:
    'Send a six-digit code to confirm this address. It works only with the `challenge` of this response. The response does not reveal whether an account exists.',
  caller: 'none',
  query: z.object({ email: typed, challenge: earlier }),
  answer: asked,
  kind: 'json',
  status: 200,
  perMinute: 10,
} as const

/** Sign-in and sign-up: calls that need no session. */
const signInCalls = {
  getSignInOptions: call({
    method: 'GET',
    path: `${base}/sign-in-options`,
    summary: 'Get the sign-in and sign-up methods, and the contact for help.',
    caller: 'none',
    answer: z.object({
      signUp: z.enum(['open', 'invitation']),
      /** Nobody has an account yet: the first one will administer the installation. */
      needsSetup: z.boolean(),
      google: z.nullable(z.object({ clientId: z.string() })),
      /** An email address or a URL. */
      support: z.nullable(z.string()),
    }),
    kind: 'json',
    status: 200,
  }),
  signUp: call({
    method: 'POST',
    path: `${base}/users/signup`,
    summary:
      'Create an account and sign in. If addresses have to be confirmed, the response is the same for an address that already has an account: no session, and an email to the address. The first account administers the installation.',
    caller: 'none',
    body: signUpBody,
    answer: firstSession,
    kind: 'json',
    status: 201,
    problems: ['email-taken', 'sign-up-closed'],
    perMinute: 20,
  }),
  joinByInvitation: call({
    method: 'POST',
    path: `${base}/users`,
    summary: 'Create an account with the link of an invitation, sign in and join the organization.',
    caller: 'none',
    body: joinBody,
    answer: session,
    kind: 'json',
    status: 201,
    problems: ['invitation-over', 'email-taken'],
    perMinute: 20,
  }),
  signIn: call({
    method: 'POST',
    path: `${base}/users/authenticate`,
    summary: 'Sign in with email and password, and a code if two-factor authentication is on.',
    caller: 'none',
    body: signInBody,
    answer: session,
    kind: 'json',
    status: 200,
    problems: ['credentials-wrong', 'account-locked', 'second-factor-required', 'second-factor-wrong'],
    perMinute: 30,
  }),
  beginGoogleSignIn: call({
    method: 'POST',
    path: `${base}/oauth/google/nonce`,
    summary: 'Begin a sign-in with Google. The ID token must have this nonce and is accepted once.',
    caller: 'none',
    answer: z.object({ nonce: z.string() }),
    kind: 'json',
    status: 201,
    problems: ['google-refused'],
    perMinute: 30,
  }),
  signInWithGoogle: call({
    method: 'POST',
    path: `${base}/oauth/callback/google`,
    summary:
      'Sign in with a Google ID token that has the nonce of `beginGoogleSignIn`. Creates an account if sign-up is open.',
    caller: 'none',
    body: z.object({
      credential: z.string().check(z.minLength(1), z.maxLength(4096)),
      code: z.optional(secondFactor),
    }),
    answer: session,
    kind: 'json',
    status: 200,
    problems: [
      'google-refused',
      'sign-up-closed',
      'email-taken',
      'account-locked',
      'second-factor-required',
      'second-factor-wrong',
    ],
    perMinute: 30,
  }),
  findUser: call({
    method: 'GET',
    path: `${base}/users/find`,
    summary:
      'Get the sign-in methods of this address. The response does not reveal whether an account exists.',
    caller: 'none',
    query: z.object({ email: typed }),
    answer: z.object({ email: z.string(), methods: z.array(z.enum(['password', 'google'])) }),
    kind: 'json',
    status: 200,
    perMinute: 30,
  }),
  sendOtp: call({ method: 'POST', ...sendOtp }),
  sendOtpByGet: call({ method: 'GET', ...sendOtp }),
  verifyOtp: call({
    method: 'POST',
    path: `${base}/users/verify-otp`,
    summary:
      'Confirm an email address with a six-digit code. With a password, as after a sign-up, the password is set and earlier sessions end.',
    caller: 'none',
    body: z.object({ email: typed, challenge, otp, password: z.optional(password) }),
    answer: z.object({ isVerified: z.literal(true) }),
    kind: 'json',
    status: 200,
    problems: ['otp-wrong', 'account-locked'],
    perMinute: 30,
  }),
  requestPasswordReset: call({
    method: 'POST',
    path: `${base}/users/reset-password-request`,
    summary:
      'Send a six-digit code to reset the password. It works only with the `challenge` of this response. The response does not reveal whether an account exists.',
    caller: 'none',
    body: z.object({ email: typed, challenge: earlier }),
    answer: asked,
    kind: 'json',
    status: 200,
    perMinute: 10,
  }),
  resetPassword: call({
    method: 'POST',
    path: `${base}/users/reset-password`,
    summary: 'Reset the password with a six-digit code from an email. All sessions end.',
    caller: 'none',
    body: z.object({ ...resetPasswordFields.shape, challenge }),
    kind: 'empty',
    status: 204,
    problems: ['otp-wrong', 'account-locked'],
    perMinute: 30,
  }),
}

export const signInFeature = defineFeature({
  calls: signInCalls,
  problems: {
    'credentials-wrong': { status: 403, title: 'The email or password is incorrect' },
    'otp-wrong': { status: 403, title: 'The code is incorrect or has expired' },
    'second-factor-required': { status: 403, title: 'Enter the code from your authenticator app' },
    'google-refused': { status: 403, title: 'Google did not confirm this sign-in' },
    'sign-up-closed': { status: 403, title: 'Sign-up is by invitation only' },
    'email-taken': { status: 409, title: 'An account with this email address already exists' },
  },
})
