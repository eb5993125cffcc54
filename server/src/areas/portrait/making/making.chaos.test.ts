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
  folder = await mkdtemp(join(tmpdir(), 'kinora-portrait-crash-'))
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

it('makes a portrait once, even if the worker crashes in each of its steps', async () => {
  const ffmpeg = await faultyFfmpeg(folder)
  const owner = await newOwner(web.url)
  let victim = newWorker(ffmpeg.path)
  const path = await makeClip(join(folder, 'match.mp4'), ...pattern(1, '160x90'), ...h264, '-c:a', 'aac')
  const source = await uploadFile(owner, path)
  await contentWhen(owner, source.id, ({ status }) => status === 'ready')
  const underWork = async (output: string) =>
    (await readdir(join(web.dataDir, 'work'), { recursive: true })).filter((name) => name.endsWith(output))
  const body = { name: 'Upright', shape: '9:16' as const, contentId: source.id }
  const [lookOutput = '', joinOutput = ''] = ['frames.rgb', 'portrait.mp4']
  await ffmpeg.holdOn(lookOutput)
  const { id } = await owner.call('createPortrait', { body })
  for (const [output, next] of [
    [lookOutput, joinOutput],
    [joinOutput, null],
  ] as const) {
    await expect.poll(() => underWork(output), patience).toHaveLength(1)
    victim.kill('SIGKILL')
    await ffmpeg.repair()
    if (next !== null) await ffmpeg.holdOn(next)
    // Simulates an expired heartbeat of the worker.
    await pool.sql("UPDATE pgboss.job SET heartbeat_on = now() - interval '1 minute' WHERE state = 'active'")
    victim = newWorker(ffmpeg.path)
  }
  const status = async () => (await owner.call('getPortrait', { params: { id } })).status
  await expect.poll(status, patience).toBe('ready')
  const { resultId } = await owner.call('getPortrait', { params: { id } })
  await contentWhen(owner, resultId ?? '', ({ playable, stage }) => playable && stage === null)
  const { totalItems } = await owner.call('listContents', {})
  expect(totalItems).toBe(2)
})
