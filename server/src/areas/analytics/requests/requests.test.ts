import { randomUUID } from 'node:crypto'
import type { Content } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendViewEvents, viewEventOf } from '../../../testing/analytics/view-event.ts'
import { copyReadyVideo } from '../../../testing/ready-video.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
/** A copy that only this test requests. */
let video: Content
const from = new Date(Date.now() - 600_000).toISOString()
const to = new Date(Date.now() + 600_000).toISOString()

beforeAll(async () => {
  world = await openWorld()
  const stored = { ...world.kinora, contentId: world.content.id }
  const id = await copyReadyVideo(stored, world.owner.environmentId ?? '')
  video = await world.owner.call('getContent', { params: { id } })
})
afterAll(() => world.end())

/** The URLs in a playlist. */
async function urlsIn(url: string): Promise<string[]> {
  const lines = (await (await fetch(url)).text()).split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => new URL(line.trim(), url).href)
}

const rowsBy = async (groupBy: 'file' | 'rendition' | 'statusCode' | 'cache' | 'cdn' | 'contentId') => {
  const query = { from, to, contentId: [video.id], metric: 'requests' as const, groupBy }
  const { rows = [] } = await world.owner.call('getViews', { query })
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}
const totals = async (metrics: readonly ('requests' | 'delivered-bytes' | 'streamed-time')[]) => {
  const query = { from, to, contentId: [video.id], metrics: [...metrics] }
  return (await world.owner.call('getTotals', { query })).items.map(({ total }) => total ?? 0)
}

describe('requests of viewers', () => {
  it('are counted by file, rendition, status and CDN, with bytes and duration', async () => {
    const [media = ''] = await urlsIn(video.urls.hls)
    const text = await (await fetch(media)).text()
    const length = Number(/#EXTINF:([\d.]+)/.exec(text)?.[1])
    const first = new URL(/^seg-.*$/m.exec(text)?.[0] ?? '', media).href
    let bytes = 0
    for (const url of [first, first, first]) {
      const headers = { 'cdn-loop': 'Cloudflare; loops=1' }
      bytes += (await (await fetch(url, { headers })).arrayBuffer()).byteLength
    }
    // Half of the segment.
    const half = Math.floor(bytes / 3 / 2)
    await (await fetch(first, { headers: { range: `bytes=0-${half - 1}` } })).arrayBuffer()
    const etag = (await fetch(first, { method: 'HEAD' })).headers.get('etag') ?? ''
    expect((await fetch(first, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await fetch(first.replace(/seg-\d+/, 'seg-99999'))).status).toBe(404)
    await fetch(`${world.kinora.url}/image/${video.playbackId}/thumbnail.jpg?width=160`)
    expect((await fetch(`${world.kinora.url}/play/unknownplaybackid.m3u8`)).status).toBe(404)

    await expect.poll(() => totals(['requests'])).toEqual([10])
    const [all = 0, streamed = 0] = await totals(['delivered-bytes', 'streamed-time'])
    expect(all).toBeGreaterThan(bytes)
    expect(all).toBeLessThan(bytes + 200_000)
    // A response to HEAD has a content length but no content.
    expect(streamed).toBeCloseTo(3.5 * length, 0)

    expect(await rowsBy('file')).toMatchObject({ playlist: 2, segment: 7, image: 1 })
    expect(await rowsBy('statusCode')).toEqual({ 200: 7, 206: 1, 304: 1, 404: 1 })
    expect(await rowsBy('cdn')).toEqual({ cloudflare: 3, '': 7 })
    expect(await rowsBy('contentId')).toEqual({ [video.id]: 10 })
    const renditions = await rowsBy('rendition')
    expect(Object.values(renditions).reduce((sum: number, value) => sum + (value ?? 0), 0)).toBe(10)
    expect(Object.keys(renditions).some((name) => /^\d+p$/.test(name))).toBe(true)
    expect((await rowsBy('cache')).hit).toBeGreaterThanOrEqual(4)
  })

  it('with CMCD count as one view per session, and are listed for their view', async () => {
    const [media = ''] = await urlsIn(video.urls.hls)
    const [segment = ''] = await urlsIn(media)
    const cmcd = encodeURIComponent('br=2000,bs,d=2000,ot=v,sid="foreign-1"')
    const audio = encodeURIComponent('br=128,d=2000,ot=a,sid="foreign-1"')
    const headers = { 'user-agent': 'Roku/DVP-12.0 (12.0.0.4182-88)', referer: 'https://tv.example/live' }
    for (const query of [cmcd, cmcd, audio])
      await (await fetch(`${segment}?CMCD=${query}`, { headers })).text()
    const own = randomUUID()
    await sendViewEvents(world.kinora.url, [
      viewEventOf(video.playbackId ?? '', {
        viewId: own,
        type: 'heartbeat',
        startupMs: 300,
        watchMs: 1000,
        elapsedMs: 5000,
      }),
    ])
    await (await fetch(segment, { headers: { 'cmcd-session': `sid="${own}"` } })).text()

    const figures = async () => {
      const query = { from, to, contentId: [video.id] }
      const metrics = ['views', 'watch-time', 'average-bitrate'] as const
      const { items } = await world.owner.call('getTotals', { query: { ...query, metrics: [...metrics] } })
      return items.map(({ total }) => total)
    }
    // Two segments of two seconds, and one second reported by Kinora's player.
    await expect.poll(figures).toEqual([2, 5, expect.closeTo(2000, 0)])
    const { items } = await world.owner.call('listViews', { query: { from, to, contentId: [video.id] } })
    const foreign = items.find(({ playerVersion }) => playerVersion === 'CMCD')
    expect(foreign).toMatchObject({ hasStarted: true, rebuffers: 2, pageHost: 'tv.example', startupMs: null })
    const requestsOf = async (id: string) =>
      (await world.owner.call('getView', { params: { id }, query: {} })).requests.map(
        ({ file, status, requests }) => [file, status, requests],
      )
    expect(await requestsOf(foreign?.id ?? '')).toEqual([['segment', 200, 3]])
    await expect.poll(() => requestsOf(own)).toEqual([['segment', 200, 1]])
    const viewsWith = async (statusCode: string) => {
      const query = { from, to, contentId: [video.id], statusCode: [statusCode] }
      return (await world.owner.call('getViews', { query })).total
    }
    expect([await viewsWith('200'), await viewsWith('404')]).toEqual([2, 0])
  })

  it('belong to their environment and have only some dimensions', async () => {
    const query = { from, to, metric: 'requests' } as const
    expect((await world.stranger.call('getViews', { query })).total).toBe(0)
    const none = await world.owner.call('getViews', { query: { ...query, browser: ['Chrome'] } })
    expect(none).toMatchObject({ total: 0, notes: [{ code: 'dimension-missing', parameter: 'browser' }] })
    const { items } = await world.owner.call('getFilterValues', {
      query: { from, to, dimension: 'statusCode' },
    })
    expect(items.map(({ value }) => value)).toContain('404')
  })
})
