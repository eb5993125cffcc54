import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Content } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultyFfmpeg, faultyFfmpeg } from '../../../testing/jobs/faulty-ffmpeg.ts'
import { copyReadyVideo } from '../../../testing/ready-video.ts'
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
  const copied = { ...world.kinora, contentId: world.content.id }
  const id = await copyReadyVideo(copied, world.owner.environmentId ?? '')
  return world.owner.call('getContent', { params: { id } })
}

/** Asks for the MP4, and asks again each time the server has waited for it as long as it does: a slow machine needs longer. */
async function ask({ urls }: Content, init: RequestInit = {}): Promise<Response> {
  for (;;) {
    const answer = await fetch(urls.mp4 ?? '', init)
    if (answer.status !== 503) return answer
  }
}
const jobsOf = ({ id }: Content) =>
  world.sql(
    `SELECT state FROM pgboss.job WHERE name = 'library.mp4' AND data ->> 'contentId' = $1 AND state <> 'completed'`,
    [id],
  )
const problemOf = async (answer: Response) => ({ status: answer.status, body: await answer.json() })
/** Resolves when the server has noticed that the next caller of this video has disconnected. */
function nextDeparture({ urls }: Content): Promise<void> {
  const { pathname } = new URL(urls.mp4 ?? '')
  return new Promise((resolve) => {
    const onRequest = (message: unknown) => {
      const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
      if (request.url !== pathname) return
      unsubscribe('http.server.request.start', onRequest)
      response.once('close', () => resolve())
    }
    subscribe('http.server.request.start', onRequest)
  })
}

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
    await ffmpeg.holdOn('whole.mp4')
    const departure = nextDeparture(video)
    const leaving = new AbortController()
    const left = ask(video, { signal: leaving.signal }).catch(() => 'left')
    await expect.poll(() => jobsOf(video)).toEqual([{ state: 'active' }])
    leaving.abort()
    expect(await left).toBe('left')
    await departure
    await ffmpeg.failOn('whole.mp4')
    await ffmpeg.release()
    const failures = () =>
      world.sql('SELECT FROM renditions WHERE content_id = $1 AND download_error_id IS NOT NULL', [video.id])
    await expect.poll(failures).toHaveLength(1)
    await ffmpeg.repair()
    expect(await problemOf(await ask(video))).toMatchObject(failed)
    expect((await ask(video)).status).toBe(200)
  })
})

it('an MP4 is made by one worker, also if others request it meanwhile', async () => {
  const video = await newVideo()
  // Each request writes the row in the transaction that would enqueue a job.
  const version = () => world.sql('SELECT xmin::text FROM renditions WHERE content_id = $1', [video.id])
  await ffmpeg.holdOn('whole.mp4')
  const first = ask(video)
  await expect.poll(() => jobsOf(video)).toEqual([{ state: 'active' }])
  const before = await version()
  const second = ask(video)
  await expect.poll(version).not.toEqual(before)
  expect(await jobsOf(video)).toEqual([{ state: 'active' }])
  await ffmpeg.repair()
  expect((await first).status).toBe(200)
  expect((await second).status).toBe(200)
})
