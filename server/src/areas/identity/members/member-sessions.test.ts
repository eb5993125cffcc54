import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, client, newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { newMember } from '../../../testing/members.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'

let kinora: TestKinora
let pool: TestPool
beforeAll(async () => {
  kinora = await startTestKinora()
  pool = openTestPool(kinora)
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

const me = { params: { id: 'me' } }
const statusOf = async (who: Client) => (await who.send('GET', '/services/api/v1/users/me')).status
const read = { read: true }
const managing = { Settings: { User: { ...read, update: true } }, Videos: { Video: read } }

async function paramsOf(owner: Client, person: Client) {
  return { id: owner.organizationId ?? '', userId: (await person.call('getUser', me)).id }
}

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
