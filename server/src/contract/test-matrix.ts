import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { type Call, contract, type Module, type ProblemId, problems } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Answered, type Client, client, fillPath } from '../testing/client.ts'
import { type Case, type MakeCase, openTenants, type Tenant, type Tenants } from './test-case.ts'

interface Options {
  readonly hasWorker?: boolean
  readonly filtered?: {
    /** Modules of the rights of these calls. */
    readonly modules: readonly Module[]
    /** Matches the field and path of IDs that the role shows nevertheless. */
    readonly shown: RegExp
  }
}

/** Tests each call of an area with the `cases` of its files `test-cases.ts`. @throws if a call has no case */
export async function tryArea(area: keyof typeof contract, options?: Options): Promise<void> {
  const folder = join(import.meta.dirname, '../areas', area)
  const files = globSync('**/test-cases.ts', { cwd: folder })
  const found = await Promise.all(files.map((file) => import(join(folder, file))))
  tryCalls(contract[area], Object.assign({}, ...found.map(({ cases }) => cases)), options)
}

/** Tests each call over HTTP: a correct request, no token, no rights, IDs of another tenant and of nobody, and each
 * field with a wrong type. One function decides who may call: `platform/http/access.test.ts` tests it with all
 * actors and roles. `contract/callers.test.ts` tests how actors are found, on one call of each kind.
 * @param options.hasWorker runs the jobs of the requests, for calls that need their results
 * @param options.filtered calls whose objects the filter of a role hides */
function tryCalls(
  calls: Readonly<Record<string, Call>>,
  cases: Readonly<Record<string, MakeCase>>,
  { hasWorker = false, filtered }: Options = {},
): void {
  let tenants: Tenants
  let rightless: Client
  let program: Client
  beforeAll(async () => {
    tenants = await openTenants(hasWorker)
    const { owner, member } = tenants.mine
    rightless = await member('permissions that do not parse')
    const token = await owner.call('createToken', { body: { name: 'Ingest', permission: ['read', 'write'] } })
    program = client(owner.url, token.secret, owner.organizationId, owner.environmentId)
  })
  afterAll(() => tenants.end())

  describe.each(Object.entries(calls))('%s', (name, call) => {
    const makeCase = cases[name]
    if (makeCase === undefined) throw new Error(`no test case for ${name}`)
    const request = oncePerTenant(makeCase)
    const owner = () => tenants.mine.owner

    if (call.caller !== 'none') {
      it('401: refuses a caller without a token', async () => {
        const nobody = client(owner().url, null, owner().organizationId, owner().environmentId)
        expectProblem(await send(nobody, call, await request(tenants.mine)), 401, 'session-missing')
      })
      it('404: does not find unknown IDs and IDs of another tenant', async () => {
        expectEachId(call, await request(tenants.mine))
        await expectUnknown(call, request, makeCase, tenants)
        const alternativeOf = ({ alternative = {} }: Case) => alternative
        const alternative = async (tenant: Tenant) => alternativeOf(await request(tenant))
        const newAlternative = async (tenant: Tenant) => alternativeOf(await makeCase(tenant))
        await expectUnknown(call, alternative, newAlternative, tenants)
      })
    }

    if (filtered?.modules.some((module) => module === call.right?.[0])) {
      it('404: does not find IDs of videos that the role hides', async () => {
        const hidden = (path: string) => !filtered.shown.test(path + call.path)
        await expectHidden(call, await request(tenants.mine), hidden, tenants, makeCase)
      })
    }

    if (call.right !== undefined) {
      it('403: refuses a member without rights', async () => {
        expectProblem(await send(rightless, call, await request(tenants.mine)), 403, 'forbidden')
      })
    }

    if (call.caller !== 'none' && (call.caller !== 'environment' || call.isSensitive)) {
      it('403: refuses an API token if it requires a person', async () => {
        expectProblem(await send(program, call, await request(tenants.mine)), 403, 'person-only')
      })
    }

    if (call.caller === 'none' && call.path.includes(':playbackId')) {
      it.each(['0123456789abcdef', '..%2F..%2Fetc', 'x'])(
        '404: does not find the video %s',
        async (playbackId) => {
          const given = await request(tenants.mine)
          const params = { ...given.params, playbackId }
          expectProblem(await send(client(owner().url, null, null, null), call, { ...given, params }), 404)
        },
      )
    }

    if (call.body !== undefined) {
      it('400: refuses each field of the wrong type and names it', async () => {
        const given = await request(tenants.mine)
        for (const field of Object.keys(given.body ?? {})) {
          const body = { ...given.body, [field]: { wrong: { wrong: true } } }
          // For a field that is an object, the error is in its own fields.
          expectFault(await send(owner(), call, { ...given, body }), `body.${field}`)
        }
      })
      it('400: refuses a body that is missing, not JSON or not an object', async () => {
        const given = await request(tenants.mine)
        const url = new URL(fillPath(call.path, given.params ?? {}), owner().url)
        for (const body of ['{', '[]', '"x"', 'null']) {
          const headers = {
            'content-type': 'application/json',
            'x-forwarded-for': `10.9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
            authorization: `Bearer ${owner().token}`,
            'environment-id': owner().environmentId ?? '',
          }
          expect((await fetch(url, { method: call.method, body, headers })).status).toBe(400)
        }
      })
    }

    if (call.query !== undefined) {
      it('400: refuses each query parameter that is out of range and names it', async () => {
        const given = await request(tenants.mine)
        for (const field of Object.keys(given.query ?? {})) {
          const query = { ...given.query, [field]: 'x'.repeat(5000) }
          expectFault(await send(owner(), call, { ...given, query }), `query.${field}`)
        }
      })
    }

    if (call.params !== undefined && call.kind !== 'file' && call.caller !== 'none') {
      it('400: refuses an invalid ID', async () => {
        const given = await request(tenants.mine)
        for (const param of Object.keys(given.params ?? {})) {
          const params = { ...given.params, [param]: 'no-uuid' }
          expectProblem(await send(owner(), call, { ...given, params }), 400)
        }
      })
    }

    // The last, so that it also shows that the refused ones before it changed nothing.
    it('answers a correct request', async () => {
      const given = await request(tenants.mine)
      const answer = await send(given.by ?? owner(), call, given)
      if (given.answers === undefined) {
        expect(answer.status, JSON.stringify(answer.body)).toBe(call.status)
      } else {
        expect(['not-found', ...(call.problems ?? [])]).toContain(given.answers)
        expectProblem(answer, problems[given.answers].status, given.answers)
      }
    })
  })

  it('leaves the data of the other tenant unchanged', async () => {
    const { owner, content, collection, upload, subtitle } = tenants.theirs
    expect(await owner.call('getContent', { params: { id: content.id } })).toMatchObject({
      title: content.title,
      status: 'ready',
      tags: content.tags,
      trashedAt: null,
    })
    expect(await owner.call('getCollection', { params: { id: collection.id } })).toMatchObject({
      name: collection.name,
      trashedAt: null,
    })
    expect(await owner.call('getUpload', { params: { id: upload.uploadId } })).toEqual(upload)
    const params = { id: content.id, subtitleId: subtitle.id }
    expect((await owner.try('getSubtitle', { params, query: { version: 'draft' } })).status).toBe(200)
    const jobs = `SELECT name, data FROM pgboss.job WHERE group_id = $1 AND data::text ~ $2`
    const ids = [content.id, collection.id, upload.uploadId, subtitle.id].join('|')
    expect(await tenants.mine.sql(jobs, [tenants.mine.owner.environmentId, ids])).toEqual([])
  })
}

/** Refused requests use up nothing, so they share one case with the correct request. */
function oncePerTenant(makeCase: MakeCase): (tenant: Tenant) => Promise<Case> {
  const made = new Map<Tenant, Promise<Case>>()
  return (tenant) => made.getOrInsertComputed(tenant, async () => makeCase(tenant))
}

async function send(
  who: Client,
  call: Call,
  { params = {}, query = {}, body }: Case,
): Promise<Answered<unknown>> {
  const search = new URLSearchParams(query).toString()
  const path = fillPath(call.path, params) + (search === '' ? '' : `?${search}`)
  if (call.kind === 'events' || call.kind === 'frames') return headOf(who, path)
  return who.send(call.method, path, body === undefined ? {} : { body })
}

/** Reads only the headers of an endless stream, unless it is a problem. */
async function headOf({ url, token, environmentId }: Client, path: string): Promise<Answered<unknown>> {
  const ending = new AbortController()
  const headers = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(environmentId !== null && { 'environment-id': environmentId }),
  }
  const response = await fetch(new URL(path, url), { headers, signal: ending.signal })
  const body: unknown = response.ok ? null : await response.json()
  ending.abort()
  return { status: response.status, headers: response.headers, body }
}

function expectProblem({ status, body, headers }: Answered<unknown>, expected: number, id?: ProblemId): void {
  expect(body).toMatchObject({ code: expected, status: expected, requestId: headers.get('x-request-id') })
  expect(status).toBe(expected)
  if (id !== undefined) expect(body).toMatchObject({ type: `/problems/${id}` })
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(JSON.stringify(body)).not.toMatch(/secret plans|Invalid (input|option|string|UUID)|Too (big|small):/)
}

function expectFault(answer: Answered<unknown>, path: string): void {
  expectProblem(answer, 400, 'request-invalid')
  expect(answer.body).toMatchObject({
    errors: expect.arrayContaining([expect.objectContaining({ path: expect.stringContaining(path) })]),
  })
}

/** Replaces each ID by one of the other tenant and one that does not exist. Both must get the same response.
 * @param request the case that refused requests share */
async function expectUnknown(
  call: Call,
  request: (tenant: Tenant) => Promise<Case>,
  makeCase: MakeCase,
  { mine, theirs }: Tenants,
): Promise<void> {
  const given = await request(mine)
  const mirrored = leavesOf(await request(theirs))
  const strangersUser = await theirs.owner.call('getUser', { params: { id: 'me' } })
  for (const [path, value] of leavesOf(given)) {
    const foreign = value === 'me' ? strangersUser.id : mirrored.get(path)
    if (!isId(value)) continue
    if (foreign === undefined || foreign === value) throw new Error(`${path} is the same for both tenants`)
    // Administrators can access all tenants.
    const unknown = call.caller === 'admin' ? [] : [foreign]
    await expectSameAnswers(call, given, path, [...unknown, nobodysId(foreign)], mine, makeCase)
  }
}

/** A case that leaves an ID out would not try it. */
function expectEachId({ params, query, body }: Call, { alternative = {}, ...given }: Case): void {
  const named = [...leavesOf(given).keys(), ...leavesOf(alternative).keys()].map((path) =>
    path.replace(/\.\d+(?=\.|$)/g, ''),
  )
  const declared = Object.entries({ params, query, body }).flatMap(([place, schema]) =>
    schema === undefined ? [] : idsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), place),
  )
  expect(named, 'ids that the call takes').toEqual(expect.arrayContaining(declared))
}

interface JsonSchema {
  readonly format?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
}

function idsIn(schema: object, path: string): string[] {
  const { format, properties = {}, items, anyOf = [] }: JsonSchema = schema
  return [
    ...(format === 'uuid' ? [path] : []),
    ...Object.entries(properties).flatMap(([name, each]) => idsIn(each, `${path}.${name}`)),
    ...(items === undefined ? [] : idsIn(items, path)),
    ...anyOf.flatMap((each) => idsIn(each, path)),
  ]
}

/** Replaces each ID by one of a video that the role does not show and one that does not exist. Both must get the same
 * response. */
async function expectHidden(
  call: Call,
  shared: Case,
  isHidden: (path: string) => boolean,
  { limited }: Tenants,
  makeCase: MakeCase,
): Promise<void> {
  const ids = [...leavesOf(shared)].filter(([path, id]) => isId(id) && isHidden(path))
  if (ids.length === 0) return
  const tenant = await limited()
  const given = await makeCase(tenant)
  const answer = await send(tenant.owner, call, given)
  const expected = given.answers === undefined ? call.status : problems[given.answers].status
  expect(answer.status, JSON.stringify(answer.body)).toBe(expected)
  for (const [path, hidden] of ids)
    await expectSameAnswers(call, given, path, [hidden, nobodysId(hidden)], tenant, makeCase)
}

const nobodysId = (like: string) => (isUuid.test(like) ? randomUUID() : 'a0b1c2d3e4f5g6h7i8j9k0')

/** Sends the request with each of the IDs, which are unknown to the tenant. */
async function expectSameAnswers(
  call: Call,
  given: Case,
  path: string,
  ids: readonly string[],
  tenant: Tenant,
  makeCase: MakeCase,
): Promise<void> {
  const answers: string[] = []
  for (const id of ids) {
    const isPassedOver = given.passesOver?.includes(path) === true
    // Skipping an ID can still change the other objects, which works only once.
    const request = isPassedOver ? await makeCase(tenant) : given
    const answer = await send(tenant.owner, call, withLeaf(request, path, id))
    if (isPassedOver) expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(call.status)
    else expectProblem(answer, 404, 'not-found')
    answers.push(comparableBody(answer.body))
  }
  expect(new Set(answers).size, `${path}: ${answers.join('\n')}`).toBe(1)
}

const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const isPublicId = /^[0-9A-Za-z]{22}$/
const isId = (value: string) => value === 'me' || isUuid.test(value) || isPublicId.test(value)

/** A response without values that differ each time. */
function comparableBody(body: unknown): string {
  return JSON.stringify(body)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, 'id')
    .replace(/"requestId":"[^"]*"/, '')
    .replace(/"url":"[^"]*[?]ticket=[^"]*","expiresAt":"[^"]*"/, '')
}

/** All strings of a request by path, such as `body.ids.0`. */
function leavesOf({ params, query, body }: Case): Map<string, string> {
  const leaves = new Map<string, string>()
  const visit = (value: unknown, path: string) => {
    if (typeof value === 'string') leaves.set(path, value)
    else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) visit(each, `${path}.${name}`)
  }
  for (const [place, value] of Object.entries({ params, query, body })) visit(value, place)
  return leaves
}

function withLeaf(given: Case, path: string, value: string): Case {
  const { params, query, body } = given
  const changed: Case = structuredClone({
    ...(params && { params }),
    ...(query && { query }),
    ...(body && { body }),
  })
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  // All steps exist in a path from `leavesOf`.
  const holder = steps.reduce((each: unknown, step) => Reflect.get(Object(each), step), changed)
  Reflect.set(Object(holder), last, value)
  return changed
}
