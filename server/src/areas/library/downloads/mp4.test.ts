// Slow: videos are encoded, and their MP4s fail or are held up.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Content } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentWhen, isSettled, uploadFile } from '../../../testing/client.ts'
import { type FaultyFfmpeg, faultyFfmpeg } from '../../../testing/faulty-ffmpeg.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let folder: string
let ffmpeg: FaultyFfmpeg
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-mp4-'))
  ffmpeg = await faultyFfmpeg(folder)
  world = await openWorld({ env: { FFMPEG_PATH: ffmpeg.path } })
})
afterAll(async () => {
  await world.end()
  await rm(folder, { recursive: true, force: true })
})

async function newVideo() {
  const { id } = await uploadFile(world.owner, world.clip)
  return contentWhen(world.owner, id, isSettled)
}

const ask = ({ urls }: Content, init: RequestInit = {}) => fetch(urls.mp4 ?? '', init)
const problemOf = async (answer: Response) => ({ status: answer.status, body: await answer.json() })
const failed = {
  status: 500,
  body: { type: '/problems/mp4-failed', code: 500, detail: 'Encoding failed' },
}

describe('an MP4 that cannot be made', () => {
  it('reports the reason to every waiting caller, and is retried on the next request', async () => {
    const video = await newVideo()
    await ffmpeg.failOn('whole.mp4')
    for (const answer of await Promise.all([ask(video), ask(video)]))
      expect(await problemOf(answer)).toMatchObject(failed)
    expect(await problemOf(await ask(video))).toMatchObject(failed)
    await ffmpeg.repair()
    expect((await ask(video)).status).toBe(200)
  })

  it('reports the reason to the next caller if none was waiting', async () => {
    const video = await newVideo()
    await ffmpeg.failOn('whole.mp4')
    await expect(ask(video, { signal: AbortSignal.timeout(500) })).rejects.toThrow()
    const failures = () =>
      world.sql('SELECT FROM renditions WHERE content_id = $1 AND download_error_id IS NOT NULL', [video.id])
    await expect.poll(failures, { timeout: 20_000 }).toHaveLength(1)
    await ffmpeg.repair()
    expect(await problemOf(await ask(video))).toMatchObject(failed)
    expect((await ask(video)).status).toBe(200)
  })
})

it('an MP4 is made by one worker, also if others request it meanwhile', async () => {
  const video = await newVideo()
  const jobs = () =>
    world.sql(
      `SELECT state FROM pgboss.job WHERE name = 'library.mp4' AND data ->> 'contentId' = $1 AND state <> 'completed'`,
      [video.id],
    )
  await ffmpeg.holdOn('whole.mp4')
  const first = ask(video)
  await expect.poll(jobs, { timeout: 20_000 }).toEqual([{ state: 'active' }])
  const second = ask(video, { signal: AbortSignal.timeout(1000) }).catch(() => null)
  await second
  expect(await jobs()).toEqual([{ state: 'active' }])
  await ffmpeg.repair()
  expect((await first).status).toBe(200)
})
