import type { Cases } from '../../../contract/test-case.ts'
import { firstId } from '../../../contract/test-case.ts'
import { memberOf, organizationOf } from '../test-requests.ts'

const password = 'Correct-horse1'

const me = { params: { id: 'me' } }

export const cases: Cases = {
  signOut: async ({ member }) => ({ by: await member(null) }),
  listSessions: () => me,
  authenticateAgain: async ({ member }) => ({
    ...me,
    body: { password, code: '123456' },
    by: await member(null),
  }),
  endSession: async ({ member }) => {
    const by = await member(null)
    const { items } = await by.call('listSessions', me)
    return { params: { id: 'me', sessionId: firstId(items) }, by }
  },
  endSessions: async ({ member }) => ({ ...me, by: await member(null) }),
  endUserSessions: async ({ member }) => ({
    params: { id: (await (await member(null)).call('getUser', me)).id },
  }),
  resetSecondFactor: async ({ member }) => ({
    params: { id: (await (await member(null)).call('getUser', me)).id },
  }),
  listMemberSessions: async (world) => ({
    params: { ...organizationOf(world), userId: await memberOf(world) },
  }),
  endMemberSession: async (world) => {
    const person = await world.member(null)
    const { items } = await person.call('listSessions', { params: { id: 'me' } })
    const { id: userId } = await person.call('getUser', { params: { id: 'me' } })
    return { params: { ...organizationOf(world), userId, sessionId: firstId(items) } }
  },
  endMemberSessions: async (world) => ({
    params: { ...organizationOf(world), userId: await memberOf(world) },
  }),
}
