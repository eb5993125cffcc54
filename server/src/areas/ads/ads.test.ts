import { join } from 'node:path'
import type { AdChannel, Content } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdServer, type TestAdServer } from '../../testing/ad-server.ts'
import { contentWhen, isSettled, uploadFile } from '../../testing/client.ts'
import { h264, makeClip, pattern } from '../../testing/clips.ts'
import { movableClock } from '../../testing/clock.ts'
import { openWorld, type World } from '../../testing/world.ts'

const clock = movableClock()
let world: World
let adServer: TestAdServer
let video: Content
let channel: AdChannel

beforeAll(async () => {
  adServer = await openAdServer()
  world = await openWorld({ clock })
  const { owner, folder } = world
  const clip = await makeClip(join(folder, 'nine.mp4'), ...pattern(9, '320x180'), ...h264, '-c:a', 'aac')
  const ad = await makeClip(join(folder, 'ad.mp4'), ...pattern(5, '240x180', 30), ...h264, '-c:a', 'aac')
  const uploaded = await uploadFile(owner, clip, 'nine.mp4')
  video = await contentWhen(owner, uploaded.id, isSettled)
  await owner.call('createAdBreak', { params: { id: video.id }, body: { at: 4.5, durationS: 10 } })
  channel = await owner.call('createAdChannel', {
    body: {
      ...{ name: 'Evening', streamId: video.id, preroll: true, adServerTimeoutMs: 3000 },
      prerollAdTagUrl: adServer.offer('/preroll', adServer.ad('soap', ad, { seconds: 5 })),
      midrollAdTagUrl: `${adServer.offer('/midroll', adServer.ad('tea', ad, { seconds: 5 }))}?b=[BREAKPOSITION]`,
    },
  })
})
afterAll(async () => {
  await world?.end()
  await adServer?.close()
})

describe('a channel', () => {
  it('plays the video until its ads are ready, and with them from then on', async () => {
    const { decisions } = await world.owner.call('tryAdChannel', { params: { id: channel.id } })
    expect(decisions.map(({ kind, at, offered }) => [kind, at, offered[0]?.skipped])).toEqual([
      ['preroll', 0, 'preparing'],
      ['midroll', 4, 'preparing'],
    ])
    await expect
      .poll(
        async () => {
          const again = await world.owner.call('tryAdChannel', { params: { id: channel.id } })
          return again.decisions.map(({ offered }) => offered[0]?.skipped)
        },
        { timeout: 60_000 },
      )
      .toEqual([null, null])
    const text = await (await fetch(channel.finalUrl)).text()
    console.log(text)
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    for (const line of lines) {
      const url = new URL(line, channel.finalUrl)
      const playlist = await (await fetch(url)).text()
      console.log(playlist)
      for (const uri of playlist.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
        const answer = await fetch(new URL(uri, url))
        console.log(
          answer.status,
          uri,
          answer.headers.get('cache-control'),
          (await answer.arrayBuffer()).byteLength,
        )
      }
    }
    await expect.poll(() => adServer.reports.length, { timeout: 20_000 }).toBe(12)
    console.log(adServer.reports)
    const { items } = await world.owner.call('listAdSessions', { params: { id: channel.id }, query: {} })
    console.log(JSON.stringify(items))
    console.log(
      JSON.stringify(
        await world.owner.call('getAdSession', { params: { id: channel.id, sessionId: items[0]?.id ?? '' } }),
        null,
        1,
      ).slice(0, 3000),
    )
  })
})
