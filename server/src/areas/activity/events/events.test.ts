import { randomUUID } from 'node:crypto'
import type { Event, EventType } from '@kinora/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, client, newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { newMember, type Sql } from '../../../testing/members.ts'

let kinora: TestKinora
let pool: pg.Pool
let sql: Sql
let owner: Client
let now = Date.now()
beforeAll(async () => {
  kinora = await startTestKinora({ clock: { now: () => new Date(now) } })
  pool = new pg.Pool({ connectionString: kinora.databaseUrl, max: 4 })
  sql = async (text, values = []) => (await pool.query(text, values)).rows
  owner = await newOwner(kinora.url)
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

interface Given {
  readonly type?: EventType
  readonly objectId?: string
  readonly data?: object
  readonly agoS?: number
  readonly environmentId?: string | null
}

async function happen({ type = 'video.asset.updated', objectId, data = {}, agoS = 0, environmentId }: Given) {
  const id = randomUUID()
  await sql(
    `INSERT INTO outbox (id, environment_id, type, object_type, object_id, data, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      id,
      environmentId ?? owner.environmentId,
      type,
      type.split('.').at(-2),
      objectId ?? randomUUID(),
      data,
      new Date(now - agoS * 1000),
    ],
  )
  return id
}

/** Every page of a list, one after another. */
async function allPages(who: Client, query: object, between?: () => Promise<unknown>): Promise<Event[]> {
  const items: Event[] = []
  let cursor: string | undefined
  do {
    const page = await who.call('listEvents', { query: { pageSize: 7, ...query, ...(cursor && { cursor }) } })
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
    await between?.()
  } while (cursor !== undefined)
  return items
}

const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id)
const events = (who: Client, query: object) => who.call('listEvents', { query })

async function anotherEnvironment(name: string): Promise<Client> {
  const { id } = await owner.call('createEnvironment', {
    body: { organizationId: owner.organizationId ?? '', name, type: 'qa' },
  })
  return client(kinora.url, owner.token, owner.organizationId, id)
}

describe('the list of events', () => {
  it('neither skips nor repeats an event while others are written', async () => {
    const who = await anotherEnvironment('Busy')
    const environmentId = who.environmentId
    // Several events have the same time and differ only by ID.
    for (let n = 0; n < 40; n++) await happen({ environmentId, agoS: 100 - Math.floor(n / 4) })
    const before = await sql(`SELECT id FROM outbox WHERE environment_id = $1`, [environmentId])
    const paged = await allPages(who, {}, async () => {
      await happen({ environmentId })
      await happen({ environmentId })
    })
    expect(new Set(ids(paged)).size).toBe(paged.length)
    expect(new Set(ids(paged))).toEqual(new Set(before.map(({ id }) => id)))
    const times = paged.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().reverse())
  })

  it('returns type, environment and object of each event', async () => {
    const objectId = randomUUID()
    const id = await happen({ type: 'video.asset.ready', objectId, data: { title: 'Evening bulletin' } })
    const { items } = await events(owner, { objectId })
    const expected = {
      id,
      type: 'video.asset.ready',
      createdAt: new Date(now).toISOString(),
      environment: { id: owner.environmentId, name: 'Production' },
      object: { type: 'asset', id: objectId },
      data: { title: 'Evening bulletin' },
      video: null,
    }
    expect(items).toEqual([expected])
    expect(await owner.call('getEvent', { params: { id } })).toEqual(expected)
  })

  it('is filtered by type, phrase, time and object, alone and together', async () => {
    const who = await anotherEnvironment('Filtered')
    const at = { environmentId: who.environmentId }
    const objectId = randomUUID()
    const ready = await happen({
      ...at,
      type: 'video.asset.ready',
      objectId,
      data: { title: '100% Hyderabad' },
    })
    const old = await happen({ ...at, type: 'video.asset.ready', data: { title: 'Chennai' }, agoS: 7200 })
    const upload = await happen({ ...at, type: 'video.upload.created', objectId, agoS: 60 })
    const from = new Date(now - 3600_000).toISOString()
    expect(ids((await events(who, { type: ['video.asset.ready'] })).items)).toEqual([ready, old])
    expect(ids((await events(who, { type: ['video.asset.ready', 'video.upload.created'] })).items)).toEqual([
      ready,
      upload,
      old,
    ])
    expect(ids((await events(who, { type: ['video.asset.ready'], from })).items)).toEqual([ready])
    expect(ids((await events(who, { type: ['video.asset.ready'], to: from })).items)).toEqual([old])
    expect(ids((await events(who, { objectId })).items)).toEqual([ready, upload])
    expect(ids((await events(who, { objectId, type: ['video.upload.created'] })).items)).toEqual([upload])
    expect(ids((await events(who, { phrase: 'hyderabad' })).items)).toEqual([ready])
    expect(ids((await events(who, { phrase: '100%' })).items)).toEqual([ready])
    expect(ids((await events(who, { phrase: '%', type: ['video.asset.ready'] })).items)).toEqual([ready])
    expect(ids((await events(who, { phrase: objectId, objectId })).items)).toEqual([ready, upload])
    expect((await events(who, { phrase: 'nowhere' })).items).toEqual([])
  })

  it('refuses a foreign cursor', async () => {
    for (const cursor of ['x', Buffer.from('99999999999999999.x').toString('base64url')]) {
      const answer = await owner.send('GET', `/data/api/v1/events?cursor=${cursor}`)
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'query.cursor' }] } })
    }
  })

  it('searches a bounded number of events per page, and its cursor leads through all', async () => {
    const who = await anotherEnvironment('Deep')
    await sql(
      `INSERT INTO outbox (id, environment_id, type, object_type, object_id, data, created_at)
       SELECT gen_random_uuid(), $1, 'video.asset.updated', 'asset', gen_random_uuid(),
         CASE WHEN n % 4000 = 0 THEN '{"title":"needle"}'::jsonb ELSE '{}' END, $2::timestamptz - n * interval '1 second'
       FROM generate_series(1, 11000) AS n`,
      [who.environmentId, new Date(now)],
    )
    const first = await events(who, { phrase: 'needle' })
    expect(first.items).toHaveLength(1)
    expect(first.nextCursor).not.toBeNull()
    expect(await allPages(who, { phrase: 'needle' })).toHaveLength(2)
    expect(await allPages(who, { phrase: 'no such thing' })).toEqual([])
  })
})

describe('the events of a content', () => {
  it('include those of its parts and clips', async () => {
    const who = await anotherEnvironment('Content')
    const { environmentId } = who
    const contentId = randomUUID()
    const given = { environmentId, data: { contentId } }
    const own = await happen({ environmentId, objectId: contentId, agoS: 9 })
    const parts = [
      await happen({ ...given, type: 'video.upload.created', agoS: 8 }),
      await happen({ ...given, type: 'video.subtitle.created', agoS: 7 }),
      await happen({ ...given, type: 'video.thumbnail.created', agoS: 6 }),
      await happen({ ...given, type: 'video.audio_track.created', agoS: 5 }),
      await happen({ environmentId, data: { clipOf: contentId }, agoS: 4 }),
    ]
    await happen({ environmentId, data: { contentId: randomUUID() } })
    const all = [own, ...parts].reverse()
    expect(ids(await allPages(who, { contentId }))).toEqual(all)
    expect(ids(await allPages(who, { contentId, pageSize: 2 }))).toEqual(all)
    expect(ids(await allPages(who, { contentId, type: ['video.upload.created'] }))).toEqual([parts[0]])
    expect(ids(await allPages(who, { contentId, objectId: contentId }))).toEqual([own])
    expect(ids(await allPages(who, { objectId: contentId }))).toEqual([own])
    const elsewhere = await anotherEnvironment('Without')
    expect(await allPages(elsewhere, { contentId })).toEqual([])
    const { organizationId } = owner
    expect(ids(await allPages(elsewhere, { contentId, organizationId }))).toEqual(all)
  })
})

describe('visibility of events', () => {
  it('covers the whole organization if the request names it without a header', async () => {
    const there = await anotherEnvironment('Far')
    const objectId = randomUUID()
    const inHere = await happen({ objectId })
    const inThere = await happen({ objectId, environmentId: there.environmentId, agoS: 1 })
    const { organizationId } = owner
    const bare = client(kinora.url, owner.token, null, null)
    expect(ids((await events(bare, { objectId, organizationId })).items)).toEqual([inHere, inThere])
    expect(ids((await events(there, { objectId, organizationId })).items)).toEqual([inHere, inThere])
    const stranger = await newOwner(kinora.url)
    const foreign = `/data/api/v1/events?organizationId=${organizationId}`
    expect((await stranger.send('GET', foreign)).status).toBe(404)
    expect((await bare.send('GET', '/data/api/v1/events?organizationId=x')).status).toBe(400)
    const made = await owner.call('createToken', { body: { name: 'Reader', permission: ['read'] } })
    const program = client(kinora.url, made.secret, null, null)
    expect(ids((await events(program, { objectId, organizationId })).items)).toEqual([inHere])
  })

  it('never covers another organization, nor another environment by its ID', async () => {
    const id = await happen({})
    const stranger = await newOwner(kinora.url)
    const other = await anotherEnvironment('Other')
    for (const who of [stranger, other]) {
      expect((await who.send('GET', `/data/api/v1/events/${id}`)).status).toBe(404)
      expect(ids(await allPages(who, {}))).not.toContain(id)
    }
    const foreign = client(kinora.url, stranger.token, null, owner.environmentId)
    expect((await foreign.send('GET', '/data/api/v1/events')).status).toBe(404)
  })

  it('is limited to objects that the role may see', async () => {
    const objectId = randomUUID()
    const asset = await happen({ objectId })
    const webhook = await happen({ type: 'webhook.updated', objectId })
    const environment = await happen({ type: 'environment.updated', objectId })
    const blind = await newMember(owner, sql, JSON.stringify({ Videos: {}, Settings: { Webhook: {} } }))
    for (const query of [{ objectId }, { from: new Date(now).toISOString() }, { phrase: objectId }]) {
      expect(ids((await events(blind, query)).items)).toContain(environment)
      expect(ids((await events(blind, query)).items)).not.toContain(asset)
      expect(ids((await events(blind, query)).items)).not.toContain(webhook)
    }
    expect((await events(blind, { type: ['webhook.updated'] })).items).toEqual([])
    for (const id of [asset, webhook]) {
      expect((await blind.send('GET', `/data/api/v1/events/${id}`)).status).toBe(404)
    }
  })

  it('covers every environment of the organization in which the caller has the right', async () => {
    const objectId = randomUUID()
    const [here, there, hidden] = [
      owner,
      await anotherEnvironment('There'),
      await anotherEnvironment('Hidden'),
    ]
    const inHere = await happen({ objectId })
    const inThere = await happen({ objectId, environmentId: there.environmentId, agoS: 1 })
    const inHidden = await happen({ objectId, environmentId: hidden.environmentId, agoS: 2 })
    const all = await events(here, { objectId, everywhere: true })
    expect(ids(all.items)).toEqual([inHere, inThere, inHidden])
    expect(all.items.map(({ environment }) => environment.name)).toEqual(['Production', 'There', 'Hidden'])

    const member = await newMember(owner, sql, null)
    const roleId = randomUUID()
    await sql(
      `INSERT INTO roles (id, organization_id, name, permissions, created_at) VALUES ($1, $2, 'Half blind', $3, now())`,
      [
        roleId,
        owner.organizationId,
        JSON.stringify({ 'Events and Logs': { Event: {} }, Videos: { Video: { read: true } } }),
      ],
    )
    const { id: userId } = await member.call('getUser', { params: { id: 'me' } })
    await sql(`INSERT INTO environment_roles (environment_id, user_id, role_id) VALUES ($1, $2, $3)`, [
      hidden.environmentId,
      userId,
      roleId,
    ])
    for (const query of [{ objectId }, { phrase: objectId }, { type: ['video.asset.updated' as const] }]) {
      const seen = ids((await events(member, { ...query, everywhere: true, pageSize: 100 })).items)
      expect(seen).toContain(inThere)
      expect(seen).not.toContain(inHidden)
    }
  })

  it('ends after 30 days, when their partitions are dropped', async () => {
    const id = await happen({})
    expect((await owner.send('GET', `/data/api/v1/events/${id}`)).status).toBe(200)
    const then = now
    now += 30 * 24 * 3600 * 1000 + 1000
    const later = client(kinora.url, owner.token, owner.organizationId, owner.environmentId)
    await sql(`UPDATE sessions SET expires_at = now() + interval '90 days'`)
    expect((await later.send('GET', `/data/api/v1/events/${id}`)).status).toBe(404)
    expect(ids(await allPages(later, {}))).not.toContain(id)
    now += 8 * 24 * 3600 * 1000
    await kinora.sweep()
    expect(await sql(`SELECT id FROM outbox WHERE id = $1`, [id])).toEqual([])
    expect(await sql(`SELECT tableoid FROM outbox WHERE created_at <= $1`, [new Date(then)])).toEqual([])
  })
})

describe('an export of events', () => {
  const download = async (query: string) => {
    const path = `/data/api/v1/events/export?${query}`
    return owner.send('GET', path)
  }

  it('is CSV by RFC 4180 without executable formulas', async () => {
    const objectId = randomUUID()
    await owner.call('createEnvironment', {
      body: { organizationId: owner.organizationId ?? '', name: '=HYPERLINK("evil", "a")', type: 'qa' },
    })
    const evil = client(kinora.url, owner.token, owner.organizationId, owner.environmentId)
    const { organizations } = await evil.call('getUser', { params: { id: 'me' } })
    const environmentId = organizations[0]?.environments.find(({ name }) => name.startsWith('='))?.id ?? ''
    const id = await happen({ objectId, environmentId, data: { title: 'a "quoted", line\r\nand another' } })
    const answer = await download(`objectId=${objectId}&everywhere=true`)
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/)
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="events-\d{4}-\d\d-\d\d.csv"$/,
    )
    const at = new Date(now).toISOString()
    const data = '"{""title"":""a \\""quoted\\"", line\\r\\nand another""}"'
    expect(answer.body).toBe(
      'id,createdAt,type,environmentId,environmentName,objectType,objectId,data\r\n' +
        `${id},${at},video.asset.updated,${environmentId},"'=HYPERLINK(""evil"", ""a"")",asset,${objectId},${data}\r\n`,
    )
  })

  it('is JSON with several pages, latest first', async () => {
    const who = await anotherEnvironment('Exported')
    await sql(
      `INSERT INTO outbox (id, environment_id, type, object_type, object_id, data, created_at)
       SELECT gen_random_uuid(), $1, 'video.asset.updated', 'asset', gen_random_uuid(), '{}',
         $2::timestamptz - n * interval '1 second' FROM generate_series(1, 1700) AS n`,
      [who.environmentId, new Date(now)],
    )
    const answer = await who.send('GET', '/data/api/v1/events/export?format=json&type=video.asset.updated')
    const items = answer.body as Event[]
    expect(items).toHaveLength(1700)
    expect(new Set(ids(items)).size).toBe(1700)
    const [listed] = (await events(who, { pageSize: 1, type: ['video.asset.updated'] })).items
    expect({ ...items[0], video: null }).toEqual(listed)
    const head = await who.send('HEAD', '/data/api/v1/events/export')
    expect(head.headers.get('content-disposition')).toContain('attachment')
    const none = await who.send('GET', `/data/api/v1/events/export?format=json&objectId=${randomUUID()}`)
    expect(none.body).toEqual([])
  })
})
