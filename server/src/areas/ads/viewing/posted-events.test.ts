import { join } from 'node:path'
import type { AdChannel } from '@kinora/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAdServer, type TestAdServer } from '../../../testing/ad-server.ts'
import { h264, makeClip, pattern } from '../../../testing/clips.ts'
import { movableClock } from '../../../testing/clock.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { adsOf, load, openSession, report, textOf, urisOf, type ViewedSession } from '../test-viewer.ts'

const clock = movableClock()
const all = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete']
let world: World
let adServer: TestAdServer
const channels = new Map<string, AdChannel>()

beforeAll(async () => {
  adServer = await openAdServer()
  world = await openWorld({ clock })
  clock.freeze()
  const clip = await makeClip(join(world.folder, 'ad.mp4'), ...pattern(12, '320x180'), ...h264, '-c:a', 'aac')
  for (const tracking of ['server', 'player', 'delivery'] as const) {
    const body = {
      name: tracking,
      streamId: world.content.id,
      preroll: true,
      adServerTimeoutMs: 3000,
      tracking,
      prerollAdTagUrl: adServer.offer(`/${tracking}`, adServer.ad('soap', clip, { seconds: 12 })),
    }
    const made = await world.owner.call('createAdChannel', { body })
    const seen = async () => (await adsOf(await openSession(made))).breaks.length
    await eventually(async () => expect(await seen()).toBe(1))
    channels.set(tracking, made)
  }
})
afterAll(async () => {
  await world?.end()
  await adServer?.close()
})

const open = (tracking: string, params = '') => {
  const { finalUrl = '' } = channels.get(tracking) ?? {}
  return openSession({ finalUrl: `${finalUrl}${params}` })
}

const post = (session: ViewedSession, ...events: string[]) =>
  report(session, ...events.map((event) => ({ break: 0, ad: 0, event })))

/** Loads segments of the pre-roll. */
async function loadAd(session: ViewedSession, ...numbers: number[]): Promise<void> {
  const uris = urisOf(await textOf(session.video))
  for (const n of numbers) await load(new URL(uris[n] ?? '', session.video))
}

async function counted({ sessionId }: ViewedSession): Promise<string[]> {
  const rows = await world.sql('SELECT event FROM ad_events WHERE session_id = $1', [
    sessionId.replace(/_g$/, ''),
  ])
  return rows.map(({ event }) => String(event)).toSorted()
}

it.each(['server', 'delivery'])(
  'with tracking "%s", progress of an ad that nobody loaded is ignored',
  async (tracking) => {
    const session = await open(tracking)
    expect(await post(session, ...all)).toBe(204)
    clock.advance(60)
    expect(await post(session, ...all)).toBe(204)
    expect(await counted(session)).toEqual([])
  },
)

it('an ignored report does not stop the count of what is delivered', async () => {
  const session = await open('server')
  await post(session, ...all)
  await loadAd(session, 0, 1, 2)
  clock.advance(20)
  await textOf(session.video)
  expect(await counted(session)).toEqual(all.toSorted())
})

it('counts what the player reports only after its segment, and the time until it, have passed', async () => {
  const session = await open('server')
  await loadAd(session, 0)
  await post(session, ...all)
  clock.advance(60)
  await post(session, ...all)
  expect(await counted(session)).not.toContain('complete')
  const ahead = await open('server')
  await loadAd(ahead, 0, 1, 2)
  await post(ahead, ...all)
  expect(await counted(ahead)).toEqual(['impression', 'start'])
  clock.advance(20)
  await textOf(ahead.video)
  expect(await counted(ahead)).toEqual(all.toSorted())
})

it('counts no progress that a reporting player did not show', async () => {
  const session = await open('server')
  await loadAd(session, 0, 1, 2)
  await post(session, 'impression', 'start')
  clock.advance(60)
  await textOf(session.video)
  expect(await counted(session)).toEqual(['impression', 'start'])
  await post(session, 'firstQuartile')
  expect(await counted(session)).toEqual(['firstQuartile', 'impression', 'start'])
})

it('counts what the player reports after a seek, ahead of the clock', async () => {
  const session = await open('server')
  // The player began at a later place, so the stream reaches the pre-roll late.
  await world.sql(`UPDATE ad_sessions SET plays_from = plays_from + interval '1 hour' WHERE id = $1`, [
    session.sessionId,
  ])
  await loadAd(session, 0, 1, 2)
  expect(await counted(session)).toEqual([])
  await post(session, 'impression', 'start')
  expect(await counted(session)).toEqual(['impression', 'start'])
})

it('counts clicks and skips of every mode, and all events with tracking "player"', async () => {
  for (const tracking of ['server', 'delivery']) {
    const session = await open(tracking)
    await post(session, 'click', 'pause', 'mute', 'fullscreen')
    expect(await counted(session)).toEqual(['click', 'fullscreen', 'mute', 'pause'])
  }
  const session = await open('player')
  await post(session, ...all)
  expect(await counted(session)).toEqual(all.toSorted())
})
