import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mmdbOf } from '../../../testing/analytics/mmdb.ts'
import { sendViewEvents, viewEventOf } from '../../../testing/analytics/view-event.ts'
import { newStream } from '../../../testing/livestreams.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const range = {
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date(Date.now() + 3_600_000).toISOString(),
}
let folder: string
let world: World
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'who-'))
  const network = '203.0.113.0/24'
  const GEO_CITY_DB = join(folder, 'city.mmdb')
  await writeFile(GEO_CITY_DB, mmdbOf({ [network]: { country_code: 'IN', state1: 'Kerala', city: 'Kochi' } }))
  const GEO_ISP_DB = join(folder, 'isp.mmdb')
  await writeFile(GEO_ISP_DB, mmdbOf({ [network]: { isp: 'Kaveri Broadband' } }))
  world = await openWorld({ env: { GEO_CITY_DB, GEO_ISP_DB, TRUST_PROXY: '1' } })
})
afterAll(async () => {
  await world.end()
  await rm(folder, { recursive: true })
})

/** Two views of the same viewer in the same visit. */
function send(programme: string, headers: Record<string, string> = {}): Promise<number> {
  const facts = { viewerId: 'reader 7', sessionId: crypto.randomUUID(), programme }
  const views = [1, 2].map(() =>
    viewEventOf(world.content.playbackId ?? '', { ...facts, custom: ['gold', '', 'Kriti'] }),
  )
  return sendViewEvents(world.kinora.url, views, {
    headers: { 'x-forwarded-for': '203.0.113.77', ...headers },
  })
}

type Metric = 'views' | 'viewers' | 'sessions'
async function totals(programme: string): Promise<(number | null)[]> {
  const metrics: Metric[] = ['views', 'viewers', 'sessions']
  const query = { ...range, programme: [programme], metrics }
  return (await world.owner.call('getTotals', { query })).items.map(({ total }) => total)
}

async function keysOf(programme: string, groupBy: 'country' | 'state' | 'city' | 'isp'): Promise<string[]> {
  const query = { ...range, programme: [programme], groupBy }
  const { rows = [] } = await world.owner.call('getViews', { query })
  return rows.map(({ key }) => key)
}

const whereabouts = async (programme: string) => {
  const [countries, states, cities, providers] = await Promise.all(
    (['country', 'state', 'city', 'isp'] as const).map((dimension) => keysOf(programme, dimension)),
  )
  return [countries, states, cities, providers].map((keys) => keys?.join())
}

describe('location, viewer and page of a view', () => {
  it('are derived from the IP address and the parameters of the page', async () => {
    expect(await send('open')).toBe(204)
    await expect.poll(() => totals('open')).toEqual([2, 1, 1])
    expect(await whereabouts('open')).toEqual(['IN', 'Kerala', 'Kochi', 'Kaveri Broadband'])
    const custom = { ...range, custom1: ['gold'], custom3: ['Kriti'] }
    expect((await world.owner.call('getViews', { query: custom })).total).toBe(2)
    expect((await world.owner.call('getViews', { query: { ...custom, custom3: ['gold'] } })).total).toBe(0)
  })

  it('include the partner of a custom URL, and devices whose names have commas', async () => {
    const { id } = await newStream(world.owner)
    const custom = await world.owner.call('createCustomPlayback', {
      params: { id },
      body: { name: 'Tara', partner: 'Tara, TV' },
    })
    const event = viewEventOf(custom.playbackId, { partner: 'another' })
    const userAgent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
    const headers = { 'x-forwarded-for': '::ffff:203.0.113.77' }
    expect(await sendViewEvents(world.kinora.url, [event], { userAgent, headers })).toBe(204)
    const total = async (query: string) => {
      const parameters = new URLSearchParams(range)
      const path = `/data/api/v1/views?${parameters}&${query}`
      return (await world.owner.send('GET', path)).body
    }
    await expect.poll(() => total('partner=Tara,%20TV&country=IN,US')).toMatchObject({ total: 1 })
    expect(await total('deviceName=Chrome%2C%20Windows')).toMatchObject({ total: 1 })
    expect(await total('deviceName=Other&deviceName=Chrome%2C%20Windows')).toMatchObject({ total: 1 })
    expect(await total('deviceName=Firefox%2C%20Windows')).toMatchObject({ total: 0 })
  })

  it.each([
    ['dnt', 'Do Not Track'],
    ['sec-gpc', 'Global Privacy Control'],
  ])('are not stored for browsers that send %s', async (header) => {
    await send(header, { [header]: '1' })
    await expect.poll(() => totals(header)).toEqual([2, 2, 2])
    expect(await whereabouts(header)).toEqual(['IN', 'Kerala', '', 'Kaveri Broadband'])
  })

  it('are not stored in environments with private viewing', async () => {
    const params = { id: world.owner.environmentId ?? '' }
    const { name, type, viewerPrivacy } = await world.owner.call('updateEnvironment', {
      params,
      body: { name: 'Studio', type: 'production', viewerPrivacy: true },
    })
    expect({ name, type, viewerPrivacy }).toEqual({ name: 'Studio', type: 'production', viewerPrivacy: true })
    let attempt = 0
    await expect
      .poll(
        async () => {
          attempt += 1
          const programme = `private ${attempt}`
          await send(programme)
          await expect.poll(async () => (await totals(programme))[0]).toBe(2)
          return [(await totals(programme))[1], (await whereabouts(programme))[2]]
        },
        { timeout: patient(30_000), interval: 1000 },
      )
      .toEqual([2, ''])
    const body = { name: 'Studio', type: 'production' } as const
    expect((await world.owner.call('updateEnvironment', { params, body })).viewerPrivacy).toBe(true)
  })
})
