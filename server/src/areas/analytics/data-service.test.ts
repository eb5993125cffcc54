import { randomUUID } from 'node:crypto'
import { analyticsCalls, type Note, type ViewEvent } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendViewEvents, viewEventOf } from '../../testing/analytics/view-event.ts'
import { type Client, client } from '../../testing/client.ts'
import { newStream } from '../../testing/livestreams.ts'
import { eventually } from '../../testing/machine/eventually.ts'
import { copyReadyVideo } from '../../testing/ready-video.ts'
import { openWorld, type World } from '../../testing/world.ts'

const HOUR_MS = 3_600_000
const range = {
  from: new Date(Date.now() - 12 * HOUR_MS).toISOString(),
  to: new Date(Date.now() + HOUR_MS).toISOString(),
}
const calls = [
  'getUsage',
  'getViews',
  'getViewErrors',
  'getAdInsertion',
  'getAdInsertionTrend',
  'getAdInsertionDetails',
  'getAdRequests',
  'getAdRequestTrend',
  'getAdRequestDetails',
  'getRealtimeViews',
  'getOrganizationStats',
  'getPeriodicUsage',
  'getViewershipDetails',
  'getViewershipTrend',
  'getErrorTrend',
  'getFilterValues',
  'exportFigures',
] as const
type Name = (typeof calls)[number]

/** The user agent of a phone. */
const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36'

const conditions = {
  category: 'live',
  city: 'Kochi',
  contentId: randomUUID(),
  programme: 'Evening news',
  country: 'IN',
  deviceName: 'Pixel',
  deviceType: 'phone',
  partner: 'Tara',
  state: 'Kerala',
  isp: 'Reliance',
  statusCode: '404',
  missing: 'isp',
}
const shape = {
  timezone: 'Asia/Kolkata',
  interval: 'hour',
  groupBy: 'partner',
  splitBy: 'country',
  compareWithPeriod: 'true',
}

let world: World
/** The owner in a second environment. */
let second: Client
let streamId: string
/** The events that began the views. */
let started: ViewEvent[]

beforeAll(async () => {
  world = await openWorld()
  const { owner, kinora, content } = world
  const organizationId = owner.organizationId ?? ''
  const { id } = await owner.call('createEnvironment', {
    body: { organizationId, name: 'Second', type: 'staging' },
  })
  second = client(kinora.url, owner.token, organizationId, id)
  const stream = await newStream(second)
  streamId = stream.id
  started = [
    viewEventOf(content.playbackId ?? '', { partner: 'Tara' }),
    viewEventOf(stream.playbackId, { partner: 'Tara' }),
    viewEventOf(stream.playbackId, { partner: 'Dune' }),
  ]
  await sendViewEvents(kinora.url, started)
  await eventually(async () => {
    expect((await viewsOf(owner)).total).toBe(1)
    expect((await viewsOf(second)).total).toBe(2)
  })
})
afterAll(() => world.end())

const laterEvent = (event: ViewEvent): ViewEvent => ({
  ...event,
  type: 'heartbeat',
  seq: event.seq + 1,
  elapsedMs: event.elapsedMs + 1000,
})

const viewsOf = (who: Client) => who.call('getViews', { query: range })

interface Body {
  readonly total?: number
  readonly viewers?: number
  readonly totalItems?: number
  readonly rows?: readonly { readonly key: string; readonly name: string }[]
  readonly notes?: readonly Note[]
}

/** Makes a call without an environment in the header. */
async function ask(who: Client, name: Name, query: Record<string, string>) {
  const { path } = analyticsCalls[name]
  const response = await fetch(`${who.url}${path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${who.token}` },
  })
  const isFile = response.headers.get('content-type')?.startsWith('text/csv')
  const text = await response.text()
  const notes: unknown = isFile && JSON.parse(response.headers.get('kinora-notes') ?? '')
  const body = (isFile ? { notes } : JSON.parse(text)) as Body
  return { status: response.status, body, notes: body.notes ?? [] }
}

describe('calls of the data service', () => {
  it.each(calls)('%s accepts every parameter and names those without effect', async (name) => {
    const tenant = {
      organisation: world.owner.organizationId ?? '',
      environment: world.owner.environmentId ?? '',
    }
    const { status, body, notes } = await ask(world.owner, name, {
      ...tenant,
      ...range,
      ...conditions,
      ...shape,
    })
    expect([status, body]).toEqual([200, expect.anything()])
    const noted = (code: Note['code']) =>
      notes.flatMap((note) => (note.code === code ? [note.parameter] : []))
    expect(noted('parameter-unused')).toEqual(unusedBy[name] ?? [])
    expect(noted('dimension-missing').includes('programme')).toBe(name === 'getUsage' || isMixed(name))
    const unknown = await ask(world.owner, name, { ...tenant, ...range, nowhere: 'x' })
    expect(unknown.status).toBe(400)
  })

  const details = ['interval', 'splitBy'] as const
  const totals = ['interval', 'groupBy', 'splitBy'] as const
  const unusedBy: Partial<Record<Name, readonly string[]>> = {
    getViewErrors: details,
    getErrorTrend: ['splitBy'],
    getAdInsertion: totals,
    getAdRequests: totals,
    getAdInsertionDetails: details,
    getAdRequestDetails: details,
    getViewershipDetails: totals,
    getFilterValues: [...totals, 'compareWithPeriod'],
    getRealtimeViews: ['from', 'to', 'timezone', ...totals, 'compareWithPeriod'],
    getOrganizationStats: ['timezone', ...totals, 'compareWithPeriod'],
  }
  const isMixed = (name: Name) => name === 'getPeriodicUsage' || name === 'getOrganizationStats'

  it('select nothing by a dimension that a metric lacks, and keep totals without groups by it', async () => {
    const { items, notes } = await world.owner.call('getPeriodicUsage', {
      query: { ...range, partner: ['Tara'], groupBy: 'partner' },
    })
    const of = (id: string) => items.find(({ metric }) => metric === id)
    expect(of('views')).toMatchObject({ total: 1, rows: [{ key: 'Tara', value: 1 }] })
    expect(of('streamed-time')).toMatchObject({ total: 0, rows: [] })
    expect(notes).toEqual([
      { code: 'dimension-missing', parameter: 'partner', metrics: ['streamed-time'] },
      { code: 'dimension-missing', parameter: 'groupBy', metrics: ['streamed-time'] },
    ])
    const plain = await world.owner.call('getPeriodicUsage', { query: range })
    expect(plain).not.toHaveProperty('notes')
  })

  it('apply their conditions to statistics of the organization', async () => {
    const query = { ...range, partner: ['Dune'] }
    const { total } = await world.owner.call('getOrganizationStats', { query })
    expect(total.views).toBe(1)
  })
})

describe('figures of an organization', () => {
  const across = () => ({ organisation: world.owner.organizationId ?? '', ...range })

  it('cover all environments, unless the request names one', async () => {
    const grouped = await ask(world.owner, 'getViews', { ...across(), groupBy: 'contentId' })
    expect(grouped.body.total).toBe(3)
    const names = new Map(grouped.body.rows?.map((row) => [row.key, row.name]))
    expect(names.get(world.content.id)).toBe(world.content.title)
    expect(names.get(streamId)).toEqual(expect.any(String))
    const { environmentId } = second
    expect(
      (await ask(world.owner, 'getViews', { ...across(), environment: environmentId ?? '' })).body.total,
    ).toBe(2)
    const query = { organisation: world.owner.organizationId ?? '', ...range }
    expect((await second.call('getViews', { query })).total).toBe(2)
    // On a busy machine the views of before are over by now.
    await sendViewEvents(world.kinora.url, started.map(laterEvent))
    await eventually(async () => {
      const current = await ask(world.owner, 'getRealtimeViews', { organisation: query.organisation })
      expect(current.body.viewers).toBe(3)
    })
    expect((await ask(world.owner, 'getViewershipDetails', across())).body.totalItems).toBe(2)
    for (const name of calls) expect((await ask(world.owner, name, across())).status).toBe(200)
    expect((await ask(world.stranger, 'getViews', across())).status).toBe(404)
  })

  it('count only what the role of each environment shows', async () => {
    const { owner, sql, content, kinora } = world
    const rights = { Videos: { Video: { read: true } }, Analytics: { Views: { read: true } } }
    const member = await world.member(JSON.stringify({ ...rights, filter: { tags: ['weather'] } }))
    const shown = async () => (await ask(member, 'getViews', across())).body.total
    // Live streams are always visible.
    expect(await shown()).toBe(2)
    const tagged = await copyReadyVideo({ ...kinora, contentId: content.id }, owner.environmentId ?? '', {
      title: 'Weather',
    })
    await owner.call('updateContent', { params: { id: tagged }, body: { tags: ['weather'] } })
    const { playbackId } = await owner.call('getContent', { params: { id: tagged } })
    await sendViewEvents(kinora.url, [viewEventOf(playbackId ?? '')])
    await expect.poll(shown).toBe(3)
    const roleId = randomUUID()
    await sql(
      `INSERT INTO roles (id, organization_id, name, permissions, created_at) VALUES ($1, $2, 'none', $3, now())`,
      [roleId, owner.organizationId, JSON.stringify({ Videos: { Video: { read: true } } })],
    )
    const { id: userId } = await member.call('getUser', { params: { id: 'me' } })
    const body = { userId, roleId, environmentId: second.environmentId ?? '' }
    await owner.call('assignRole', { params: { id: owner.organizationId ?? '' }, body })
    expect(await shown()).toBe(1)
    expect((await ask(member, 'getAdRequests', across())).status).toBe(403)
  })
})

describe('the key of an environment', () => {
  const keyOf = async ({ organizationId, environmentId }: Client) => {
    const { items } = await world.owner.call('listEnvironments', {
      query: { organizationId: organizationId ?? '' },
    })
    return items.find(({ id }) => id === environmentId)?.envKey ?? ''
  }

  it('names it in calls of the data service, and grants nothing', async () => {
    const envKey = await keyOf(second)
    const { environmentId } = second
    const byId = await ask(world.owner, 'getViews', { ...range, environment: environmentId ?? '' })
    expect((await ask(world.owner, 'getViews', { ...range, envKey })).body.total).toBe(byId.body.total)
    expect((await ask(world.stranger, 'getViews', { ...range, envKey })).status).toBe(404)
    expect((await ask(world.owner, 'getViews', { ...range, envKey: 'f'.repeat(32) })).status).toBe(404)
  })

  it('limits a report to its environment', async () => {
    const programme = 'Keyed'
    const send = async (envKey: string) => {
      const event = viewEventOf(world.content.playbackId ?? '', { programme })
      const { status } = await fetch(`${world.kinora.url}/beacon/v1/views`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': PHONE },
        body: JSON.stringify({ envKey, sentAt: Date.now(), events: [event] }),
      })
      return status
    }
    expect(await send(await keyOf(second))).toBe(204)
    expect(await send(await keyOf(world.owner))).toBe(204)
    expect(await send('secret')).toBe(400)
    const counted = () => world.owner.call('getViews', { query: { ...range, programme: [programme] } })
    await expect.poll(async () => (await counted()).total).toBe(1)
  })
})

describe('groups beyond the limit', () => {
  const PARTNERS = 130
  /** The views of partner 1, 2 and so on, of whom each has one more. */
  const viewsOfPartner = (n: number) => 1 + (n % 3)
  const all = Array.from({ length: PARTNERS }, (_, n) => viewsOfPartner(n))
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  const rest = (most: number) => sum(all.toSorted((a, b) => b - a).slice(most))
  const asked = { ...range, programme: ['Long tail'] }

  it('are counted and added up, for rows and series, in long ranges too', async () => {
    const { owner, kinora, content } = world
    const own = { programme: 'Long tail' }
    const events = all.flatMap((count, n) =>
      Array.from({ length: count }, () =>
        viewEventOf(content.playbackId ?? '', { ...own, partner: `Partner ${n}`, custom: [`tier ${n}`] }),
      ),
    )
    await sendViewEvents(kinora.url, events)
    const views = async (query: object) => owner.call('getViews', { query: { ...asked, ...query } })
    await expect.poll(async () => (await views({})).total).toBe(sum(all))
    const long = { from: new Date(Date.now() - 10 * 24 * HOUR_MS).toISOString(), programme: undefined }
    const first = await views({ groupBy: 'partner', splitBy: 'partner', compareWithPeriod: true })
    expect(first).toMatchObject({ groups: PARTNERS, others: { groups: 30, value: rest(100), previous: 0 } })
    expect(first.others?.share).toBeCloseTo(rest(100) / sum(all), 9)
    expect(first.otherSplits?.groups).toBe(PARTNERS - 8)
    expect(sum(first.otherSplits?.series.map(({ value }) => value ?? 0) ?? [])).toBe(rest(8))
    const { groups, others, rows = [] } = await views({ ...long, groupBy: 'partner', limit: 5 })
    expect(sum([...rows.map(({ value }) => value ?? 0), others?.value ?? 0])).toBe((await views(long)).total)
    expect([groups, rows.length, others?.groups]).toEqual([PARTNERS + 2, 5, PARTNERS - 3])
    const few = await views({ groupBy: 'category' })
    expect(few.groups).toBe(1)
    expect(few).not.toHaveProperty('others')
    const { items } = await owner.call('getViewershipTrend', { query: { ...asked, groupBy: 'partner' } })
    expect(items[0]).toMatchObject({ metric: 'views', groups: PARTNERS, others: { value: rest(100) } })
  })

  it('are all in exported rows, and one column in exported series', async () => {
    const file = async (query: Record<string, string>) => {
      const search = new URLSearchParams({ ...range, programme: 'Long tail', ...query })
      const { body } = await world.owner.send('GET', `${analyticsCalls.exportFigures.path}?${search}`)
      return String(body).trim().split('\r\n')
    }
    expect((await file({ table: 'rows', groupBy: 'partner' })).length).toBe(PARTNERS + 1)
    const [head = '', ...lines] = await file({ splitBy: 'partner' })
    expect(head).toMatch(new RegExp(`,Others \\(${PARTNERS - 8}\\)$`))
    expect(sum(lines.map((line) => Number(line.split(',').at(-1))))).toBe(rest(8))
  })
})
