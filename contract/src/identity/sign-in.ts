import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  accountName,
  profileBase as base,
  email,
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
export const resetPasswordBody = z.object({ email: typed, otp, password })

const sendOtp = {
  path: `${base}/users/send-otp`,
  summary:
    'Send six digits to this address, to show that it is theirs. Known and unknown ones are answered alike.',
  caller: 'none',
  query: z.object({ email: typed }),
  kind: 'empty',
  status: 204,
  perMinute: 10,
} as const

/** How people come in: everything that can be asked without a session. */
export const signInCalls = {
  getSignInOptions: call({
    method: 'GET',
    path: `${base}/sign-in-options`,
    summary: 'How one can sign in and up here, and whom to ask.',
    caller: 'none',
    answer: z.object({
      signUp: z.enum(['open', 'invitation']),
      google: z.nullable(z.object({ clientId: z.string() })),
      /** An e-mail address or a web page. */
      support: z.nullable(z.string()),
    }),
    kind: 'json',
    status: 200,
  }),
  signUp: call({
    method: 'POST',
    path: `${base}/users/signup`,
    summary: 'Make an account and sign in. The first account administers the installation.',
    caller: 'none',
    body: signUpBody,
    answer: session,
    kind: 'json',
    status: 201,
    problems: ['email-taken', 'sign-up-closed'],
    perMinute: 20,
  }),
  joinByInvitation: call({
    method: 'POST',
    path: `${base}/users`,
    summary: "Make an account by an invitation's link, sign in and join.",
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
    summary: 'Sign in with e-mail and password, and a code of the second factor where there is one.',
    caller: 'none',
    body: signInBody,
    answer: session,
    kind: 'json',
    status: 200,
    problems: ['credentials-wrong', 'account-locked', 'second-factor-required', 'second-factor-wrong'],
    perMinute: 30,
  }),
  signInWithGoogle: call({
    method: 'POST',
    path: `${base}/oauth/callback/google`,
    summary: "Sign in, or up where that is open, with Google's ID token.",
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
    summary: 'How this address can sign in. Known and unknown ones are answered alike.',
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
    summary: 'Show by six digits that an address is theirs.',
    caller: 'none',
    body: z.object({ email: typed, otp }),
    answer: z.object({ isVerified: z.literal(true) }),
    kind: 'json',
    status: 200,
    problems: ['otp-wrong', 'account-locked'],
    perMinute: 30,
  }),
  requestPasswordReset: call({
    method: 'POST',
    path: `${base}/users/reset-password-request`,
    summary: 'Send six digits to set a new password with. Known and unknown addresses are answered alike.',
    caller: 'none',
    body: z.object({ email: typed }),
    kind: 'empty',
    status: 204,
    perMinute: 10,
  }),
  resetPassword: call({
    method: 'POST',
    path: `${base}/users/reset-password`,
    summary: 'Set a new password with six digits from a mail. Every session ends.',
    caller: 'none',
    body: resetPasswordBody,
    kind: 'empty',
    status: 204,
    problems: ['otp-wrong', 'account-locked'],
    perMinute: 30,
  }),
}
