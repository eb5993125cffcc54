import { randomUUID } from 'node:crypto'
import type { accountCalls, installationCalls, signInCalls } from '@kinora/contract'
import type { CasesOf } from './case.ts'

type Names = keyof typeof signInCalls | keyof typeof accountCalls | keyof typeof installationCalls

const password = 'Correct-horse1'
const me = { params: { id: 'me' } }

export const peopleCases: CasesOf<Names> = {
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
    body: { token: 'x'.repeat(43), firstName: 'Lakshmi', lastName: 'Prasad', password, language: 'te' },
  }),
  signIn: () => ({ body: { email: 'nobody@example.com', password, code: '123456' } }),
  signInWithGoogle: () => ({ body: { credential: 'none', code: '123456' } }),
  findUser: () => ({ query: { email: 'nobody@example.com' } }),
  sendOtp: () => ({ query: { email: 'nobody@example.com' } }),
  sendOtpByGet: () => ({ query: { email: 'nobody@example.com' } }),
  verifyOtp: () => ({ body: { email: 'nobody@example.com', otp: '123456' } }),
  requestPasswordReset: () => ({ body: { email: 'nobody@example.com' } }),
  resetPassword: () => ({ body: { email: 'nobody@example.com', otp: '123456', password } }),
  signOut: () => ({}),
  getUser: () => me,
  updateUser: () => ({ ...me, body: { firstName: 'Lakshmi', lastName: 'Prasad', language: 'te' } }),
  changePassword: () => ({ ...me, body: { currentPassword: password, newPassword: 'Another-horse2' } }),
  listSessions: () => me,
  endSession: async ({ owner }) => {
    const { items } = await owner.call('listSessions', me)
    return { params: { id: 'me', sessionId: items[0]?.id ?? '' } }
  },
  endSessions: () => me,
  beginSecondFactor: () => me,
  confirmSecondFactor: () => ({ ...me, body: { code: '123456' } }),
  endSecondFactor: () => ({ ...me, body: { code: '123456' } }),
  listUsers: () => ({ query: { pageNum: '1', pageSize: '12', phrase: 'x' } }),
  impersonate: () => ({ body: { userId: randomUUID(), reason: 'They asked for help' } }),
  listOrganizations: () => ({ query: { pageNum: '1', pageSize: '12', phrase: 'x' } }),
  setStanding: ({ stranger }) => ({
    params: { id: stranger.organizationId ?? '' },
    body: { isActive: true, isSubscribed: true, alertMessage: null, modules: ['Videos'] },
  }),
}
