import { drizzle } from 'drizzle-orm/node-postgres'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, client, newOwner } from '../../../testing/client.ts'
import { type MovableClock, movableClock } from '../../../testing/clock.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { codeIn, emailsOf, emailTo } from '../../../testing/mailbox.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'
import { openPasswords } from '../passwords.ts'
import { hashOf } from '../tokens/hashes.ts'
import { makeCode } from './one-time-codes.ts'

let kinora: TestKinora
let clock: MovableClock
let admin: Client
let pool: TestPool
beforeAll(async () => {
  clock = movableClock()
  // Codes of authenticator apps change every 30 s.
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
const me = { params: { id: 'me' } }
const visitor = () => client(kinora.url, null, null, null)
const as = (token: string) => client(kinora.url, token, null, null)
const statusOf = async (asked: Promise<{ status: number }>) => (await asked).status
const signIn = (email: string, given: object = {}) =>
  visitor().send('POST', '/services/api/v1/users/authenticate', { body: { email, password, ...given } })
const expectProblem = (answer: { body: unknown }, id: string) =>
  expect(answer.body).toMatchObject({ type: `/problems/${id}` })

async function signUp(email: string): Promise<Client> {
  const { token } = await visitor().call('signUp', { body: { email, password, ...names } })
  return as(token ?? '')
}

describe('an emailed code', () => {
  const challenges = new Map<string, string>()
  const ask = async (email: string) => {
    // Emails are ordered by their time.
    clock.advance(1)
    const earlier = challenges.get(email)
    const body = { email, ...(earlier !== undefined && { challenge: earlier }) }
    challenges.set(email, (await visitor().call('requestPasswordReset', { body })).challenge)
  }
  const challengeOf = (email: string) => challenges.get(email.toLowerCase()) ?? 'x'.repeat(32)
  const reset = (email: string, otp: string, challenge = challengeOf(email)) =>
    visitor().send('POST', '/services/api/v1/users/reset-password', {
      body: { email, challenge, otp, password: 'Another-horse2' },
    })

  it('works only in the browser that asked for it, and others that ask do not disturb', async () => {
    const email = 'two-browsers@example.com'
    await signUp(email)
    await ask(email)
    const first = codeIn(await emailTo(kinora, email))
    clock.advance(1)
    const { challenge } = await visitor().call('requestPasswordReset', { body: { email } })
    const second = codeIn(await emailTo(kinora, email, 2))
    expectProblem(await reset(email, first, challenge), 'otp-wrong')
    expectProblem(await reset(email, second), 'otp-wrong')
    expect(await statusOf(reset(email, first))).toBe(204)
    expectProblem(await reset(email, first), 'otp-wrong')
  })

  it('is sent for at most five browsers at a time', async () => {
    const email = 'bombed@example.com'
    await signUp(email)
    for (let n = 0; n < 8; n++) await visitor().call('requestPasswordReset', { body: { email } })
    const unfinished = `SELECT FROM pgboss.job WHERE name = 'identity.code' AND state IN ('created', 'retry', 'active')`
    await expect.poll(() => pool.sql(unfinished)).toEqual([])
    const sent = (await emailsOf(kinora)).filter((mail) => mail.includes(`To: ${email}`))
    expect(sent).toHaveLength(5)
  })

  it('sets a new password once, ends every session and verifies the email', async () => {
    const email = 'forgetful@example.com'
    const person = await signUp(email)
    await ask(email)
    const otp = codeIn(await emailTo(kinora, email))
    expect(otp).toMatch(/^\d{6}$/)
    expect(await statusOf(reset(email.toUpperCase(), otp))).toBe(204)
    expect(await statusOf(person.send('GET', '/services/api/v1/users/me'))).toBe(401)
    expectProblem(await signIn(email), 'credentials-wrong')
    const again = await signIn(email, { password: 'Another-horse2' })
    expect(again.body).toMatchObject({ user: { isVerified: true } })
    expectProblem(await reset(email, otp), 'otp-wrong')
  })

  it('gives an unverified account to the owner of the email, not to its creator', async () => {
    const email = 'registered-by-another@example.com'
    const impostor = await newOwner(kinora.url, { email })
    const made = await impostor.call('createToken', { body: { name: 'Back door', permission: ['read'] } })
    const { secret } = await impostor.call('beginSecondFactor', { ...me, body: { password } })
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: clock.now().getTime(),
    })
    await impostor.call('confirmSecondFactor', { ...me, body: { code } })
    await ask(email)
    expect(await statusOf(reset(email, codeIn(await emailTo(kinora, email))))).toBe(204)
    expect((await signIn(email, { password: 'Another-horse2' })).body).toMatchObject({
      user: { isVerified: true, hasSecondFactor: false },
    })
    const backDoor = client(kinora.url, made.secret, null, null)
    expect(await statusOf(backDoor.send('GET', '/video/api/v1/contents/paginated'))).toBe(401)
  })

  it('keeps the second factor if the email was verified before', async () => {
    const email = 'confirmed-before@example.com'
    const person = await signUp(email)
    await pool.sql('UPDATE users SET verified_at = now() WHERE email = $1', [email])
    const { secret } = await person.call('beginSecondFactor', { ...me, body: { password } })
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: clock.now().getTime(),
    })
    await person.call('confirmSecondFactor', { ...me, body: { code } })
    await ask(email)
    expect(await statusOf(reset(email, codeIn(await emailTo(kinora, email))))).toBe(204)
    expectProblem(await signIn(email, { password: 'Another-horse2' }), 'second-factor-required')
  })

  it('is created again if the process died before sending it, and otherwise not twice in a short time', async () => {
    const email = 'unsent@example.com'
    await signUp(email)
    const db = drizzle(kinora.databaseUrl)
    const passwords = openPasswords({ PASSWORD_MEMORY_KIB: 8, PASSWORD_PASSES: 1 })
    const challengeHash = hashOf(challengeOf(email))
    const request = { purpose: 'reset-password', email, challengeHash } as const
    const make = async (isRetry: boolean) =>
      (await makeCode({ db, clock, passwords }, request, isRetry))?.code ?? null
    expect(await make(false)).not.toBeNull()
    expect(await make(false)).toBeNull()
    const code = await make(true)
    await db.$client.end()
    expect(await statusOf(reset(email, code ?? ''))).toBe(204)
  })

  it('expires after ten minutes or five attempts', async () => {
    const email = 'slow@example.com'
    await signUp(email)
    await ask(email)
    const first = codeIn(await emailTo(kinora, email))
    clock.advance(601)
    expectProblem(await reset(email, first), 'otp-wrong')
    await ask(email)
    const second = codeIn(await emailTo(kinora, email, 2))
    const wrong = second === '000000' ? '111111' : '000000'
    for (let n = 0; n < 5; n++) expectProblem(await reset(email, wrong), 'otp-wrong')
    expectProblem(await reset(email, second), 'otp-wrong')
    // A code without tries left is replaced at once.
    await ask(email)
    expect(await statusOf(reset(email, codeIn(await emailTo(kinora, email, 3))))).toBe(204)
  })

  it('locks an address after ten wrong ones, however many codes were sent', async () => {
    const email = 'attacked@example.com'
    for (let n = 0; n < 10; n++) expectProblem(await reset(email, '000000'), 'otp-wrong')
    const answer = await reset(email, '000000')
    expectProblem(answer, 'account-locked')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(800)
  })

  it('is not sent without an account, with the same response', async () => {
    const before = (await emailsOf(kinora)).length
    for (const path of ['users/send-otp?email=', 'users/find?email=']) {
      const method = path.includes('find') ? 'GET' : 'POST'
      const [known, unknown] = await Promise.all(
        ['admin@example.com', 'nobody@example.com'].map((email) =>
          visitor().send(method, `/services/api/v1/${path}${encodeURIComponent(email)}`),
        ),
      )
      expect(known?.status).toBe(unknown?.status)
      const plain = (body: unknown) => JSON.stringify(body).replace(/(?<="challenge":")[\w-]{32}/, '')
      expect(plain(known?.body).replace('admin', 'nobody')).toBe(plain(unknown?.body))
    }
    await ask('nobody@example.com')
    await ask('admin@example.com')
    await emailTo(kinora, 'admin@example.com')
    expect((await emailsOf(kinora)).slice(before).some((mail) => mail.includes('nobody@'))).toBe(false)
  })

  it('is neither logged nor stored', async () => {
    const email = 'private@example.com'
    await signUp(email)
    await ask(email)
    const otp = codeIn(await emailTo(kinora, email))
    expect(await statusOf(reset(email, otp))).toBe(204)
    expect(kinora.logged()).not.toContain(otp)
  })
})

it('with sign-up closed, only the first account is created without an invitation', async () => {
  const closed = await startTestKinora({ env: { SIGN_UP: 'invitation' } })
  const sign = (email: string) =>
    client(closed.url, null, null, null).send('POST', '/services/api/v1/users/signup', {
      body: { email, password, ...names },
    })
  const needsSetup = async () =>
    (await client(closed.url, null, null, null).call('getSignInOptions', {})).needsSetup
  expect(await needsSetup()).toBe(true)
  expect((await sign('first@example.com')).status).toBe(201)
  expect(await needsSetup()).toBe(false)
  expectProblem(await sign('second@example.com'), 'sign-up-closed')
  await closed.stop()
})

describe('a password', () => {
  const change = (who: Client, currentPassword: string, newPassword: string) =>
    who.send('POST', '/services/api/v1/users/me/change-password', { body: { currentPassword, newPassword } })

  it('is changed with the current one, which ends all other sessions', async () => {
    const person = await signUp('changing@example.com')
    const other = as(
      (await visitor().call('signIn', { body: { email: 'changing@example.com', password } })).token,
    )
    expectProblem(await change(person, 'Wrong-horse1', 'Another-horse2'), 'password-wrong')
    expectProblem(await change(person, password, password), 'password-same')
    expect((await change(person, password, 'short')).status).toBe(400)
    expect((await change(person, password, 'Another-horse2')).status).toBe(204)
    expect(await statusOf(person.send('GET', '/services/api/v1/users/me'))).toBe(200)
    expect(await statusOf(other.send('GET', '/services/api/v1/users/me'))).toBe(401)
  })

  it('cannot be guessed with a stolen session', async () => {
    const person = await signUp('stolen@example.com')
    for (let n = 0; n < 10; n++)
      expectProblem(await change(person, `Wrong-horse${n}`, 'Another-horse2'), 'password-wrong')
    expectProblem(await change(person, password, 'Another-horse2'), 'account-locked')
  })
})

describe('a password that is replaced concurrently', () => {
  const replace = (email: string) =>
    pool.hold(
      `UPDATE users SET password_hash = '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$bm90aGluZw' WHERE email = $1`,
      [email],
    )

  it('does not sign in', async () => {
    const email = 'replaced@example.com'
    await signUp(email)
    const replacement = await replace(email)
    const asked = signIn(email)
    await replacement.releaseOnceAwaited()
    expectProblem(await asked, 'credentials-wrong')
  })

  it('is not changed back', async () => {
    const email = 'replaced-twice@example.com'
    const person = await signUp(email)
    const replacement = await replace(email)
    const body = { currentPassword: password, newPassword: 'Another-horse2' }
    const asked = person.send('POST', '/services/api/v1/users/me/change-password', { body })
    await replacement.releaseOnceAwaited()
    expectProblem(await asked, 'password-wrong')
  })

  it('is not changed by a session that has ended', async () => {
    const email = 'signed-out@example.com'
    const person = await signUp(email)
    const ending = await pool.hold(
      'UPDATE sessions SET revoked_at = now() WHERE user_id = (SELECT id FROM users WHERE email = $1)',
      [email],
    )
    const body = { currentPassword: password, newPassword: 'Another-horse2' }
    const asked = person.send('POST', '/services/api/v1/users/me/change-password', { body })
    await ending.releaseOnceAwaited()
    expectProblem(await asked, 'session-expired')
    expect((await signIn(email)).status).toBe(200)
  })
})

describe('a second factor', () => {
  it('is required once confirmed, accepts each code once, and can be replaced by recovery codes', async () => {
    const email = 'careful@example.com'
    const person = await signUp(email)
    const { secret, uri } = await person.call('beginSecondFactor', { ...me, body: { password } })
    expect(uri).toContain('otpauth://totp/Kinora:')
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = () => totp.generate({ timestamp: clock.now().getTime() })
    expect((await signIn(email)).status).toBe(200)
    const confirm = (given: string) =>
      person.send('POST', '/services/api/v1/users/me/totp/confirm', { body: { code: given } })
    expectProblem(await confirm(code() === '000000' ? '111111' : '000000'), 'second-factor-wrong')
    const { recoveryCodes } = await person.call('confirmSecondFactor', { ...me, body: { code: code() } })
    expect(recoveryCodes).toHaveLength(10)
    const begin = { body: { password } }
    expectProblem(await person.send('POST', '/services/api/v1/users/me/totp', begin), 'second-factor-on')

    expectProblem(await signIn(email), 'second-factor-required')
    expectProblem(await signIn(email, { code: code() }), 'second-factor-wrong')
    clock.advance(30)
    expect((await signIn(email, { code: code() })).status).toBe(200)
    expectProblem(await signIn(email, { code: code() }), 'second-factor-wrong')
    const [spare = ''] = recoveryCodes
    expect((await signIn(email, { code: spare })).status).toBe(200)
    expectProblem(await signIn(email, { code: spare }), 'second-factor-wrong')

    clock.advance(30)
    await person.call('endSecondFactor', { ...me, body: { code: code() } })
    expect((await signIn(email)).status).toBe(200)
  })

  it('accepts a code only during its own 30 s, and once under two requests at the same time', async () => {
    const email = 'punctual@example.com'
    const person = await signUp(email)
    const { secret } = await person.call('beginSecondFactor', { ...me, body: { password } })
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = (aheadS = 0) => totp.generate({ timestamp: clock.now().getTime() + aheadS * 1000 })
    await person.call('confirmSecondFactor', { ...me, body: { code: code() } })
    clock.advance(90)
    expectProblem(await signIn(email, { code: code(-30) }), 'second-factor-wrong')
    expectProblem(await signIn(email, { code: code(30) }), 'second-factor-wrong')
    const answers = await Promise.all([1, 2, 3].map(() => signIn(email, { code: code() })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
    clock.advance(30)
    expect((await signIn(email, { code: code() })).status).toBe(200)
  })

  it('cannot be turned on with a stolen session', async () => {
    const email = 'unlocked-screen@example.com'
    const person = await signUp(email)
    const begin = (body?: object) =>
      person.send('POST', '/services/api/v1/users/me/totp', body === undefined ? {} : { body })
    expect((await begin()).status).toBe(400)
    for (let n = 0; n < 10; n++) expectProblem(await begin({ password: 'Wrong-horse1' }), 'password-wrong')
    expectProblem(await begin({ password }), 'account-locked')
    const stored = await pool.sql('SELECT totp_secret FROM users WHERE email = $1', [email])
    expect(stored).toEqual([{ totp_secret: null }])
  })

  it('needs a password, which an email proves', async () => {
    const email = 'only-google@example.com'
    const person = await signUp(email)
    await pool.sql('UPDATE users SET password_hash = NULL WHERE email = $1', [email])
    const begin = (who: Client, given: string) =>
      who.send('POST', '/services/api/v1/users/me/totp', { body: { password: given } })
    expectProblem(await begin(person, password), 'password-missing')
    const { challenge } = await visitor().call('requestPasswordReset', { body: { email } })
    const otp = codeIn(await emailTo(kinora, email))
    await visitor().call('resetPassword', { body: { email, challenge, otp, password } })
    const { token } = await visitor().call('signIn', { body: { email, password } })
    expect((await begin(as(token), password)).status).toBe(201)
  })

  it('is not turned on with a replaced secret', async () => {
    const email = 'two-screens@example.com'
    const person = await signUp(email)
    const { secret } = await person.call('beginSecondFactor', { ...me, body: { password } })
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: clock.now().getTime(),
    })
    const replacement = await pool.hold(`UPDATE users SET totp_secret = 'another' WHERE email = $1`, [email])
    const asked = person.send('POST', '/services/api/v1/users/me/totp/confirm', { body: { code } })
    await replacement.releaseOnceAwaited()
    expectProblem(await asked, 'second-factor-wrong')
    expect((await signIn(email)).status).toBe(200)
  })

  it('locks after ten wrong codes like a wrong password', async () => {
    const email = 'guessed@example.com'
    const person = await signUp(email)
    const { secret } = await person.call('beginSecondFactor', { ...me, body: { password } })
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const right = totp.generate({ timestamp: clock.now().getTime() })
    await person.call('confirmSecondFactor', { ...me, body: { code: right } })
    for (let n = 0; n < 10; n++) expectProblem(await signIn(email, { code: right }), 'second-factor-wrong')
    expectProblem(await signIn(email, { code: right }), 'account-locked')
  })
})

it('changes the given fields of an account, and keeps the others', async () => {
  const person = await signUp('renamed@example.com')
  const { firstName } = await person.call('updateUser', { ...me, body: { language: 'te' } })
  expect(await person.call('updateUser', { ...me, body: {} })).toMatchObject({ firstName, language: 'te' })
})

it('shows the role of a user in the environment of the request', async () => {
  const owner = await newOwner(kinora.url, { email: 'two-roles@example.com' })
  const { organizationId, environmentId } = owner
  const params = { id: organizationId ?? '' }
  const { items } = await owner.call('listRoles', { params })
  const roleId = items.find(({ builtIn }) => builtIn === 'viewer')?.id ?? ''
  const { id: userId } = await owner.call('getUser', me)
  await pool.sql('INSERT INTO environment_roles (environment_id, user_id, role_id) VALUES ($1, $2, $3)', [
    environmentId,
    userId,
    roleId,
  ])
  expect((await owner.call('getUser', me)).role?.builtIn).toBe('viewer')
  const elsewhere = client(kinora.url, owner.token, organizationId, null)
  expect((await elsewhere.call('getUser', me)).role?.builtIn).toBe('owner')
})

describe('impersonation', () => {
  it('is limited to administrators and an hour, is recorded by name, and excludes secrets', async () => {
    const owner = await newOwner(kinora.url, { email: 'helped@example.com' })
    const { id: userId } = await owner.call('getUser', me)
    const { token, user } = await admin.call('impersonate', {
      body: { userId, reason: 'They asked for help' },
    })
    expect(user).toMatchObject({ id: userId, isAdmin: false, impersonation: { by: 'Ananya Rao Iyer' } })
    const acting = client(kinora.url, token, owner.organizationId, owner.environmentId)
    expect(await acting.call('listContents', {})).toMatchObject({ totalItems: 0 })
    for (const [method, path, body] of [
      ['POST', 'api-access-tokens', { name: 'Mine', permission: ['read'] }],
      ['POST', 'signingkeys', { product: 'video' }],
      ['POST', 'users/me/change-password', { currentPassword: password, newPassword: 'Another-horse2' }],
      ['POST', 'users/me/totp', {}],
      ['POST', 'organizations/create', { name: 'In their name' }],
      ['POST', `organizations/${owner.organizationId}/roles`, { name: 'Editors', permissions: null }],
    ] as const)
      expectProblem(await acting.send(method, `/services/api/v1/${path}`, { body }), 'impersonating')
    expect((await owner.call('listSessions', me)).items).toHaveLength(1)
    await acting.call('listContents', { query: { phrase: 'while-acting' } })
    const lines = async () => (await owner.call('listLogs', { query: { phrase: 'while-acting' } })).items
    const by = { id: userId, impersonator: 'Ananya Rao Iyer' }
    await expect.poll(lines).toMatchObject([{ by }])
    clock.advance(3601)
    expect(await statusOf(acting.send('GET', '/services/api/v1/users/me'))).toBe(401)
    const { id: self } = await admin.call('getUser', me)
    const body = { userId: self, reason: 'Myself again' }
    expect(await statusOf(admin.send('POST', '/services/api/v1/users/impersonate', { body }))).toBe(403)
    expect(await statusOf(owner.send('POST', '/services/api/v1/users/impersonate', { body }))).toBe(403)
  })
})

describe('limits', () => {
  it('apply to organizations of a person, and to environments and roles of an organization', async () => {
    const owner = await newOwner(kinora.url, { email: 'busy@example.com' })
    const { organizationId } = owner
    await pool.sql(
      `INSERT INTO environments (id, organization_id, name, type, created_at)
       SELECT gen_random_uuid(), $1, 'Environment ' || n, 'qa', now() FROM generate_series(2, 100) AS n`,
      [organizationId],
    )
    await pool.sql(
      `INSERT INTO roles (id, organization_id, name, created_at)
       SELECT gen_random_uuid(), $1, 'Role ' || n, now() FROM generate_series(6, 100) AS n`,
      [organizationId],
    )
    await pool.sql(
      `WITH made AS (
         INSERT INTO organizations (id, name, is_active, is_subscribed, settings, created_at)
         SELECT gen_random_uuid(), 'Organisation', true, true, '{}', now() FROM generate_series(2, 50) RETURNING id
       ), owned AS (
         INSERT INTO roles (id, organization_id, name, built_in, created_at)
         SELECT gen_random_uuid(), id, 'Owner', 'owner', now() FROM made RETURNING id, organization_id
       )
       INSERT INTO members (organization_id, user_id, role_id, created_at)
       SELECT organization_id, (SELECT id FROM users WHERE email = 'busy@example.com'), id, now() FROM owned`,
    )
    for (const [path, body] of [
      ['environments', { organizationId, name: 'One more', type: 'qa' }],
      [`organizations/${organizationId}/roles`, { name: 'One more', permissions: null }],
      ['organizations/create', { name: 'One more' }],
    ] as const)
      expectProblem(await owner.send('POST', `/services/api/v1/${path}`, { body }), 'limit-reached')
  })
})

describe('an administrator', () => {
  it('deactivates an organization, which is then read-only', async () => {
    const owner = await newOwner(kinora.url, { email: 'late-payer@example.com', organization: 'Late Payer' })
    const params = { id: owner.organizationId ?? '' }
    const modules = ['Videos']
    const standing = { isActive: false, isSubscribed: false, alertMessage: 'Please call us', modules }
    await admin.call('setStanding', { params, body: standing })
    const { organizations } = await owner.call('getUser', me)
    expect(organizations[0]).toMatchObject({
      isActive: false,
      isSubscribed: false,
      alertMessage: 'Please call us',
    })
    expect(await owner.call('listContents', {})).toMatchObject({ totalItems: 0 })
    const upload = await owner.send('POST', '/video/api/v1/uploads', {
      body: { fileName: 'a.mp4', fileSize: 10 },
    })
    expectProblem(upload, 'organization-inactive')
    const found = await admin.call('listOrganizations', { query: { phrase: 'late pay' } })
    expect(found.items).toMatchObject([{ name: 'Late Payer', isActive: false, members: 1, environments: 1 }])
    const everybody = await admin.call('listUsers', { query: { phrase: 'LATE-payer' } })
    expect(everybody.items).toMatchObject([{ email: 'late-payer@example.com' }])
  })
})
