import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { copyReadyVideo } from '../../../testing/ready-video.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
/** Addresses of images of two tenants. */
let own: string
let others: string
beforeAll(async () => {
  // The minute of the limits does not end.
  const now = new Date()
  world = await openWorld({ clock: { now: () => now } })
  const { kinora, owner, stranger, content } = world
  const copied = await copyReadyVideo({ ...kinora, contentId: content.id }, stranger.environmentId ?? '')
  own = await imagesOf(owner, content.id)
  others = await imagesOf(stranger, copied)
})
afterAll(() => world.end())

async function imagesOf(client: Client, id: string): Promise<string> {
  const { playbackId } = await client.call('getContent', { params: { id } })
  return `${world.kinora.url}/image/${playbackId}`
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url)
  await response.arrayBuffer()
  return response.status
}

describe('images that must be rendered', () => {
  it('wait for their turn among environments, not for all of another one', async () => {
    let done = 0
    const many = Array.from({ length: 20 }, async (_, n) => {
      const status = await statusOf(`${own}/thumbnail.jpg?time=0.5&width=${100 + n}`)
      done += 1
      return status
    })
    const status = await statusOf(`${others}/thumbnail.jpg?time=0.5&width=100`)
    const doneBefore = done
    expect(status).toBe(200)
    expect(doneBefore).toBeLessThan(10)
    expect(new Set(await Promise.all(many))).toEqual(new Set([200]))
  })

  it('are limited for each address, while images in memory are not', async () => {
    const known = `${own}/thumbnail.jpg?time=0.5&width=320`
    expect(await statusOf(known)).toBe(200)
    await world.sql(`UPDATE rate_counters SET used = 100000 WHERE key LIKE '%/image/%'`)
    const codes = await Promise.all(
      [321, 322, 323].map((width) => statusOf(known.replace('320', `${width}`))),
    )
    expect(codes).toContain(429)
    expect(await statusOf(known)).toBe(200)
  })
})
