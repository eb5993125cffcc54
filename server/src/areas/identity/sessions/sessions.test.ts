import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, client, newOwner } from '../../../testing/client.ts'
import { movableClock } from '../../../testing/clock.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { newMember } from '../../../testing/members.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'

const clock = movableClock()
let kinora: TestKinora
let pool: TestPool
let admin: Client
beforeAll(async () => {
  clock.freeze()
  kinora = await startTestKinora({ clock })
  pool = openTestPool(kinora)
  admin = await newOwner(kinora.url, { email: 'admin@example.com' })
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

const password = 'Correct-horse1'
const names = { firstName: 'Ananya', lastName: 'Rao' }
const visitor = () => client(kinora.url, null, null, null)
const as = (token: string) => client(kinora.url, token, null, null)
const expectProblem = (answer: { body: unknown }, id: string) =>
  expect(answer.body).toMatchObject({ type: `/problems/${id}` })

async function signUp(email: string): Promise<Client> {
  const { token } = await visitor().call('signUp', { body: { email, password, ...names } })
  return as(token ?? '')
}

const me = { params: { id: 'me' } }
const statusOf = async (who: Client) => (await who.send('GET', '/services/api/v1/users/me')).status
const read = { read: true }
const managing = { Settings: { User: { ...read, update: true } }, Videos: { Video: read } }

async function paramsOf(owner: Client, person: Client) {
  return { id: owner.organizationId ?? '', userId: (await person.call('getUser', me)).id }
}

describe('sessions', () => {
  it('are listed with their device and end one by one or all others at once', async () => {
    const person = await signUp('many@example.com')
    const more = await Promise.all(
      [1, 2, 3].map(() => visitor().call('signIn', { body: { email: 'many@example.com', password } })),
    )
    const { items } = await person.call('listSessions', me)
    expect(items).toHaveLength(4)
    expect(items.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    expect(items[0]).toMatchObject({ userAgent: expect.any(String), address: expect.stringMatching(/^10\./) })
    const victim = items.find(({ isCurrent }) => !isCurrent)?.id ?? ''
    await person.call('endSession', { params: { id: 'me', sessionId: victim } })
    await person.call('endSessions', me)
    for (const { token } of more) expect(await statusOf(as(token))).toBe(401)
    expect((await person.call('listSessions', me)).items).toHaveLength(1)
    const foreign = `/services/api/v1/users/me/sessions/${(await admin.call('listSessions', me)).items[0]?.id}`
    expect((await person.send('DELETE', foreign)).status).toBe(404)
  })
})

describe('ending other sessions', () => {
  it('needs a recent sign-in, or the password or a code of the second factor again', async () => {
    const email = 'left-open@example.com'
    const person = await signUp(email)
    const { token } = await visitor().call('signIn', { body: { email, password } })
    const { items } = await person.call('listSessions', me)
    const sessionId = items.find(({ isCurrent }) => !isCurrent)?.id ?? ''
    const end = () => person.try('endSession', { params: { id: 'me', sessionId } })
    clock.advance(601)
    expectProblem(await end(), 'authentication-old')
    expectProblem(await person.try('endSessions', me), 'authentication-old')
    const again = (body: { password?: string; code?: string }) =>
      person.try('authenticateAgain', { ...me, body })
    expect((await again({})).status).toBe(400)
    expectProblem(await again({ password: 'Wrong-horse1' }), 'password-wrong')
    expectProblem(await again({ code: '123456' }), 'second-factor-wrong')
    expect((await again({ password })).status).toBe(204)
    expect((await end()).status).toBe(204)
    expect(await statusOf(as(token))).toBe(401)
    const { secret } = await person.call('beginSecondFactor', { ...me, body: { password } })
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = () => totp.generate({ timestamp: clock.now().getTime() })
    await person.call('confirmSecondFactor', { ...me, body: { code: code() } })
    clock.advance(601)
    expectProblem(await again({ code: 'aaaaa-aaaaa-aaaaa-aaaaa-aaaaa' }), 'second-factor-wrong')
    expect((await again({ code: code() })).status).toBe(204)
    await person.call('endSessions', me)
    // Signing out is always possible.
    clock.advance(601)
    await person.call('signOut', {})
  })
})

it('ends an impersonation together with all other sessions', async () => {
  const owner = await newOwner(kinora.url, { email: 'helped-once@example.com' })
  const { id: userId } = await owner.call('getUser', me)
  const acting = await admin.call('impersonate', { body: { userId, reason: 'They asked for help' } })
  await admin.call('authenticateAgain', { ...me, body: { password } })
  await admin.call('endSessions', me)
  expect(await statusOf(as(acting.token))).toBe(401)
})

describe('an administrator of the installation', () => {
  it('ends all sessions of a user, and resets a lost second factor', async () => {
    const email = 'lost-phone@example.com'
    const owner = await newOwner(kinora.url, { email })
    const { secret } = await owner.call('beginSecondFactor', { ...me, body: { password } })
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: clock.now().getTime(),
    })
    const { recoveryCodes } = await owner.call('confirmSecondFactor', { ...me, body: { code } })
    const params = { id: (await owner.call('getUser', me)).id }
    await admin.call('endUserSessions', { params })
    expect(await statusOf(owner)).toBe(401)
    const { token } = await visitor().call('signIn', {
      body: { email, password, code: recoveryCodes[0] ?? '' },
    })
    await admin.call('resetSecondFactor', { params })
    expect(await statusOf(as(token))).toBe(401)
    const again = await visitor().call('signIn', { body: { email, password } })
    expect(again.user.hasSecondFactor).toBe(false)
    const { items } = await as(again.token).call('listAccountRecords', { ...me, query: {} })
    const admins = items.filter(({ by }) => by === 'Ananya Rao Iyer').map(({ action }) => action)
    expect(admins.sort()).toEqual(['second_factor.reset', 'session.revoked'])
    const own = { id: (await admin.call('getUser', me)).id }
    expectProblem(await admin.try('resetSecondFactor', { params: own }), 'forbidden')
  })
})

it('does not let an administrator impersonate a user without an organization, where no one could see it', async () => {
  const person = await signUp('alone@example.com')
  const { id: userId } = await person.call('getUser', me)
  const body = { userId, reason: 'They asked for help' }
  expectProblem(await admin.send('POST', '/services/api/v1/users/impersonate', { body }), 'forbidden')
})

it('an administrator lists the sessions of a member and ends them one by one, or all', async () => {
  const owner = await newOwner(kinora.url)
  const manager = await newMember(owner, pool.sql, JSON.stringify(managing))
  const member = await newMember(owner, pool.sql, JSON.stringify({ Videos: { Video: read }, Settings: {} }))
  const { email } = await member.call('getUser', me)
  const signIn = async () => {
    const guest = client(kinora.url, null, null, null)
    const { token } = await guest.call('signIn', { body: { email, password: 'Correct-horse1' } })
    return client(kinora.url, token, null, null)
  }
  const phone = await signIn()
  const params = await paramsOf(owner, member)
  const { items } = await manager.call('listMemberSessions', { params })
  expect(items).toHaveLength(2)
  expect(items[0]).toMatchObject({ isCurrent: false, address: expect.stringMatching(/^10\./) })
  const { items: own } = await phone.call('listSessions', me)
  const sessionId = own.find(({ isCurrent }) => isCurrent)?.id ?? ''
  await manager.call('endMemberSession', { params: { ...params, sessionId } })
  expect([await statusOf(phone), await statusOf(member)]).toEqual([401, 200])
  const again = { params: { ...params, sessionId } }
  expect((await manager.try('endMemberSession', again)).status).toBe(404)
  await manager.call('endMemberSessions', { params })
  expect(await statusOf(member)).toBe(401)
  const records = await (await signIn()).call('listAccountRecords', { ...me, query: {} })
  expect(records.items.filter(({ action }) => action === 'session.revoked')).toMatchObject([
    { by: 'Ananya Rao Iyer' },
    { by: 'Ananya Rao Iyer' },
  ])
})

it('nobody sees or ends the sessions of a stronger member, or of somebody else', async () => {
  const owner = await newOwner(kinora.url)
  const stranger = await newOwner(kinora.url)
  const manager = await newMember(owner, pool.sql, JSON.stringify(managing))
  const ofOwner = await paramsOf(owner, owner)
  for (const name of ['listMemberSessions', 'endMemberSessions'] as const) {
    const refused = await manager.try(name, { params: ofOwner })
    expect(refused.body).toMatchObject({ type: '/problems/role-too-strong' })
    const foreign = await owner.try(name, { params: await paramsOf(owner, stranger) })
    expect(foreign.status).toBe(404)
  }
  expect(await statusOf(owner)).toBe(200)
})
