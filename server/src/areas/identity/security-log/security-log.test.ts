import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, client, newOwner } from '../../../testing/client.ts'
import { movableClock } from '../../../testing/clock.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { codeIn, emailTo } from '../../../testing/mailbox.ts'
import { newMember } from '../../../testing/members.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'

const clock = movableClock()
let kinora: TestKinora
let pool: TestPool
beforeAll(async () => {
  clock.freeze()
  kinora = await startTestKinora({ clock, env: { SECURITY_LOG_DAYS: '30' } })
  pool = openTestPool(kinora)
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

const password = 'Correct-horse1'
const me = { params: { id: 'me' } }
const visitor = () => client(kinora.url, null, null, null)
const as = (token: string) => client(kinora.url, token, null, null)

async function recordsOf(person: Client) {
  const items = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof read>> = await read(person, cursor)
    items.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return items
}

const read = (person: Client, cursor: string | null) =>
  person.call('listAccountRecords', { ...me, query: { pageSize: 3, ...(cursor !== null && { cursor }) } })

/** Resolves when nothing that is written now can come before what was written so far, as open transactions of other tests in
 * this cluster can. */
async function settled(): Promise<void> {
  const [now] = await pool.sql('SELECT pg_current_xact_id()::text AS id')
  await eventually(async () => {
    const [first] = await pool.sql('SELECT pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 AS isPast', [
      now?.id,
    ])
    expect(first?.ispast).toBe(true)
  })
}

async function exported(who: Client, cursor = '', limit = 1000) {
  await settled()
  const answer = await who.send(
    'GET',
    `/services/api/v1/security-log/export?limit=${limit}${cursor && `&cursor=${cursor}`}`,
  )
  expect(answer.status).toBe(200)
  // The client parses a response of one line.
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
  const lines = (text ?? '').split('\n').filter(Boolean)
  return { rows: lines.map((line) => JSON.parse(line)), next: answer.headers.get('next-cursor') ?? '' }
}

async function auditOf(owner: Client) {
  const query = { organizationId: owner.organizationId ?? '', pageSize: 100 }
  return (await owner.call('listAudit', { query })).items
}

describe('the security log of an account', () => {
  it('has sign-ins, failures, the lock, changes of credentials and sign-outs, newest first', async () => {
    const email = 'watched@example.com'
    const owner = await newOwner(kinora.url, { email })
    const signIn = (given: object = {}) =>
      visitor().send('POST', '/services/api/v1/users/authenticate', { body: { email, password, ...given } })
    clock.advance(1)
    expect((await signIn({ password: 'Wrong-horse1' })).status).toBe(403)
    await expect.poll(() => recordsOf(owner)).toHaveLength(2)
    clock.advance(1)
    const { secret } = await owner.call('beginSecondFactor', { ...me, body: { password } })
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = totp.generate({ timestamp: clock.now().getTime() })
    const { recoveryCodes } = await owner.call('confirmSecondFactor', { ...me, body: { code } })
    clock.advance(1)
    const { token } = await visitor().call('signIn', {
      body: { email, password, code: recoveryCodes[0] ?? '' },
    })
    clock.advance(1)
    await as(token).call('signOut', {})
    clock.advance(1)
    await owner.call('endSecondFactor', { ...me, body: { code: recoveryCodes[1] ?? '' } })
    clock.advance(1)
    const newPassword = 'Another-horse2'
    await owner.call('changePassword', { ...me, body: { currentPassword: password, newPassword } })
    clock.advance(1)
    for (let n = 0; n < 10; n++) await signIn({ password: `Wrong-horse${n}` })
    await expect
      .poll(async () => (await recordsOf(owner)).filter(({ action }) => action === 'sign_in.locked'))
      .toHaveLength(1)
    const records = await recordsOf(owner)
    const actions = records.map(({ action }) => action)
    expect(actions.filter((action) => action === 'recovery_code.used')).toHaveLength(2)
    expect(actions.filter((action) => action !== 'recovery_code.used').slice(-7)).toEqual([
      'password.changed',
      'second_factor.disabled',
      'session.ended',
      'session.started',
      'second_factor.enabled',
      'sign_in.failed',
      'session.started',
    ])
    expect(records.at(-2)).toMatchObject({
      failed: true,
      address: expect.stringMatching(/^10\./),
      userAgent: expect.any(String),
      repeats: 1,
      by: null,
    })
    const audited = (await auditOf(owner)).map(({ action }) => action)
    expect(audited).toEqual(expect.arrayContaining(['session.started', 'session.ended', 'password.changed']))
    expect(audited).toEqual(expect.arrayContaining(['sign_in.locked', 'second_factor.enabled']))
    // One entry stands for the failures of an hour, because the trail is kept forever.
    expect(audited.filter((action) => action === 'sign_in.failed')).toHaveLength(1)
    const everything = JSON.stringify([records, (await exported(owner)).rows, await auditOf(owner)])
    for (const each of [password, newPassword, code, 'Wrong-horse', ...recoveryCodes])
      expect(everything).not.toContain(each)
  })

  it('is not shown to others, and shows a reset of the password', async () => {
    const email = 'forgetful@example.com'
    const owner = await newOwner(kinora.url, { email })
    const other = await newOwner(kinora.url)
    const { id } = await owner.call('getUser', me)
    expect((await other.send('GET', `/services/api/v1/users/${id}/security-log`)).status).toBe(404)
    const { challenge } = await visitor().call('requestPasswordReset', { body: { email } })
    const otp = codeIn(await emailTo(kinora, email))
    await visitor().call('resetPassword', {
      body: { email, challenge, otp, password: 'Another-horse2' },
    })
    const signedIn = await visitor().call('signIn', { body: { email, password: 'Another-horse2' } })
    const actions = (await recordsOf(as(signedIn.token))).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['password.reset', 'session.started']))
    expect((await recordsOf(other)).map(({ action }) => action)).toEqual(['session.started'])
  })

  it('counts a flood of failures in one row, also for unknown addresses, and forgets after the set days', async () => {
    const email = 'flooded@example.com'
    const owner = await newOwner(kinora.url, { email })
    const wrong = (who: Client, address: string) =>
      who.send('POST', '/services/api/v1/users/authenticate', {
        body: { email: address, password: 'Wrong-horse1' },
      })
    const { id } = await owner.call('getUser', me)
    await pool.sql(
      `INSERT INTO security_log (id, created_at, action, failed, user_id, details, repeats, last_at)
       SELECT gen_random_uuid(), $2, 'sign_in.failed', true, $1, '{}', 1, $2 FROM generate_series(1, 60)`,
      [id, clock.now().toISOString()],
    )
    const stranger = visitor()
    for (let n = 0; n < 5; n++) {
      await wrong(visitor(), email)
      await wrong(stranger, `nobody-${n}@example.com`)
    }
    const rows = (where: string) =>
      pool.sql(`SELECT repeats, address, account FROM security_log WHERE ${where} AND repeat_key IS NOT NULL`)
    await expect
      .poll(() => rows(`user_id = '${id}'`))
      .toEqual([{ repeats: 5, address: null, account: email }])
    await expect
      .poll(() => rows(`user_id IS NULL AND action = 'sign_in.failed'`))
      .toEqual([{ repeats: 5, address: expect.stringMatching(/^10\./), account: null }])
    clock.advance(31 * 24 * 3600)
    await kinora.sweep()
    expect(await rows('true')).toEqual([])
    expect(await pool.sql('SELECT 1 FROM security_log')).toEqual([])
  })
})

describe('the security log of an organization', () => {
  it('records calls into other tenants, of persons and of tokens, once an hour with their number', async () => {
    const owner = await newOwner(kinora.url)
    const victim = await newOwner(kinora.url)
    const { secret } = await owner.call('createToken', { body: { name: 'Poller', permission: ['read'] } })
    const list = '/video/api/v1/contents/paginated'
    for (let n = 0; n < 3; n++) {
      const foreign = client(kinora.url, owner.token, null, victim.environmentId)
      expect((await foreign.send('GET', list)).status).toBe(404)
    }
    expect((await client(kinora.url, secret, null, victim.environmentId).send('GET', list)).status).toBe(403)
    const path = `/services/api/v1/organizations/${victim.organizationId}/users`
    expect((await owner.send('GET', path)).status).toBe(404)
    const refused = async () =>
      (await recordsOf(owner)).filter(({ action }) => action === 'access.refused').length
    await expect.poll(refused).toBe(2)
    clock.advance(61)
    await client(kinora.url, owner.token, null, victim.environmentId).send('GET', list)
    const all = async () => (await exported(owner)).rows.filter(({ action }) => action === 'access.refused')
    await expect.poll(async () => (await all()).map(({ repeats }) => repeats).sort()).toEqual([1, 5])
    expect(await all()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          outcome: 'failure',
          details: expect.objectContaining({ tenantId: victim.environmentId, path: list }),
        }),
        expect.objectContaining({ details: expect.objectContaining({ tenantId: victim.organizationId }) }),
      ]),
    )
    expect((await auditOf(owner)).filter(({ action }) => action === 'access.refused')).toHaveLength(2)
    expect(JSON.stringify([await auditOf(victim), (await exported(victim)).rows])).not.toContain('refused')
  })

  it('has few rows about somebody who tries many tenants', async () => {
    const owner = await newOwner(kinora.url)
    const tries = Array.from({ length: 70 }, () => client(kinora.url, owner.token, null, randomUUID()))
    for (const each of tries) await each.send('GET', '/video/api/v1/contents/paginated')
    const refused = async () =>
      (await exported(owner)).rows.filter(({ action }) => action === 'access.refused')
    await expect.poll(async () => (await refused()).reduce((sum, { repeats }) => sum + repeats, 0)).toBe(70)
    expect(await refused()).toHaveLength(61)
  })

  it('records requests with a token that does not exist, for the installation only', async () => {
    const thief = client(kinora.url, 'kns_stolen', null, null)
    for (let n = 0; n < 2; n++)
      expect((await thief.send('GET', '/services/api/v1/users/me')).status).toBe(401)
    const rows = () =>
      pool.sql(`SELECT user_id, details FROM security_log WHERE details ->> 'reason' = 'session-expired'`)
    await expect
      .poll(rows)
      .toEqual([
        { user_id: null, details: { reason: 'session-expired', path: '/services/api/v1/users/:id' } },
      ])
  })

  it('is exported as JSON lines with a cursor, by tokens of people who may read members', async () => {
    const owner = await newOwner(kinora.url)
    const stranger = await newOwner(kinora.url)
    const { secret } = await owner.call('createToken', { body: { name: 'SIEM', permission: ['read'] } })
    const siem = client(kinora.url, secret, null, null)
    const first = await exported(siem)
    expect(first.rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['organization.created', 'api_token.created']),
    )
    const role = { name: 'Editors', permissions: '{"Videos":{"Video":{"read":true}}}' }
    await owner.call('createRole', { params: { id: owner.organizationId ?? '' }, body: role })
    await stranger.call('createRole', { params: { id: stranger.organizationId ?? '' }, body: role })
    const email = (await owner.call('getUser', me)).email
    await visitor().call('signIn', { body: { email, password } })
    const one = await exported(siem, first.next, 1)
    const two = await exported(siem, one.next, 1)
    expect([...one.rows, ...two.rows]).toMatchObject([
      { action: 'role.created', outcome: 'success', object: { name: 'Editors' } },
      { action: 'session.started', account: { email }, details: { method: 'password' } },
    ])
    expect((await exported(siem, two.next)).rows).toEqual([])
    const bad = await siem.send('GET', '/services/api/v1/security-log/export?cursor=x')
    expect(bad.status).toBe(400)
    const reader = await newMember(
      owner,
      pool.sql,
      JSON.stringify({ 'Events and Logs': { Event: { read: true } }, Settings: {} }),
    )
    expect((await reader.send('GET', '/services/api/v1/security-log/export')).status).toBe(403)
  })

  it('leaves out environments that the caller may not read', async () => {
    const owner = await newOwner(kinora.url)
    const organizationId = owner.organizationId ?? ''
    const hidden = await owner.call('createEnvironment', {
      body: { organizationId, name: 'Hidden', type: 'qa' },
    })
    const there = client(kinora.url, owner.token, organizationId, hidden.id)
    await there.call('createToken', { body: { name: 'Unseen', permission: ['read'] } })
    const member = await newMember(owner, pool.sql, null)
    const { id: userId } = await member.call('getUser', me)
    const { id: roleId } = await owner.call('createRole', {
      params: { id: organizationId },
      body: { name: 'Blind', permissions: '{"Events and Logs":{},"Settings":{}}' },
    })
    await owner.call('assignRole', {
      params: { id: organizationId },
      body: { userId, roleId, environmentId: hidden.id },
    })
    const names = async (who: Client) => (await exported(who)).rows.map(({ object }) => object?.name)
    expect(await names(owner)).toContain('Unseen')
    expect(await names(member)).not.toContain('Unseen')
    expect(await names(member)).toContain('Blind')
  })

  it('shows a member only since they joined', async () => {
    const owner = await newOwner(kinora.url)
    const email = `${randomUUID()}@example.com`
    const newcomer = await newOwner(kinora.url, { email })
    const { id } = await newcomer.call('getUser', me)
    const { items } = await owner.call('listRoles', { params: { id: owner.organizationId ?? '' } })
    clock.advance(10)
    await pool.sql(
      'INSERT INTO members (organization_id, user_id, role_id, created_at) VALUES ($1, $2, $3, $4)',
      [
        owner.organizationId,
        id,
        items.find(({ builtIn }) => builtIn === 'viewer')?.id,
        clock.now().toISOString(),
      ],
    )
    const about = async () => (await exported(owner)).rows.filter(({ account }) => account?.id === id)
    expect(await about()).toEqual([])
    clock.advance(10)
    await visitor().call('signIn', { body: { email, password } })
    expect(await about()).toMatchObject([{ action: 'session.started' }])
  })
})
