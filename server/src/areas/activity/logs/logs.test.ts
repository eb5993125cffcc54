import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as xlsx from '@e965/xlsx'
import { type Log, type LogLine, logBodyLimit } from '@kinora/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, client, newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { newMember, type Sql } from '../../../testing/members.ts'

let kinora: TestKinora
let pool: pg.Pool
let sql: Sql
let owner: Client
beforeAll(async () => {
  kinora = await startTestKinora()
  pool = new pg.Pool({ connectionString: kinora.databaseUrl, max: 4 })
  sql = async (text, values = []) => (await pool.query(text, values)).rows
  owner = await newOwner(kinora.url)
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

const logs = async (who: Client, query: object = {}) => (await who.call('listLogs', { query })).items

/** Waits until a request of this path is logged, since logs are written in the background. */
async function logged(who: Client, path: string, query: object = {}): Promise<Log> {
  for (let n = 0; n < 600; n++) {
    const found = (await logs(who, { pageSize: 100, ...query })).find(({ url }) => url.startsWith(path))
    if (found !== undefined) return who.call('getLog', { params: { id: found.id } })
    await pause(50)
  }
  throw new Error(`${path} was not logged`)
}

describe('the log of a request', () => {
  it('records caller, request, address and response', async () => {
    const answer = await owner.send('POST', '/video/api/v1/uploads?time=7', {
      body: { fileName: 'match.mp4', fileSize: 1000 },
    })
    const { contentId } = answer.body as { contentId: string }
    const log = await logged(owner, '/video/api/v1/uploads?time=7')
    const me = await owner.call('getUser', { params: { id: 'me' } })
    expect(log).toMatchObject({
      environmentId: owner.environmentId,
      method: 'POST',
      url: '/video/api/v1/uploads?time=7',
      status: 201,
      by: { kind: 'person', id: me.id, name: 'Ananya Rao Iyer' },
      address: expect.stringMatching(/^10\.0\./),
      requestId: answer.headers.get('x-request-id'),
      objectId: contentId,
      requestBody: '{"fileName":"match.mp4","fileSize":1000}',
    })
    const bare = client(kinora.url, owner.token, null, null)
    const ofContent = await logs(bare, { contentId, organizationId: owner.organizationId })
    expect(ofContent.map(({ id }) => id)).toEqual([log.id])
    expect(log.took).toBeGreaterThan(0)
    expect(log.description).not.toBe('')
    expect(JSON.parse(log.responseBody ?? '')).toMatchObject({ contentId, status: 'pending' })
  })

  it('records a failure with title and detail', async () => {
    const id = randomUUID()
    await owner.send('GET', `/video/api/v1/contents/${id}`)
    const missing = await logged(owner, `/video/api/v1/contents/${id}`)
    expect(missing).toMatchObject({ status: 404, objectId: id, description: 'Not found' })
    await owner.send('POST', '/services/api/v1/webhooks', { body: { url: 'http://10.0.0.1/' } })
    const refused = await logged(owner, '/services/api/v1/webhooks', { status: ['4xx'] })
    expect(refused.description).toBe('This address is not allowed: 10.0.0.1 is not a public address')
  })

  it('is not written for reads of events and logs, nor for calls without an organization', async () => {
    await owner.call('listEvents', { query: { phrase: 'unlogged' } })
    await owner.call('listLogs', { query: { phrase: 'unlogged' } })
    await owner.send('GET', '/data/api/v1/logs/export?phrase=unlogged')
    await owner.call('getUser', { params: { id: 'me' } })
    await owner.call('listContents', { query: { phrase: 'last-of-these' } })
    await logged(owner, '/video/api/v1/contents/paginated?phrase=last-of-these')
    const rows = await sql(`SELECT url FROM request_logs WHERE url ~ 'unlogged|users/me'`)
    expect(rows).toEqual([])
  })

  it('of the organization itself is listed in every environment, for callers with the right', async () => {
    await owner.send('POST', '/services/api/v1/environments', {
      body: { organizationId: owner.organizationId, name: 'Log place', type: 'qa' },
    })
    const log = await logged(owner, '/services/api/v1/environments', { everywhere: true })
    expect(log).toMatchObject({ environmentId: null, status: 201 })
    expect((await logs(owner, { phrase: 'v1/environments' })).map(({ id }) => id)).not.toContain(log.id)
    const stranger = await newOwner(kinora.url)
    expect(await logs(stranger, { everywhere: true })).toEqual([])
    expect((await stranger.send('GET', `/data/api/v1/logs/${log.id}`)).status).toBe(404)
  })

  it('names the API token of the caller, which sees only its own environment', async () => {
    const secret = `kin_${randomUUID()}`
    const me = await owner.call('getUser', { params: { id: 'me' } })
    const tokenId = randomUUID()
    await sql(
      `INSERT INTO api_tokens (id, environment_id, name, permission, secret_hash, created_by, created_by_name, created_at)
       VALUES ($1, $2, 'Encoder', '{read,write}', sha256($3::text::bytea), $4, 'x', now())`,
      [tokenId, owner.environmentId, secret, me.id],
    )
    const program = client(kinora.url, secret, null, null)
    await program.call('listContents', { query: { phrase: 'by-token' } })
    const log = await logged(program, '/video/api/v1/contents/paginated?phrase=by-token')
    expect(log.by).toEqual({ kind: 'token', id: tokenId, name: 'Encoder', impersonator: null })
    const places = (await logs(program, { everywhere: true, pageSize: 100 })).map(
      ({ environmentId }) => environmentId,
    )
    expect(new Set(places)).toEqual(new Set([owner.environmentId]))
  })

  it('shows bodies only to callers who may make the request themselves', async () => {
    const path = `/video/api/v1/contents/${randomUUID()}`
    await owner.send('PUT', path, { body: { title: 'Not yet announced' } })
    const { id } = await logged(owner, path)
    const reading = (permissions: object) => newMember(owner, sql, JSON.stringify(permissions))
    const blind = await reading({ Settings: {} })
    expect(await blind.call('getLog', { params: { id } })).toMatchObject({
      url: path,
      requestBody: null,
      responseBody: null,
    })
    const editor = await reading({ Videos: { Video: { update: true } } })
    expect((await editor.call('getLog', { params: { id } })).requestBody).toContain('Not yet announced')

    const roles = `/services/api/v1/organizations/${owner.organizationId}/roles`
    await owner.send('GET', roles)
    const ofAll = await logged(owner, roles, { everywhere: true })
    expect(ofAll.responseBody).toContain('Administrator')
    expect((await blind.call('getLog', { params: { id: ofAll.id } })).responseBody).toBeNull()
  })

  it('truncates a long body, and is cheap for a huge one', async () => {
    const description = '🎬'.repeat(40_000)
    const path = `/video/api/v1/contents/${randomUUID()}`
    await owner.send('PUT', path, { body: { title: 'Long', description } })
    const log = await logged(owner, path)
    // Not through an emoji, which has two units.
    expect(log.requestBody?.length).toBeOneOf([logBodyLimit, logBodyLimit - 1])
    expect(log.requestBody).toMatch(/^\{"title":"Long","description":"🎬+…$/u)
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    await fetch(new URL(`${path}?deep`, owner.url), {
      method: 'PUT',
      body: deep,
      headers: {
        authorization: `Bearer ${owner.token}`,
        'environment-id': owner.environmentId ?? '',
        'content-type': 'application/json',
      },
    })
    expect((await logged(owner, `${path}?deep`)).requestBody?.length).toBeLessThan(300)
  })
})

describe('secrets', () => {
  it('are in no log, wherever they occur', async () => {
    const canary = 'canary-7f3a'
    const body = {
      title: 'Open',
      password: `${canary}-1`,
      tags: [],
      nested: {
        list: [{ new_password: `${canary}-2`, clientSecret: `${canary}-3`, 'Card-Number': `${canary}-4` }],
      },
      streamKey: { inner: `${canary}-5` },
      url: `https://user:${canary}-6@example.com/a.mp4?X-Amz-Signature=${canary}-7&part=1#x`,
      description: `see https://example.com/?token=${canary}-8#there`,
    }
    const path = `/video/api/v1/contents/${randomUUID()}`
    await owner.send('PUT', `${path}?token=${canary}-10&api_key=${canary}-11&page=2`, { body })
    const log = await logged(owner, path)
    expect(log.url).toBe(`${path}?token=[removed]&api_key=[removed]&page=2`)
    expect(log.requestBody).toContain('"title":"Open"')
    expect(log.requestBody).toContain('"password":"[removed]"')
    expect(log.requestBody).toContain('X-Amz-Signature=[removed]&part=1#x')
    const secret = await owner.call('createWebhook', {
      body: { url: `${kinora.url}/hook?token=${canary}-12` },
    })
    await owner.call('rotateWebhookSecret', { params: { id: secret.id } })
    await owner.call('updateWebhook', {
      params: { id: secret.id },
      body: { url: `${kinora.url}/hook?token=${canary}-13` },
    })
    const made = await logged(owner, '/services/api/v1/webhooks', { method: ['POST'], status: ['2xx'] })
    expect(made).toMatchObject({ requestBody: null, responseBody: null })
    await logged(owner, `/services/api/v1/webhooks/${secret.id}`, { method: ['PUT'] })
    for (const table of ['request_logs', 'outbox', 'audit_trail', 'deliveries']) {
      const rows = await sql(`SELECT row_to_json(each)::text AS text FROM ${table} AS each`)
      const found = rows.filter(({ text }) => String(text).includes(canary))
      expect(found).toEqual([])
    }
    expect(JSON.stringify(await sql('SELECT * FROM request_logs'))).not.toContain(secret.secret)
    expect(JSON.stringify(await sql('SELECT * FROM webhooks'))).not.toContain(secret.secret)
  })
})

describe('the list of logs', () => {
  const insert = (who: Client, count: number, every: object) =>
    sql(
      `INSERT INTO request_logs (id, scope_id, created_at, method, url, status, took_ms, description, request_id, object_id)
       SELECT gen_random_uuid(), $1, now() - n * interval '1 second', method, url, status, 1, 'x', 'req', object_id
       FROM generate_series(1, $2::int) AS n, json_to_record($3)
         AS every (method text, url text, status int, object_id uuid)`,
      [who.environmentId, count, JSON.stringify({ method: 'GET', url: '/x', status: 200, ...every })],
    )

  it('is filtered by method, status class, phrase, object and time, and paged', async () => {
    const who = await newOwner(kinora.url)
    const objectId = randomUUID()
    await insert(who, 130, {})
    await insert(who, 3, { method: 'DELETE', status: 503, url: '/needle_1' })
    await insert(who, 2, { method: 'DELETE', status: 204, object_id: objectId })
    const count = async (query: object) => {
      const found: LogLine[] = []
      let cursor: string | undefined
      do {
        const page = await who.call('listLogs', {
          query: { pageSize: 40, ...query, ...(cursor && { cursor }) },
        })
        found.push(...page.items)
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
      return found.filter(({ url }) => /^.(x|needle)/.test(url)).length
    }
    expect(await count({})).toBe(135)
    expect(await count({ method: ['DELETE'] })).toBe(5)
    expect(await count({ status: ['5xx'] })).toBe(3)
    expect(await count({ status: ['2xx', '5xx'], method: ['DELETE', 'PUT'] })).toBe(5)
    expect(await count({ phrase: 'NEEDLE_' })).toBe(3)
    expect(await count({ phrase: 'needle', method: ['GET'] })).toBe(0)
    expect(await count({ objectId })).toBe(2)
    expect(await count({ objectId, status: ['5xx'] })).toBe(0)
    expect(await count({ to: new Date(Date.now() - 100_000).toISOString() })).toBeLessThan(40)
    expect(await count({ everywhere: true, status: ['5xx'] })).toBe(3)
  })

  it('is exported as CSV, JSON and XLSX', async () => {
    const who = await newOwner(kinora.url)
    await insert(who, 1, { url: '/=cmd', method: 'PUT' })
    const csv = await who.send('GET', '/data/api/v1/logs/export?method=PUT')
    expect(String(csv.body).split('\r\n')[0]).toBe(
      'id,createdAt,environmentId,method,url,status,took,description,actorKind,actorId,actorName,impersonator,objectId,requestId,address',
    )
    const json = await who.send('GET', '/data/api/v1/logs/export?format=json&method=PUT')
    expect(json.body).toMatchObject([{ method: 'PUT', url: '/=cmd', by: null }])
    const file = async (query: string) => {
      const response = await fetch(new URL(`/data/api/v1/logs/export?method=PUT&${query}`, who.url), {
        headers: { authorization: `Bearer ${who.token}`, 'environment-id': who.environmentId ?? '' },
      })
      return Buffer.from(await response.arrayBuffer())
    }
    expect((await file('format=csv')).toString()).toMatch(/^\ufeffid,/)
    const book = xlsx.read(await file('format=xlsx'), { cellDates: true })
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
    expect(xlsx.utils.sheet_to_json(sheet)).toMatchObject([
      { method: 'PUT', url: '/=cmd', createdAt: expect.any(Date), status: expect.any(Number) },
    ])
  })
})

describe('the live tail', () => {
  async function tail(who: Client) {
    const stop = new AbortController()
    const response = await fetch(new URL('/data/api/v1/events/stream', who.url), {
      signal: stop.signal,
      headers: { authorization: `Bearer ${who.token}`, 'environment-id': who.environmentId ?? '' },
    })
    let text = ''
    const reading = (async () => {
      for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
    })().catch(() => undefined)
    return {
      lines: () => [...text.matchAll(/^event: log\ndata: (.*)$/gm)].map(([, json = '']) => JSON.parse(json)),
      async close() {
        stop.abort()
        await reading
      },
    }
  }

  it('shows each request once, and only to those who may read logs', async () => {
    const who = await newOwner(kinora.url)
    const blind = await newMember(who, sql, JSON.stringify({ 'Events and Logs': { Event: { read: true } } }))
    const stranger = await tail(owner)
    const seen = await tail(who)
    const hidden = await tail(blind)
    for (let n = 0; n < 30; n++) await who.call('listContents', { query: { phrase: `tail-${n}` } })
    await expect.poll(() => seen.lines().length).toBe(30)
    await pause(400)
    expect(seen.lines().map(({ url }) => url.split('tail-')[1])).toEqual(
      Array.from({ length: 30 }, (_, n) => String(n)),
    )
    const [line] = (await logs(who, { phrase: 'tail-29' })) as LogLine[]
    expect(seen.lines().at(-1)).toEqual(line)
    expect([...hidden.lines(), ...stranger.lines().filter(({ url }) => url.includes('tail-'))]).toEqual([])
    await Promise.all([seen.close(), hidden.close(), stranger.close()])
  })
})

it('requests just before a shutdown are logged', async () => {
  const second = await startTestKinora({ beside: kinora })
  const who = client(second.url, owner.token, owner.organizationId, owner.environmentId)
  await who.call('listContents', { query: { phrase: 'last-words' } })
  await second.stop()
  expect(await sql(`SELECT status FROM request_logs WHERE url LIKE '%last-words%'`)).toEqual([
    { status: 200 },
  ])
})
