import { randomUUID } from 'node:crypto'
import { allCalls, alwaysGranted, type Call, type CallName, type TokenPermission } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answered, type Client, client, fillPath } from '../testing/client.ts'
import { openWorld, type World } from '../testing/world.ts'
import { type Case, cases } from './cases/index.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

const calls = Object.entries<Call>(allCalls) as [CallName, Call][]

function send(who: Client, call: Call, { params = {}, query = {}, body }: Case): Promise<Answered<unknown>> {
  const search = new URLSearchParams(query).toString()
  const path = fillPath(call.path, params) + (search === '' ? '' : `?${search}`)
  return who.send(call.method, path, body === undefined ? {} : { body })
}

const as = (token: string | null, environmentId: string | null) =>
  client(world.kinora.url, token, world.owner.organizationId, environmentId)

/** A program with a token of the owner's environment. */
async function program(permission: TokenPermission[], environmentId = world.owner.environmentId) {
  const made = await world.owner.call('createToken', {
    body: { name: `Program ${randomUUID()}`, permission },
  })
  return { id: made.id, client: as(made.secret, environmentId) }
}

/** Signs in as a person once more and answers that session, for tests that end it. */
const lastUser = '(SELECT user_id FROM sessions ORDER BY created_at DESC LIMIT 1)'

function expectProblem({ status, body, headers }: Answered<unknown>, expected: number, id?: string): void {
  expect(body).toMatchObject({ code: expected, status: expected, requestId: headers.get('x-request-id') })
  expect(status).toBe(expected)
  if (id !== undefined) expect(body).toMatchObject({ type: `/problems/${id}` })
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(JSON.stringify(body)).not.toMatch(/secret plans/)
}

/** Permissions that do not give a right: whatever is there by default is named, and so taken away. */
function rolesWithout([module, feature]: readonly [string, string, string]): [string, string][] {
  const weak: [string, string][] = [
    ['a role that names the feature without rights', JSON.stringify({ [module]: { [feature]: {} } })],
    ['a role that names the module alone', JSON.stringify({ [module]: {} })],
    ['permissions that do not parse', '{ "Videos": '],
    ['permissions of the wrong shape', JSON.stringify({ [module]: 'everything' })],
    ['permissions that pretend to be empty', '{"__proto__":{"Videos":{}}}'],
  ]
  if (alwaysGranted.some((each) => each === module)) return weak
  return [
    ...weak,
    ['a role for another module', JSON.stringify({ Alerts: { Alert: { create: true, read: true } } })],
    ['a role with only a filter', JSON.stringify({ filter: { tag: 'x' } })],
  ]
}

describe.each(calls)('%s', (name, call) => {
  const request = async () => cases[name](world)

  if (call.caller !== 'none') {
    describe('401', () => {
      it('refuses a caller without a token', async () => {
        expectProblem(await send(as(null, world.owner.environmentId), call, await request()), 401)
      })
      it.each(['kns_made-up', 'kin_made-up', ''])(
        'refuses the token %j, which is none of ours',
        async (token) => {
          expectProblem(await send(as(token, world.owner.environmentId), call, await request()), 401)
        },
      )
      it('refuses an expired session and one that was signed out', async () => {
        const expired = await world.member(null)
        await world.sql(
          `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = ${lastUser}`,
        )
        const left = await world.member(null)
        await left.call('signOut', {})
        const given = await request()
        expectProblem(await send(expired, call, given), 401)
        expectProblem(await send(left, call, given), 401)
      })
      it('refuses an API token that was revoked or is over', async () => {
        const revoked = await program(['read', 'write'])
        await world.owner.call('revokeToken', { params: { id: revoked.id } })
        const over = await program(['read', 'write'])
        await world.sql(`UPDATE api_tokens SET expires_at = now() - interval '1 second' WHERE id = $1`, [
          over.id,
        ])
        const given = await request()
        expectProblem(await send(revoked.client, call, given), 401)
        expectProblem(await send(over.client, call, given), 401)
      })
    })
  }

  if (call.right !== undefined) {
    const { right } = call
    it.each(rolesWithout(right))('403: refuses %s', async (_what, permissions) => {
      const member = await world.member(permissions)
      expectProblem(await send(member, call, await request()), 403, 'forbidden')
    })
  }

  if (call.caller === 'admin') {
    it('403: refuses whoever does not administer the installation', async () => {
      expectProblem(await send(world.stranger, call, await request()), 403, 'forbidden')
    })
  }

  if (call.isSensitive || call.isPersonal) {
    it('403: refuses an administrator who acts as somebody else', async () => {
      const member = await world.member(null)
      await world.sql(
        `UPDATE sessions SET impersonator_id = user_id, impersonator_name = 'Admin' WHERE user_id = ${lastUser}`,
      )
      const id = call.caller === 'admin' ? 'forbidden' : 'impersonating'
      expectProblem(await send(member, call, await request()), 403, id)
    })
  }

  describe.runIf(call.caller !== 'none')('403: an API token', () => {
    if (call.caller !== 'environment' || call.isSensitive) {
      it('is refused where a person is asked for', async () => {
        const { client: token } = await program(['read', 'write'])
        expectProblem(await send(token, call, await request()), 403, 'person-only')
      })
      return
    }
    it('is refused in another environment than its own', async () => {
      const { client: token } = await program(['read', 'write'], world.stranger.environmentId)
      const given = await request()
      if (call.tenantIn === 'path') return
      expectProblem(await send(token, call, given), 403, 'environment-mismatch')
    })
    if (call.right !== undefined) {
      const reads = call.right[2] === 'read'
      it(`is refused where it may only ${reads ? 'write' : 'read'}`, async () => {
        const { client: token } = await program([reads ? 'write' : 'read'])
        expectProblem(await send(token, call, await request()), 403, 'forbidden')
      })
    }
  })

  if (call.caller === 'environment' && (call.tenantIn ?? 'header') === 'header') {
    it.each([
      ['no environment', () => null],
      ["another organisation's environment", () => world.stranger.environmentId],
      ['an environment that does not exist', () => randomUUID()],
      ['something that is no id', () => "' OR 1=1"],
    ])('404: does not know %s', async (_what, environmentId) => {
      expectProblem(await send(as(world.owner.token, environmentId()), call, await request()), 404)
    })
  }

  if (call.caller === 'environment' || call.caller === 'organization') {
    it('404: is not there for a member who was removed', async () => {
      const member = await world.member(null)
      await world.sql(`DELETE FROM members WHERE organization_id = $1 AND user_id = ${lastUser}`, [
        world.owner.organizationId,
      ])
      expectProblem(await send(member, call, await request()), 404)
    })
  }

  if (call.caller === 'organization' || (call.caller === 'environment' && call.params !== undefined)) {
    it("404: is not there for another organisation's owner", async () => {
      expectProblem(await send(world.stranger, call, await request()), 404)
    })
  }

  if (call.caller !== 'none' && call.params !== undefined) {
    it('404: does not know a thing that does not exist', async () => {
      const given = await request()
      for (const param of Object.keys(given.params ?? {})) {
        const params = { ...given.params, [param]: randomUUID() }
        expectProblem(await send(world.owner, call, { ...given, params }), 404)
      }
    })
  }

  if (call.caller === 'none' && call.path.includes(':playbackId')) {
    it.each(['0123456789abcdef', '..%2F..%2Fetc', 'x'])(
      '404: does not know the video %s',
      async (playbackId) => {
        const given = await request()
        const params = { ...given.params, playbackId }
        expectProblem(await send(as(null, null), call, { ...given, params }), 404)
      },
    )
  }

  if (call.body !== undefined) {
    it('400: refuses each field of the wrong kind and says which', async () => {
      const given = await request()
      for (const field of Object.keys(given.body ?? {})) {
        const body = { ...given.body, [field]: { wrong: { wrong: true } } }
        const answer = await send(world.owner, call, { ...given, body })
        expectProblem(answer, 400)
        expect(answer.body).toMatchObject({
          // A field that is an object says it of each of its own.
          errors: expect.arrayContaining([
            expect.objectContaining({ path: expect.stringContaining(`body.${field}`) }),
          ]),
        })
      }
    })
    it('400: refuses a body that is no JSON, no object, or none', async () => {
      const given = await request()
      const path = fillPath(call.path, given.params ?? {})
      for (const body of ['{', '[]', '"x"', 'null']) {
        const answer = await fetch(new URL(path, world.kinora.url), {
          method: call.method,
          body,
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': `10.9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
            authorization: `Bearer ${world.owner.token}`,
            'environment-id': world.owner.environmentId ?? '',
          },
        })
        expect(answer.status).toBe(400)
      }
    })
  }

  if (call.query !== undefined) {
    it('400: refuses each query parameter that is out of bounds and says which', async () => {
      const given = await request()
      for (const field of Object.keys(given.query ?? {})) {
        const query = { ...given.query, [field]: 'x'.repeat(5000) }
        const answer = await send(world.owner, call, { ...given, query })
        expectProblem(answer, 400)
        expect(answer.body).toMatchObject({
          errors: [expect.objectContaining({ path: expect.stringContaining(`query.${field}`) })],
        })
      }
    })
  }

  if (call.params !== undefined && call.kind !== 'file') {
    it('400: refuses an id that is none', async () => {
      const given = await request()
      for (const param of Object.keys(given.params ?? {})) {
        const params = { ...given.params, [param]: 'no-uuid' }
        expectProblem(await send(world.owner, call, { ...given, params }), 400)
      }
    })
  }
})

it('names every call in the OpenAPI document', async () => {
  const { body } = await as(null, null).send('GET', '/openapi.json')
  expect(JSON.stringify(body)).toContain('"openapi":"3.1.0"')
  for (const [name] of calls) expect(JSON.stringify(body)).toContain(`"operationId":"${name}"`)
})
