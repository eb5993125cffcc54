import { randomUUID } from 'node:crypto'
import {
  allCalls,
  type Call,
  type CallName,
  type ProblemId,
  problems,
  type TokenPermission,
} from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answered, type Client, client, fillPath } from '../testing/client.ts'
import { openWorld, type World } from '../testing/world.ts'

// All calls share the code that finds the caller and tenant, so each case runs on one call of each kind. `decide`
// checks the rights, and its own test tries it on every call.

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

interface Asked {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: object
}

const organizationId = () => world.owner.organizationId ?? ''
const environmentId = () => world.owner.environmentId ?? ''

/** One correct request for each kind of caller, and each place that can name the tenant. */
const requests = {
  getUser: () => ({ params: { id: 'me' } }),
  listUsers: () => ({}),
  listMembers: () => ({ params: { id: organizationId() } }),
  listEnvironments: () => ({ query: { organizationId: organizationId() } }),
  createEnvironment: () => ({
    body: { organizationId: organizationId(), name: `QA ${randomUUID()}`, type: 'qa' },
  }),
  listContents: () => ({}),
  updateEnvironment: () => ({
    params: { id: environmentId() },
    body: { name: 'Production', type: 'production' },
  }),
} satisfies Partial<Record<CallName, () => Asked>>
type Name = keyof typeof requests
const names = Object.keys(requests) as Name[]
const inOrganization: Name[] = ['listMembers', 'listEnvironments', 'createEnvironment']
const inTenant: Name[] = [...inOrganization, 'listContents', 'updateEnvironment']

function send(who: Client, name: Name): Promise<Answered<unknown>> {
  const call: Call = allCalls[name]
  const { params = {}, query = {}, body }: Asked = requests[name]()
  const search = new URLSearchParams(query).toString()
  const path = fillPath(call.path, params) + (search === '' ? '' : `?${search}`)
  return who.send(call.method, path, body === undefined ? {} : { body })
}

const as = (token: string | null, environment: string | null = environmentId()) =>
  client(world.kinora.url, token, organizationId(), environment)

async function program(permission: TokenPermission[], environment = environmentId()) {
  const made = await world.owner.call('createToken', { body: { name: 'Ingest', permission } })
  return { id: made.id, client: as(made.secret, environment) }
}

/** The user with the newest session. */
const lastUser = '(SELECT user_id FROM sessions ORDER BY created_at DESC LIMIT 1)'

async function impersonator(): Promise<Client> {
  const member = await world.member(null)
  await world.sql(
    `UPDATE sessions SET impersonator_id = user_id, impersonator_name = 'Admin' WHERE user_id = ${lastUser}`,
  )
  return member
}

function expectProblem({ status, body }: Answered<unknown>, id: ProblemId): void {
  expect(body).toMatchObject({ type: `/problems/${id}` })
  expect(status).toBe(problems[id].status)
}

it.each(names)('%s answers the owner', async (name) => {
  expect((await send(world.owner, name)).status).toBe(allCalls[name].status)
})

describe('a request is unauthenticated with', () => {
  it.each(names)('a foreign token: %s', async (name) => {
    for (const token of ['kns_made-up', 'kin_made-up'])
      expectProblem(await send(as(token), name), 'session-expired')
    expectProblem(await send(as(''), name), 'session-missing')
  })

  it('an expired or signed-out session', async () => {
    const expired = await world.member(null)
    await world.sql(
      `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = ${lastUser}`,
    )
    const left = await world.member(null)
    await left.call('signOut', {})
    for (const name of names) {
      expectProblem(await send(expired, name), 'session-expired')
      expectProblem(await send(left, name), 'session-expired')
    }
  })

  it('a revoked or expired API token', async () => {
    const revoked = await program(['read', 'write'])
    await world.owner.call('revokeToken', { params: { id: revoked.id } })
    const over = await program(['read', 'write'])
    await world.sql(`UPDATE api_tokens SET expires_at = now() - interval '1 second' WHERE id = $1`, [over.id])
    for (const name of names) {
      expectProblem(await send(revoked.client, name), 'session-expired')
      expectProblem(await send(over.client, name), 'session-expired')
    }
  })
})

describe('a tenant is not found', () => {
  it('for a removed member', async () => {
    const member = await world.member(null)
    for (const name of inTenant) expect((await send(member, name)).status).toBe(allCalls[name].status)
    await world.sql(`DELETE FROM members WHERE organization_id = $1 AND user_id = ${lastUser}`, [
      organizationId(),
    ])
    for (const name of inTenant) expectProblem(await send(member, name), 'not-found')
  })

  it("for another organization's owner", async () => {
    const { token } = world.stranger
    for (const name of inTenant) expectProblem(await send(as(token), name), 'not-found')
  })

  it('if the header is missing, which the response names', async () => {
    const answer = await send(as(world.owner.token, null), 'listContents')
    expectProblem(answer, 'request-invalid')
    expect(answer.body).toMatchObject({
      detail: 'The environment-id header is missing',
      errors: [{ path: 'header.environment-id', message: 'This field is required' }],
    })
    expectProblem(await send(as(null, null), 'listContents'), 'session-missing')
    const { client: token } = await program(['read'])
    const alone = client(world.kinora.url, token.token, null, null)
    expect((await send(alone, 'listContents')).status).toBe(200)
  })

  it.each([
    ["another organization's environment", () => world.stranger.environmentId],
    ['an environment that does not exist', () => randomUUID()],
    ['something that is no id', () => "' OR 1=1"],
  ])('if the header names %s', async (_what, environment) => {
    expectProblem(await send(as(world.owner.token, environment()), 'listContents'), 'not-found')
  })
})

describe('a member is refused', () => {
  it.each([
    'permissions that do not parse',
    JSON.stringify({ Videos: { Video: {} }, Settings: { User: {} }, Environments: { Environment: {} } }),
    JSON.stringify({ Videos: {}, Settings: {}, Environments: {} }),
    JSON.stringify({ Videos: 'everything' }),
    '{"__proto__":{"Videos":{}}}',
  ])('with a role of %s', async (permissions) => {
    const member = await world.member(permissions)
    for (const name of inTenant) expectProblem(await send(member, name), 'forbidden')
  })

  it('in the administration of the installation', async () => {
    expectProblem(await send(await world.member(null), 'listUsers'), 'forbidden')
  })
})

describe('an impersonator', () => {
  it('has the access of the user, except to secrets and permissions', async () => {
    const acting = await impersonator()
    expect((await send(acting, 'listContents')).status).toBe(200)
    const body = { name: 'Ingest', permission: ['read'] }
    expectProblem(await acting.send('POST', allCalls.createToken.path, { body }), 'impersonating')
    const change = { currentPassword: 'Correct-horse1', newPassword: 'Another-horse2' }
    const path = fillPath(allCalls.changePassword.path, { id: 'me' })
    expectProblem(await acting.send('POST', path, { body: change }), 'impersonating')
    const invite = fillPath(allCalls.inviteMember.path, { id: organizationId() })
    expectProblem(await acting.send('POST', invite, { body: {} }), 'impersonating')
  })

  it('does not administer', async () => {
    expectProblem(await send(await impersonator(), 'listUsers'), 'forbidden')
  })
})

describe('an API token', () => {
  it('is refused by calls for persons', async () => {
    const { client: token } = await program(['read', 'write'])
    for (const name of names.filter((each) => allCalls[each].caller !== 'environment'))
      expectProblem(await send(token, name), 'person-only')
  })

  it('is refused in another environment than its own', async () => {
    const { client: token } = await program(['read', 'write'], world.stranger.environmentId ?? '')
    expectProblem(await send(token, 'listContents'), 'environment-mismatch')
  })

  it('only reads or only writes if its permission says so', async () => {
    const { client: reader } = await program(['read'])
    const { client: writer } = await program(['write'])
    expect((await send(reader, 'listContents')).status).toBe(200)
    expectProblem(await send(writer, 'listContents'), 'forbidden')
    expect((await send(writer, 'updateEnvironment')).status).toBe(200)
    expectProblem(await send(reader, 'updateEnvironment'), 'forbidden')
  })
})

it('an inactive organization is read-only', async () => {
  const setActive = (isActive: boolean) =>
    world.sql('UPDATE organizations SET is_active = $2 WHERE id = $1', [organizationId(), isActive])
  await setActive(false)
  for (const name of ['listMembers', 'listEnvironments', 'listContents'] as const)
    expect((await send(world.owner, name)).status).toBe(200)
  for (const name of ['createEnvironment', 'updateEnvironment'] as const)
    expectProblem(await send(world.owner, name), 'organization-inactive')
  await setActive(true)
  expect((await send(world.owner, 'updateEnvironment')).status).toBe(200)
})

it('the OpenAPI document names every call', async () => {
  const { body } = await as(null).send('GET', '/openapi.json')
  expect(body).toMatchObject({ openapi: '3.1.0' })
  for (const name of Object.keys(allCalls)) expect(JSON.stringify(body)).toContain(`"operationId":"${name}"`)
})
