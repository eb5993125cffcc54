import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startPostgres } from '../platform/postgres/index.ts'
import { copyReadyVideo, embeddedDatabaseUrl } from './ready-video.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

const bytesAt = async (url: string) => {
  const answer = await fetch(url)
  expect(answer.status, url).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

// Files in a bucket are not linked.
describe.runIf(Object.keys(inject('bucket')).length === 0)('a copy of a ready video', () => {
  it('plays with its pictures in an environment of another organization, also when the original is gone', async () => {
    const { kinora, owner, stranger, content } = world
    const stored = { ...kinora, contentId: content.id }
    const id = await copyReadyVideo(stored, stranger.environmentId ?? '', { title: 'Gulf at Night' })
    const copy = await stranger.call('getContent', { params: { id } })
    expect(copy).toMatchObject({
      title: 'Gulf at Night',
      status: 'ready',
      stage: null,
      duration: content.duration,
      renditions: content.renditions.map(({ name, status }) => ({ name, status })),
    })
    const found = await stranger.call('listContents', { query: { phrase: 'night' } })
    expect(found.items).toMatchObject([{ id }])
    const { status } = await owner.try('getContent', { params: { id } })
    expect(status).toBe(404)

    await rm(join(kinora.dataDir, 'storage/objects/contents', content.id), { recursive: true })
    const linesAt = async (url: string) =>
      (await bytesAt(url))
        .toString()
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
    for (const entry of await linesAt(copy.urls.hls)) {
      const playlist = new URL(entry, copy.urls.hls).href
      for (const segment of await linesAt(playlist))
        expect((await bytesAt(new URL(segment, playlist).href)).length).toBeGreaterThan(1000)
    }
    for (const name of ['thumbnail.jpg', 'storyboard.vtt', 'storyboard.jpg', 'waveform.png'])
      expect((await bytesAt(`${kinora.url}/image/${copy.playbackId}/${name}`)).length).toBeGreaterThan(20)
  })
})

it('finds the embedded database of a data directory while it runs', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-embedded-'))
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const postgres = await startPostgres({ dataDir, log: silent })
  expect(await embeddedDatabaseUrl(dataDir)).toBe(postgres.url)
  await postgres.stop()
  await expect(embeddedDatabaseUrl(dataDir)).rejects.toThrow('ENOENT')
  await rm(dataDir, { recursive: true })
})
