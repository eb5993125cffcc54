import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentWhen, newOwner, uploadFile } from '../../../testing/client.ts'
import { h264, makeClip, pattern } from '../../../testing/clips.ts'
import { faultyFfmpeg } from '../../../testing/jobs/faulty-ffmpeg.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'
import { startWorker } from '../../../testing/test-processes.ts'

const patience = { timeout: patient(30_000), interval: 50 }

let web: TestKinora
let pool: TestPool
let folder: string
const workers: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-social-crash-'))
  web = await startTestKinora({ env: { ROLES: 'web,delivery' } })
  pool = openTestPool(web)
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await pool.end()
  await web.stop()
  await rm(folder, { recursive: true, force: true })
})

function newWorker(ffmpegPath: string): ChildProcess {
  const worker = startWorker(web, { FFMPEG_PATH: ffmpegPath })
  workers.push(worker)
  return worker
}

const underWork = async () =>
  (await readdir(join(web.dataDir, 'work'), { recursive: true })).filter((path) =>
    path.endsWith('social.mp4'),
  )

it('renders the social clip even if the worker crashes in the middle', async () => {
  const ffmpeg = await faultyFfmpeg(folder)
  const owner = await newOwner(web.url)
  const victim = newWorker(ffmpeg.path)
  const path = await makeClip(join(folder, 'match.mp4'), ...pattern(1, '160x90'), ...h264, '-c:a', 'aac')
  const source = await uploadFile(owner, path)
  await contentWhen(owner, source.id, ({ status }) => status === 'ready')
  await ffmpeg.holdOn('social.mp4')
  const body = { contentId: source.id, startTime: 0, endTime: 0.5, aspectRatio: '1:1' as const }
  const { id } = await owner.call('createSocialClip', { body })
  await expect.poll(underWork, patience).toHaveLength(1)
  victim.kill('SIGKILL')
  await ffmpeg.repair()
  expect(await owner.call('getContent', { params: { id } })).toMatchObject({ status: 'processing' })
  // Simulates an expired heartbeat of the worker.
  await pool.sql("UPDATE pgboss.job SET heartbeat_on = now() - interval '1 minute' WHERE state = 'active'")

  newWorker(ffmpeg.path)
  const made = await contentWhen(owner, id, ({ status, stage }) => status !== 'processing' && stage === null)
  expect(made).toMatchObject({ status: 'ready', error: null, source: { fileName: 'clip.mp4' } })
  expect(await underWork()).toEqual([])
  const busy = `SELECT name FROM pgboss.job WHERE name = 'library.socialClip' AND state IN ('created', 'retry', 'active')`
  await expect.poll(() => pool.sql(busy), patience).toEqual([])
})
