import { afterAll, beforeAll, expect, it } from 'vitest'
import { movableClock } from '../../../testing/clock.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const clock = movableClock()
let world: World
beforeAll(async () => {
  world = await openWorld({ clock })
})
afterAll(() => world.end())

async function answerTo(url: string) {
  const answer = await fetch(url)
  const { date: _date, 'x-request-id': requestId, ...headers } = Object.fromEntries(answer.headers)
  return { requestId, status: answer.status, headers, body: await answer.text() }
}

it('gives the same response as the regular route, with a new request ID each time', async () => {
  const { hls } = world.content.urls
  const entry = (await answerTo(hls)).body.split('\n').find((line) => line !== '' && !line.startsWith('#'))
  for (const url of [hls, new URL(entry ?? '', hls).href]) {
    // The shortcut does not handle queries.
    const ordinary = await answerTo(`${url}?any=1`)
    const [first, second] = [await answerTo(url), await answerTo(url)]
    expect(first).toEqual({ ...ordinary, requestId: expect.stringMatching(/^req_[0-9a-f]{32}$/) })
    expect(second.requestId).not.toBe(first.requestId)
  }
})

it('is counted with its route', async () => {
  const { hls } = world.content.urls
  const counted = async () => {
    // Metrics are written at most once in 5 seconds.
    clock.advance(5)
    const text = await (await fetch(new URL('/metrics', hls))).text()
    return Number(/from_memory_total\{route="\/play\/:playbackId.m3u8"} (\d+)/.exec(text)?.[1])
  }
  await answerTo(hls)
  const before = await counted()
  await answerTo(hls)
  expect(await counted()).toBe(before + 1)
})
