// Slow: kills a worker in each step of a replacement.
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentWhen, isSettled, newOwner, uploadFile } from '../../../testing/client.ts'
import { h264, makeClip, pattern } from '../../../testing/clips.ts'
import { type FaultyFfmpeg, faultyFfmpeg } from '../../../testing/jobs/faulty-ffmpeg.ts'
import { retryAtOnce } from '../../../testing/jobs/job-triggers.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'
import { startWorker } from '../../../testing/test-processes.ts'

// One kill in every run, during encoding; `npm run test:crash` adds one during fetching.
const isChaos = process.env.KINORA_TEST_CHAOS === 'true'
const patience = { timeout: patient(30_000), interval: 50 }

let web: TestKinora
let pool: TestPool
let folder: string
let ffmpeg: FaultyFfmpeg
let site: Server
/** Whether the site sends half of the file and then stops. */
let isStalled = true
/** Whether half of the file has arrived. */
let isFetching = false
const workers: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-replacing-crash-'))
  ffmpeg = await faultyFfmpeg(folder)
  web = await startTestKinora({ env: { ROLES: 'web,delivery' } })
  pool = openTestPool(web)
  await retryAtOnce(pool.sql)
  const betterFileArgs = ['-f', 'lavfi', '-i', 'testsrc=s=480x270:r=25:d=1', '-f', 'lavfi', '-i', 'sine=d=1']
  const file = await readFile(
    await makeClip(join(folder, 'better.mp4'), ...betterFileArgs, ...h264, '-c:a', 'aac'),
  )
  site = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': file.length })
    if (isStalled) response.write(file.subarray(0, file.length / 2), () => (isFetching = true))
    else response.end(file)
  }).listen(0, '127.0.0.1')
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  site.closeAllConnections()
  site.close()
  await pool.end()
  await web.stop()
  await rm(folder, { recursive: true, force: true })
})

function newWorker(): ChildProcess {
  const worker = startWorker(web, { FFMPEG_PATH: ffmpeg.path })
  workers.push(worker)
  return worker
}

async function filesIn(...path: string[]): Promise<string[]> {
  const root = join(web.dataDir, ...path)
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

/** Ends the process like a power failure, and advances the clock past the heartbeat of its worker. */
async function kill(victim: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => victim.once('exit', resolve))
  victim.kill('SIGKILL')
  await gone
  await pool.sql("UPDATE pgboss.job SET heartbeat_on = now() - interval '1 minute' WHERE state = 'active'")
}

/** Stored files that neither belong to the video nor are scheduled for removal. */
async function orphansOf(id: string): Promise<string[]> {
  const named = await pool.sql(
    `SELECT prefix FROM removals
     UNION ALL SELECT 'contents/' || id || '/sources/' || source_id FROM contents
     UNION ALL SELECT 'contents/' || id || '/images/' || source_id FROM contents
     UNION ALL SELECT 'contents/' || content_id || '/r/' || output_id FROM renditions`,
  )
  const files = await filesIn('storage/objects')
  expect(files.filter((file) => file.startsWith(`contents/${id}/`))).not.toEqual([])
  return files.filter((file) => !named.some(({ prefix }) => `${file}/`.startsWith(`${prefix}/`)))
}

it(
  'replaces the file once despite crashes, and leaves nothing behind',
  async () => {
    const owner = await newOwner(web.url)
    let worker = newWorker()
    const path = await makeClip(join(folder, 'old.mp4'), ...pattern(1, '160x90'), ...h264, '-c:a', 'aac')
    const { id } = await uploadFile(owner, path)
    await contentWhen(owner, id, (each) => isSettled(each) && each.waveform !== null)
    const before = await owner.call('getContent', { params: { id } })
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/better.mp4`
    const unchanged = {
      status: 'ready',
      playable: true,
      source: before.source,
      renditions: before.renditions,
    }
    const waiting = { status: 'running', replacement: { stage: 'downloading' } }
    const segments = async () => (await filesIn('storage/objects')).filter((file) => file.endsWith('.m4s'))
    const segmentCount = (await segments()).length
    isStalled = isChaos
    await ffmpeg.holdOn('240p/')
    await owner.call('replaceByUrl', { params: { id }, body: { url } })
    if (isChaos) {
      await expect.poll(() => isFetching, patience).toBe(true)
      await kill(worker)
      expect(await owner.call('getContent', { params: { id } })).toMatchObject({
        ...unchanged,
        reencode: waiting,
      })
      isStalled = false
      worker = newWorker()
    }
    await expect.poll(async () => (await segments()).length, patience).toBeGreaterThan(segmentCount)
    await kill(worker)
    await ffmpeg.repair()
    const encoding = { status: 'running', replacement: { stage: 'encoding' } }
    expect(await owner.call('getContent', { params: { id } })).toMatchObject({
      ...unchanged,
      reencode: encoding,
    })

    newWorker()
    const done = await contentWhen(owner, id, (each) => each.reencode === null && each.waveform !== null)
    expect(done).toMatchObject({ status: 'ready', stage: null, error: null, imagesError: null })
    expect(done).toMatchObject({ source: { fileName: 'better.mp4' }, resolution: '270p' })
    const eventsOf = (type: string) =>
      pool.sql('SELECT 1 FROM outbox WHERE object_id = $1 AND type = $2', [id, `video.asset.${type}`])
    expect(await eventsOf('replacement.ready')).toHaveLength(1)
    expect(await eventsOf('replacement.errored')).toEqual([])
    const written = "SELECT 1 FROM audit_trail WHERE object_id = $1 AND action = 'asset.replaced'"
    expect(await pool.sql(written, [id])).toHaveLength(1)
    const busy = `SELECT name FROM pgboss.job WHERE name LIKE 'library.%' AND state IN ('created', 'retry', 'active')`
    await expect.poll(() => pool.sql(busy), patience).toEqual([])
    expect(await orphansOf(id)).toEqual([])
    expect(await filesIn('storage/incoming')).toEqual([])
    expect(await filesIn('work')).toEqual([])
  },
  patient(90_000),
)
