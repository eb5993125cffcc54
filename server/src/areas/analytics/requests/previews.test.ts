import { afterAll, beforeAll, expect, it } from 'vitest'
import { client } from '../../../testing/client.ts'
import { movableClock } from '../../../testing/clock.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const clock = movableClock()
let world: World
beforeAll(async () => {
  world = await openWorld({ clock })
})
afterAll(() => world.end())

/** Plays the first segment of a playback, and returns its milliseconds. */
async function playSegment(hls: string): Promise<number> {
  const first = async (address: string) => {
    const text = await (await fetch(address)).text()
    const line = text.split('\n').find((each) => each !== '' && !each.startsWith('#'))
    return { text, address: new URL(line ?? '', address).href }
  }
  const media = await first(hls)
  const segment = await first(media.address)
  expect((await fetch(segment.address)).status).toBe(200)
  return Math.round(Number(/#EXTINF:([\d.]+)/.exec(segment.text)?.[1]) * 1000)
}

async function streamedMs(): Promise<number> {
  const [row] = await world.sql(
    `SELECT coalesce(sum(quantity), 0)::int AS ms FROM usage_records WHERE meter = 'streaming'`,
  )
  return Number(row?.ms)
}

it('is not charged for a person with a session; viewers with a token that an API token got are', async () => {
  const { id } = world.content
  await world.owner.call('updateContent', { params: { id }, body: { playbackPolicy: 'signed' } })
  await eventually(async () => expect((await fetch(world.content.urls.hls)).status).toBe(403))
  const { secret } = await world.owner.call('createToken', { body: { name: 'Site', permission: ['read'] } })
  const program = client(world.kinora.url, secret, world.owner.organizationId, world.owner.environmentId)
  const inConsole = await world.owner.call('getPlaybackUrl', { params: { id } })
  const onSite = await program.call('getPlaybackUrl', { params: { id } })
  expect(onSite.token?.value).not.toBe(inConsole.token?.value)
  await playSegment(inConsole.hls)
  await playSegment(inConsole.hls)
  const ms = await playSegment(onSite.hls)
  clock.advance(60)
  await eventually(async () => expect(await streamedMs()).toBe(ms))
})
