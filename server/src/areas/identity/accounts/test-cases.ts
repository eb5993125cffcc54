import { randomUUID } from 'node:crypto'
import type { Cases } from '../../../contract/test-case.ts'

const password = 'Correct-horse1'

const challenge = 'x'.repeat(32)

const me = { params: { id: 'me' } }

export const cases: Cases = {
  getSignInOptions: () => ({}),
  signUp: () => ({
    body: {
      email: `${randomUUID()}@example.com`,
      password,
      firstName: 'Lakshmi',
      lastName: 'Prasad',
      language: 'te',
    },
  }),
  joinByInvitation: () => ({
    // Only the email contains the secret of an invitation.
    answers: 'invitation-over',
    body: { token: 'x'.repeat(43), firstName: 'Lakshmi', lastName: 'Prasad', password, language: 'te' },
  }),
  signIn: () => ({
    body: { email: 'nobody@example.com', password, code: '123456' },
    answers: 'credentials-wrong',
  }),
  beginGoogleSignIn: () => ({ answers: 'google-refused' }),
  signInWithGoogle: () => ({ body: { credential: 'none', code: '123456' }, answers: 'google-refused' }),
  findUser: () => ({ query: { email: 'nobody@example.com' } }),
  sendOtp: () => ({ query: { email: 'nobody@example.com', challenge } }),
  sendOtpByGet: () => ({ query: { email: 'nobody@example.com', challenge } }),
  verifyOtp: () => ({
    body: { email: 'nobody@example.com', challenge, otp: '123456', password },
    answers: 'otp-wrong',
  }),
  requestPasswordReset: () => ({ body: { email: 'nobody@example.com', challenge } }),
  resetPassword: () => ({
    body: { email: 'nobody@example.com', challenge, otp: '123456', password },
    answers: 'otp-wrong',
  }),
  getUser: () => me,
  updateUser: () => ({ ...me, body: { firstName: 'Lakshmi', lastName: 'Prasad', language: 'te' } }),
  changePassword: async ({ member }) => ({
    ...me,
    body: { currentPassword: password, newPassword: 'Another-horse2' },
    by: await member(null),
  }),
  beginSecondFactor: async ({ member }) => ({ ...me, body: { password }, by: await member(null) }),
  confirmSecondFactor: () => ({ ...me, body: { code: '123456' }, answers: 'second-factor-wrong' }),
  endSecondFactor: () => ({ ...me, body: { code: '123456' }, answers: 'second-factor-wrong' }),
  listUsers: () => ({ query: { pageNum: '1', pageSize: '12', phrase: 'x' } }),
  impersonate: async ({ stranger }) => ({
    body: { userId: (await stranger.call('getUser', me)).id, reason: 'They asked for help' },
  }),
  listOrganizations: () => ({ query: { pageNum: '1', pageSize: '12', phrase: 'x' } }),
  setStanding: ({ stranger }) => ({
    params: { id: stranger.organizationId ?? '' },
    body: { isActive: true, isSubscribed: true, alertMessage: null, modules: ['Videos', 'DAM'] },
  }),
}
