import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentWhen, newOwner, uploadFile } from '../../../testing/client.ts'
import { makeClip } from '../../../testing/clips.ts'
import {
  openSpeechServer,
  type SpeechServer,
  spokenWords,
} from '../../../testing/intelligence/speech-server.ts'
import { faultyFfmpeg } from '../../../testing/jobs/faulty-ffmpeg.ts'
import { retryAtOnce } from '../../../testing/jobs/job-triggers.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'
import { startWorker } from '../../../testing/test-processes.ts'

const patience = { timeout: patient(60_000), interval: 50 }
/** Kills of the worker in each of two jobs. A job is queued again up to six times. */
const KILLS = 5
/** Sentences, each in a piece of its own. */
const PIECES = 7
const APART_S = 27

let web: TestKinora
let pool: TestPool
let folder: string
let server: SpeechServer
let worker: ChildProcess | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-analysis-crash-'))
  server = await openSpeechServer()
  web = await startTestKinora({ env: { ROLES: 'web,delivery' } })
  pool = openTestPool(web)
  await retryAtOnce(pool.sql)
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await pool.end()
  await web.stop()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** A sentence every 27 s. */
function speech(): Promise<string> {
  const copies = Array.from({ length: PIECES }, (_, n) => `[c${n}]`)
  const delayed = copies.map((copy, n) => `${copy}adelay=${1000 + n * APART_S * 1000}[d${n}]`)
  const graph = [
    `[1]aresample=16000,asplit=${PIECES}${copies.join('')}`,
    ...delayed,
    `${copies.map((_, n) => `[d${n}]`).join('')}amix=inputs=${PIECES}:normalize=0[m]`,
  ].join(';')
  const said = "flite=voice=slt:text='the weather will be sunny on friday'"
  const video = `testsrc2=s=160x90:r=2:d=${PIECES * APART_S}`
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  const inputs = ['-f', 'lavfi', '-i', video, '-f', 'lavfi', '-i', said]
  const mapped = ['-filter_complex', graph, '-map', '0:v', '-map', '[m]', ...coded]
  return makeClip(join(folder, 'talk.mp4'), ...inputs, ...mapped)
}

it('has each part once in effect after ten kills of its worker', async () => {
  const ffmpeg = await faultyFfmpeg(folder)
  const env = { FFMPEG_PATH: ffmpeg.path, STT_URL: server.url, STT_KEY: server.key }
  worker = startWorker(web, env)
  const replace = async () => {
    const ended = once(worker as ChildProcess, 'exit')
    worker?.kill('SIGKILL')
    await ended
    // Simulates an expired heartbeat of the worker.
    await pool.sql(`UPDATE pgboss.job SET heartbeat_on = now() - interval '1 minute' WHERE state = 'active'`)
    worker = startWorker(web, env)
  }
  const owner = await newOwner(web.url)
  const { id } = await uploadFile(owner, await speech())
  await contentWhen(owner, id, ({ status, stage }) => status === 'ready' && stage === null)

  await ffmpeg.holdOn('audio.pcm')
  // Every second request is left without an answer, until the worker was killed often enough.
  let [requests, held] = [0, 0]
  server.reply((_heard, response) => {
    requests += 1
    if (requests % 2 === 1 && held < KILLS) {
      held += 1
      return
    }
    const answer = { text: 'x', language: 'english', words: spokenWords('sunny on friday', 0.5) }
    response.writeHead(200).end(JSON.stringify(answer))
  })
  await owner.call('analyzeContent', { params: { id }, body: {} })
  const seen = new Set<string>()
  /** Folders of jobs that have read the video since the last call. */
  const read = async () => {
    const paths = await readdir(join(web.dataDir, 'work'), { recursive: true })
    return paths.filter((path) => path.endsWith('audio.pcm') && !seen.has(path))
  }
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await expect.poll(read, patience).toHaveLength(1)
    for (const path of await read()) seen.add(path)
    if (kill === KILLS) await ffmpeg.repair()
    await replace()
  }
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await expect.poll(() => held, patience).toBe(kill)
    await replace()
  }
  await expect
    .poll(
      async () => (await owner.call('getAnalysis', { params: { id } })).parts.map(({ status }) => status),
      // People are searched in 570 frames.
      { timeout: patient(240_000), interval: 500 },
    )
    .toEqual(['ready', 'ready', 'ready', 'ready', 'ready'])
  const { sentences } = await owner.call('getTranscript', { params: { id } })
  expect(sentences.map(({ start }) => Math.round(start / APART_S))).toEqual(
    Array.from({ length: PIECES }, (_, n) => n),
  )
  const ends = await pool.sql(
    `SELECT data ->> 'part' AS part FROM outbox WHERE type = 'video.analysis.updated' AND object_id = $1`,
    [id],
  )
  expect(ends.map(({ part }) => part).toSorted()).toEqual(['audio', 'pictures', 'shots', 'speech', 'text'])
})
