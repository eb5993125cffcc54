import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, client, newOwner } from '../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { newMember } from '../../testing/members.ts'
import { openTestPool } from '../../testing/pool.ts'

let kinora: TestKinora
beforeAll(async () => {
  kinora = await startTestKinora()
})
afterAll(() => kinora.stop())

const visitor = () => client(kinora.url, null, null, null)
const person = { password: 'Correct-horse1', firstName: 'Ananya', lastName: 'Rao' }
const signUp = (email: string, change: object = {}) =>
  visitor().send('POST', '/services/api/v1/users/signup', { body: { email, ...person, ...change } })
const signIn = (email: string, password: string) =>
  visitor().send('POST', '/services/api/v1/users/authenticate', { body: { email, password } })

describe('signing up', () => {
  it('makes only the first user an administrator, even if several sign up at once', async () => {
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => signUp(`${name}@first.example`)))
    const admins = answers.filter(({ body }) => JSON.stringify(body).includes('"isAdmin":true'))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(admins).toHaveLength(1)
  })

  it('ignores the case of an email', async () => {
    await signUp('Twice@example.com')
    expect(await signUp('twice@EXAMPLE.com')).toMatchObject({
      status: 409,
      body: { type: '/problems/email-taken' },
    })
    expect(await signIn('TWICE@example.com', person.password)).toMatchObject({ status: 200 })
  })

  it.each([
    [{ password: 'short' }, 'Use at least 8 characters'],
    [{ password: 'nouppercase1!' }, 'one uppercase'],
    [{ password: 'NoSpecial123' }, 'one special'],
    [{ firstName: 'Al' }, 'Enter at least 3 characters'],
    [{ firstName: 'Anany4' }, 'Special characters/numbers are not allowed'],
    [{ email: 'nobody' }, 'invalid email address'],
  ])('reports the invalid field of %j', async (change, message) => {
    const answer = await signUp('wrong@example.com', change)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(message)
  })

  it('takes names of any script', async () => {
    for (const firstName of ['अनन्या', 'أنانيا', 'అనన్య', "O'Brien", 'Anne-Marie']) {
      expect(
        (await signUp(`${encodeURIComponent(firstName)}@names.example`.replaceAll('%', ''), { firstName }))
          .status,
      ).toBe(201)
    }
  })
})

describe('signing in', () => {
  it('gives the same response for a wrong password and for an unknown account', async () => {
    await signUp('known@example.com')
    const wrong = await signIn('known@example.com', 'Wrong-horse1')
    const unknown = await signIn('unknown@example.com', 'Wrong-horse1')
    const bare = ({ body, status }: { body: unknown; status: number }) => ({
      status,
      body: { ...Object(body), requestId: '' },
    })
    expect(bare(wrong)).toEqual(bare(unknown))
    expect(wrong.status).toBe(403)
  })

  it.each(['locked@example.com', 'never-there@example.com'])(
    'locks %s after ten failures, with the right password too',
    async (email) => {
      if (email.startsWith('locked')) await signUp(email)
      for (let n = 0; n < 10; n++) expect((await signIn(email, 'Wrong-horse1')).status).toBe(403)
      const answer = await signIn(email, person.password)
      expect(answer).toMatchObject({ status: 403, body: { type: '/problems/account-locked' } })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(800)
    },
  )

  it('locks an email even if many wrong passwords are sent at once', async () => {
    const email = 'stormed@example.com'
    await signUp(email)
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(email, 'Wrong-horse1')))
    const checked = answers.filter(({ body }) => JSON.stringify(body).includes('credentials-wrong'))
    expect(checked).toHaveLength(10)
    expect((await signIn(email, person.password)).body).toMatchObject({ type: '/problems/account-locked' })
  })

  it('resets failures after a success', async () => {
    await signUp('clumsy@example.com')
    for (let n = 0; n < 9; n++) await signIn('clumsy@example.com', 'Wrong-horse1')
    expect((await signIn('clumsy@example.com', person.password)).status).toBe(200)
    expect((await signIn('clumsy@example.com', 'Wrong-horse1')).body).toMatchObject({
      type: '/problems/credentials-wrong',
    })
  })
})

describe('a session', () => {
  it('ends with signing out, with 401 in the body', async () => {
    const owner = await newOwner(kinora.url)
    await owner.call('signOut', {})
    const answer = await owner.send('GET', '/services/api/v1/users/me')
    expect(answer).toMatchObject({ status: 401, body: { code: 401, title: 'Token expired' } })
  })

  it('expires', async () => {
    let now = Date.now()
    const other = await startTestKinora({ env: { SESSION_DAYS: '2' }, clock: { now: () => new Date(now) } })
    try {
      const owner = await newOwner(other.url)
      now += 47 * 3600 * 1000
      expect((await owner.send('GET', '/services/api/v1/users/me')).status).toBe(200)
      now += 2 * 3600 * 1000
      expect((await owner.send('GET', '/services/api/v1/users/me')).status).toBe(401)
    } finally {
      await other.stop()
    }
  })

  it('returns only its own user', async () => {
    const [one, other] = [await newOwner(kinora.url), await newOwner(kinora.url)]
    const me = await one.call('getUser', { params: { id: 'me' } })
    expect((await other.send('GET', `/services/api/v1/users/${me.id}`)).status).toBe(404)
    expect((await one.send('GET', `/services/api/v1/users/${me.id}`)).body).toEqual(me)
  })
})

describe('a logo', () => {
  const png =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

  const filesOf = ({ id }: { id: string }) =>
    readdir(join(kinora.dataDir, 'storage/objects/organizations', id)).catch(() => [])

  it('has a new URL each time, and its old file is deleted', async () => {
    const owner = await newOwner(kinora.url)
    const params = { id: owner.organizationId ?? '' }
    const show = async (logo: string | null) =>
      (await owner.call('updateOrganization', { params, body: { logo } })).logoUrl
    const [first, second] = [await show(png), await show(png)]
    expect(first).not.toBe(second)
    expect((await fetch(kinora.url + second)).status).toBe(200)
    await expect.poll(async () => (await filesOf(params)).length).toBe(1)
    expect(await show(null)).toBeNull()
    await expect.poll(async () => (await filesOf(params)).length).toBe(0)
  })

  it('that was stored but not saved is deleted after a while', async () => {
    const owner = await newOwner(kinora.url)
    const params = { id: owner.organizationId ?? '' }
    const pool = openTestPool(kinora)
    await pool.sql(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$`,
    )
    await pool.sql('CREATE TRIGGER fail BEFORE UPDATE ON organizations FOR EACH ROW EXECUTE FUNCTION fail()')
    const path = `/services/api/v1/organizations/${params.id}`
    expect((await owner.send('PUT', path, { body: { logo: png } })).status).toBe(500)
    await pool.sql('DROP TRIGGER fail ON organizations')
    expect(await filesOf(params)).toHaveLength(1)
    await pool.sql(`UPDATE pgboss.job SET start_after = now() WHERE name = 'identity.logo-removal'`)
    await expect.poll(async () => (await filesOf(params)).length).toBe(0)
    await pool.end()
  })
})

describe('organizations and environments', () => {
  it('begin with one of type production and every right', async () => {
    const owner = await newOwner(kinora.url, { organization: 'Gulf Bureau' })
    const { organizations } = await owner.call('getUser', { params: { id: 'me' } })
    expect(organizations).toMatchObject([
      {
        name: 'Gulf Bureau',
        isActive: true,
        role: { name: 'Owner' },
        environments: [{ type: 'production' }],
      },
    ])
    expect(organizations[0]?.environments[0]?.grants).toContain('Videos.Video.delete')
  })

  it('have a public key of their own beside their id', async () => {
    const owner = await newOwner(kinora.url)
    const body = { organizationId: owner.organizationId ?? '', name: 'Staging', type: 'staging' as const }
    const second = await owner.call('createEnvironment', { body })
    const { items } = await owner.call('listEnvironments', {
      query: { organizationId: owner.organizationId ?? '' },
    })
    expect(items.map(({ uuid }) => uuid)).toEqual(items.map(({ id }) => id))
    expect(items.map(({ envKey }) => envKey)).toContain(second.envKey)
    expect(new Set(items.map(({ envKey }) => envKey)).size).toBe(2)
    expect(second.envKey).toMatch(/^[0-9a-f]{32}$/)
  })

  it('show a person their role in the organization of the environment that the request names', async () => {
    const owner = await newOwner(kinora.url)
    const host = await newOwner(kinora.url)
    const pool = openTestPool(kinora)
    const guest = await newMember(host, pool.sql, null)
    await pool.end()
    const me = '/services/api/v1/users/me'
    const roleOf = async (who: Client, headers = {}) => (await who.send('GET', me, { headers })).body
    expect(await roleOf(owner)).toMatchObject({ status: 'active', role: { builtIn: 'owner' } })
    expect(await roleOf(guest)).toMatchObject({ role: { name: expect.stringContaining('role ') } })
    const foreign = { 'environment-id': owner.environmentId ?? '' }
    expect(await roleOf(guest, foreign)).toMatchObject({ role: { builtIn: 'owner' } })
    const alone = await signUp('alone@roles.example')
    expect(alone.body).toMatchObject({ user: { status: 'active', role: null } })
  })

  it('refuse a name that is taken, blank or padded, with the words of the specification', async () => {
    const owner = await newOwner(kinora.url)
    const add = (name: string) =>
      owner.send('POST', '/services/api/v1/environments', {
        body: { organizationId: owner.organizationId, name, type: 'qa' },
      })
    expect((await add('Staging')).status).toBe(201)
    expect((await add('staging')).body).toMatchObject({ type: '/problems/name-taken' })
    for (const name of ['', '  ', ' padded']) {
      const message = 'This field is required without space at start/end/only space'
      expect((await add(name)).body).toMatchObject({
        errors: expect.arrayContaining([{ path: 'body.name', message }]),
      })
    }
  })

  it('name each missing field in the words of the specification', async () => {
    const owner = await newOwner(kinora.url)
    const errorsOf = async (method: string, path: string, body?: object) => {
      const answer = await owner.send(method, `/services/api/v1/${path}`, body ? { body } : {})
      expect(answer.status).toBe(400)
      return Object(answer.body).errors
    }
    const { organizationId } = owner
    const required = 'This field is required'
    const strictly = 'This field is required without space at start/end/only space'
    expect(await errorsOf('POST', 'environments', { organizationId })).toEqual([
      { path: 'body.name', message: strictly },
      { path: 'body.type', message: strictly },
    ])
    expect(await errorsOf('POST', 'environments', {})).toEqual([
      { path: 'body.organizationId', message: required },
    ])
    expect(await errorsOf('GET', 'environments')).toEqual([
      { path: 'query.organizationId', message: required },
    ])
    expect(await errorsOf('POST', 'organizations/create', {})).toEqual([
      { path: 'body.name', message: required },
    ])
    expect(await errorsOf('POST', 'organizations/create', { name: 'Desk\u0007' })).toEqual([
      { path: 'body.name', message: 'Only valid characters are allowed' },
    ])
    expect(await errorsOf('POST', 'users/signup', { ...person, email: '' })).toEqual([
      { path: 'body.email', message: required },
    ])
    expect(await errorsOf('POST', 'webhooks', {})).toEqual([{ path: 'body.url', message: required }])
    expect(await errorsOf('POST', 'users/authenticate', {})).toEqual([
      { path: 'body.email', message: required },
      { path: 'body.password', message: required },
    ])
  })

  it.each([
    ['read-only', ['read']],
    [['read-only'], ['read']],
    ['read', ['read']],
    ['write', ['write']],
    [
      ['write', 'read'],
      ['read', 'write'],
    ],
  ])('make a token with the permission %j', async (permission, made) => {
    const owner = await newOwner(kinora.url)
    const path = '/services/api/v1/api-access-tokens'
    const answer = await owner.send('POST', path, { body: { name: 'Ingest', permission } })
    expect(answer).toMatchObject({ status: 201, body: { permission: made } })
  })

  it('refuse a token with an unknown or missing permission', async () => {
    const owner = await newOwner(kinora.url)
    for (const permission of ['all', [], ['read-only', 'write'], undefined]) {
      const path = '/services/api/v1/api-access-tokens'
      const answer = await owner.send('POST', path, { body: { name: 'Ingest', permission } })
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'body.permission' }] } })
    }
  })

  it("cannot be added to another's organization", async () => {
    const [one, other] = [await newOwner(kinora.url), await newOwner(kinora.url)]
    const body = { organizationId: one.organizationId, name: 'Mine now', type: 'qa' }
    expect((await other.send('POST', '/services/api/v1/environments', { body })).status).toBe(404)
    expect(
      (await other.send('GET', `/services/api/v1/environments?organizationId=${one.organizationId}`)).status,
    ).toBe(404)
  })

  it('return the rights of an API token, not those of its creator', async () => {
    const owner = await newOwner(kinora.url)
    const { secret } = await owner.call('createToken', { body: { name: 'Writer', permission: ['write'] } })
    const program = client(kinora.url, secret, null, null)
    const params = { id: owner.environmentId ?? '' }
    const changed = await program.call('updateEnvironment', {
      params,
      body: { name: 'Live', type: 'production' },
    })
    expect(changed.grants).toContain('Videos.Video.create')
    expect(changed.grants).not.toContain('Videos.Video.read')
  })
})
