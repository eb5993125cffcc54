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
beforeAll(async () => {
  clock.freeze()
  kinora = await startTestKinora({ clock, env: { SESSION_IDLE_MINUTES: '120' } })
  pool = openTestPool(kinora)
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

const password = 'Correct-horse1'
const me = { params: { id: 'me' } }
const visitor = () => client(kinora.url, null, null, null)
const organizationOf = ({ organizationId }: Client) => ({ params: { id: organizationId ?? '' } })
const status = async (who: Client, headers: Record<string, string> = {}) =>
  (await who.send('GET', '/services/api/v1/users/me', { headers })).status
const expectProblem = (answer: { body: unknown }, id: string) =>
  expect(answer.body).toMatchObject({ type: `/problems/${id}` })
const list = (who: Client) => who.send('GET', '/video/api/v1/contents/paginated')

async function setUpFactor(person: Client): Promise<readonly string[]> {
  const { secret } = await person.call('beginSecondFactor', { ...me, body: { password } })
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() })
  return (await person.call('confirmSecondFactor', { ...me, body: { code } })).recoveryCodes
}

describe('a session that nobody uses', () => {
  it('ends after the time of the installation, and each use prolongs it', async () => {
    const owner = await newOwner(kinora.url)
    for (let n = 0; n < 3; n++) {
      clock.advance(119 * 60)
      expect(await status(owner)).toBe(200)
    }
    clock.advance(120 * 60)
    expect(await status(owner)).toBe(401)
  })

  it('is not prolonged by a page that nobody uses', async () => {
    const owner = await newOwner(kinora.url)
    for (let n = 0; n < 3; n++) {
      clock.advance(30 * 60)
      expect(await status(owner, { 'kinora-background': 'true' })).toBe(200)
    }
    clock.advance(30 * 60)
    expect(await status(owner, { 'kinora-background': 'true' })).toBe(401)
  })

  it('ends after the shorter time of an organization, for its members only, and is not listed then', async () => {
    const owner = await newOwner(kinora.url)
    const other = await newOwner(kinora.url)
    const member = await newMember(owner, pool.sql, null)
    const { email } = await owner.call('getUser', me)
    const body = { sessionIdleMinutes: 10 }
    expect(await owner.call('setSignInRules', { ...organizationOf(owner), body })).toMatchObject({
      sessionIdleMinutes: 10,
      installationIdleMinutes: 120,
    })
    await visitor().call('signIn', { body: { email, password } })
    expect((await owner.call('listSessions', me)).items).toHaveLength(2)
    clock.advance(9 * 60)
    expect([await status(owner), await status(member), await status(other)]).toEqual([200, 200, 200])
    clock.advance(9 * 60)
    expect((await owner.call('listSessions', me)).items).toHaveLength(1)
    clock.advance(10 * 60)
    expect([await status(owner), await status(member), await status(other)]).toEqual([401, 401, 200])
  })

  it.each([4, 43_201, 10.5])('cannot be given %d minutes', async (minutes) => {
    const owner = await newOwner(kinora.url)
    const path = `/services/api/v1/organizations/${owner.organizationId}/sign-in-rules`
    const answer = await owner.send('PUT', path, { body: { sessionIdleMinutes: minutes } })
    expect(answer.status).toBe(400)
  })
})

describe('a required second factor', () => {
  it('is set up before anything else works, in the organization that requires it; API tokens keep working', async () => {
    const owner = await newOwner(kinora.url)
    const member = await newMember(owner, pool.sql, null)
    const other = await newOwner(kinora.url)
    const made = await member.call('createToken', { body: { name: 'Ingest', permission: ['read'] } })
    const program = client(kinora.url, made.secret, null, null)
    const require = { ...organizationOf(owner), body: { requiresSecondFactor: true } }
    expectProblem(await owner.try('setSignInRules', require), 'second-factor-off')
    const recoveryCodes = await setUpFactor(owner)
    expect(await owner.call('setSignInRules', require)).toMatchObject({
      requiresSecondFactor: true,
      membersWithoutSecondFactor: 1,
    })
    expectProblem(await list(member), 'second-factor-needed')
    expect((await list(program)).status).toBe(200)
    expect((await list(other)).status).toBe(200)
    const { email, ...user } = await member.call('getUser', me)
    expect(user).toMatchObject({ mustSetUpFactor: true, needsSecondFactor: true, hasSecondFactor: false })
    // A new sign-in leads there too.
    const signedIn = await visitor().call('signIn', { body: { email, password } })
    expect(signedIn.user.mustSetUpFactor).toBe(true)
    await setUpFactor(member)
    expect((await list(member)).status).toBe(200)
    expect(await member.call('getUser', me)).toMatchObject({
      mustSetUpFactor: false,
      needsSecondFactor: true,
    })
    const off = { ...me, body: { code: recoveryCodes[0] ?? '' } }
    expectProblem(await owner.try('endSecondFactor', off), 'second-factor-kept')
    await owner.call('setSignInRules', { ...organizationOf(owner), body: { requiresSecondFactor: false } })
    await owner.call('endSecondFactor', off)
  })

  it('is required of the holders of a role, also in a single environment', async () => {
    const owner = await newOwner(kinora.url)
    const member = await newMember(owner, pool.sql, null)
    const bystander = await newMember(owner, pool.sql, null)
    await setUpFactor(owner)
    const { items } = await owner.call('listRoles', organizationOf(owner))
    const editor = items.find(({ builtIn }) => builtIn === 'media-team')
    const rules = { secondFactorRoleIds: [editor?.id ?? ''] }
    expect(await owner.call('setSignInRules', { ...organizationOf(owner), body: rules })).toMatchObject({
      requiresSecondFactor: false,
      secondFactorRoles: [{ id: editor?.id }],
    })
    expect((await list(member)).status).toBe(200)
    const { id: userId } = await member.call('getUser', me)
    await owner.call('assignRole', {
      ...organizationOf(owner),
      body: { userId, roleId: editor?.id ?? '', environmentId: owner.environmentId ?? '' },
    })
    expectProblem(await list(member), 'second-factor-needed')
    expect((await list(bystander)).status).toBe(200)
    const entries = await owner.call('listAudit', {
      query: {
        organizationId: owner.organizationId ?? '',
        pageSize: 10,
        action: ['organization.sign_in_rules.changed'],
      },
    })
    expect(entries.items).toMatchObject([{ before: { roles: [] }, after: { roles: [editor?.name] } }])
  })

  it('does not name roles of other organizations', async () => {
    const owner = await newOwner(kinora.url)
    const stranger = await newOwner(kinora.url)
    await setUpFactor(owner)
    const { items } = await stranger.call('listRoles', organizationOf(stranger))
    const body = { secondFactorRoleIds: [items[0]?.id ?? ''] }
    expect((await owner.try('setSignInRules', { ...organizationOf(owner), body })).status).toBe(404)
  })
})
