// Slow: kills a worker while it encodes.
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentWhen, isSettled, newOwner, uploadFile } from '../../testing/client.ts'
import { h264, makeClip, pattern } from '../../testing/clips.ts'
import { faultyFfmpeg } from '../../testing/jobs/faulty-ffmpeg.ts'
import { retryAtOnce } from '../../testing/jobs/job-triggers.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { patient } from '../../testing/machine/patience.ts'
import { openTestPool, type TestPool } from '../../testing/pool.ts'
import { startWorker } from '../../testing/test-processes.ts'

const patience = { timeout: patient(60_000), interval: 50 }

let web: TestKinora
let pool: TestPool
let folder: string
const workers: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-encode-crash-'))
  web = await startTestKinora({ env: { ROLES: 'web,delivery' } })
  pool = openTestPool(web)
  await retryAtOnce(pool.sql)
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

it('encodes the ladder even if its worker crashes in the middle, while the video plays', async () => {
  const ffmpeg = await faultyFfmpeg(folder)
  await ffmpeg.holdOn('240p/')
  const owner = await newOwner(web.url)
  const victim = newWorker(ffmpeg.path)
  const path = await makeClip(join(folder, 'match.mp4'), ...pattern(2, '640x360'), ...h264, '-c:a', 'aac')
  const { id } = await uploadFile(owner, path)
  const active = () => pool.sql("SELECT 1 FROM pgboss.job WHERE name = 'library.ladder' AND state = 'active'")
  await expect.poll(active, patience).toHaveLength(1)
  victim.kill('SIGKILL')
  await ffmpeg.repair()
  const left = await owner.call('getContent', { params: { id } })
  expect(left).toMatchObject({ status: 'ready', stage: 'encoding', playable: true })
  // Simulates an expired heartbeat of the worker.
  await pool.sql("UPDATE pgboss.job SET heartbeat_on = now() - interval '1 minute' WHERE state = 'active'")

  newWorker(ffmpeg.path)
  const made = await contentWhen(owner, id, isSettled)
  expect(made).toMatchObject({ status: 'ready', error: null })
  expect(made.renditions.length).toBeGreaterThan(1)
  for (const { status } of made.renditions) expect(status).toBe('ready')
  const busy = `SELECT name FROM pgboss.job WHERE name LIKE 'library.%' AND state IN ('created', 'retry', 'active')`
  await expect.poll(() => pool.sql(busy), patience).toEqual([])
})
