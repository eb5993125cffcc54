import { randomUUID } from 'node:crypto'
import { allCalls, type Call, type CallName } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answered, type Client, client, fillPath } from '../testing/client.ts'
import { openWorld, type World } from '../testing/world.ts'
import { type Case, cases } from './cases.ts'

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

function expectProblem({ status, body, headers }: Answered<unknown>, expected: number): void {
  expect(body).toMatchObject({ code: expected, status: expected, requestId: headers.get('x-request-id') })
  expect(status).toBe(expected)
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(JSON.stringify(body)).not.toMatch(/secret plans/)
}

describe.each(calls)('%s', (name, call) => {
  if (call.caller !== 'none') {
    describe('401', () => {
      it('refuses a caller without a token', async () => {
        expectProblem(await send(as(null, world.owner.environmentId), call, cases[name](world)), 401)
      })
      it('refuses a token that is none of ours', async () => {
        expectProblem(await send(as('kns_made-up', world.owner.environmentId), call, cases[name](world)), 401)
      })
      it('refuses an expired session and one that was signed out', async () => {
        const expired = await world.member(null)
        await world.sql(`UPDATE sessions SET expires_at = now() - interval '1 second'
          WHERE user_id = (SELECT user_id FROM sessions ORDER BY created_at DESC LIMIT 1)`)
        expectProblem(await send(expired, call, cases[name](world)), 401)
        const left = await world.member(null)
        await left.call('signOut', {})
        expectProblem(await send(left, call, cases[name](world)), 401)
      })
    })
  }

  if (call.right !== undefined) {
    describe('403', () => {
      it.each([
        ['a role without the right', JSON.stringify({ Videos: { Video: {} } })],
        ['a role for another module', JSON.stringify({ Alerts: { Alert: { create: true, read: true } } })],
        ['a role with only a filter', JSON.stringify({ filter: { tag: 'x' } })],
        ['permissions that do not parse', '{ "Videos": '],
        ['permissions of the wrong shape', JSON.stringify({ Videos: 'everything' })],
      ])('refuses %s', async (_what, permissions) => {
        const member = await world.member(permissions)
        expectProblem(await send(member, call, cases[name](world)), 403)
      })
    })
  }

  if (call.caller === 'environment') {
    describe('404', () => {
      it.each([
        ['no environment', () => null],
        ["another organisation's environment", () => world.stranger.environmentId],
        ['an environment that does not exist', () => randomUUID()],
        ['something that is no id', () => "' OR 1=1"],
      ])('does not know %s', async (_what, environmentId) => {
        expectProblem(await send(as(world.owner.token, environmentId()), call, cases[name](world)), 404)
      })
      it('does not know an environment whose member one no longer is', async () => {
        const member = await world.member(null)
        await world.sql(
          `DELETE FROM members WHERE organization_id = $1
          AND user_id = (SELECT user_id FROM sessions ORDER BY created_at DESC LIMIT 1)`,
          [world.owner.organizationId],
        )
        expectProblem(await send(member, call, cases[name](world)), 404)
      })
    })
  }

  if (call.caller === 'environment' && call.params !== undefined) {
    describe('tenancy', () => {
      it("does not know another environment's thing", async () => {
        expectProblem(await send(world.stranger, call, cases[name](world)), 404)
      })
      it('does not know a thing that does not exist', async () => {
        expectProblem(
          await send(world.owner, call, { ...cases[name](world), params: { id: randomUUID() } }),
          404,
        )
      })
    })
  }

  if (call.caller === 'none' && call.params !== undefined) {
    it.each(['0123456789abcdef', '..%2F..%2Fetc', 'x'])(
      '404: does not know the video %s',
      async (playbackId) => {
        const given = cases[name](world)
        expectProblem(
          await send(as(null, null), call, { ...given, params: { ...given.params, playbackId } }),
          404,
        )
      },
    )
  }

  if (call.body !== undefined) {
    describe('400', () => {
      it('refuses each field of the wrong kind and says which', async () => {
        const given = cases[name](world)
        for (const field of Object.keys(given.body ?? {})) {
          const answer = await send(world.owner, call, {
            ...given,
            body: { ...given.body, [field]: { wrong: true } },
          })
          expectProblem(answer, 400)
          expect(answer.body).toMatchObject({
            errors: [expect.objectContaining({ path: expect.stringContaining(`body.${field}`) })],
          })
        }
      })
      it('refuses a body that is no JSON, no object, or none', async () => {
        const given = cases[name](world)
        const path = fillPath(call.path, given.params ?? {})
        const headers = { 'content-type': 'application/json' }
        for (const body of ['{', '[]', '"x"', 'null']) {
          const answer = await fetch(new URL(path, world.kinora.url), {
            method: call.method,
            body,
            headers: {
              ...headers,
              authorization: `Bearer ${world.owner.token}`,
              'environment-id': world.owner.environmentId ?? '',
            },
          })
          expect(answer.status).toBe(400)
        }
      })
    })
  }

  if (call.query !== undefined) {
    it('400: refuses each query parameter that is out of bounds and says which', async () => {
      const given = cases[name](world)
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
      expectProblem(await send(world.owner, call, { ...cases[name](world), params: { id: 'no-uuid' } }), 400)
    })
  }
})

it('names every call in the OpenAPI document', async () => {
  const { body } = await as(null, null).send('GET', '/openapi.json')
  expect(JSON.stringify(body)).toContain('"openapi":"3.1.0"')
  for (const [name] of calls) expect(JSON.stringify(body)).toContain(`"operationId":"${name}"`)
})
