// Slow: kills processes for minutes while a stream is on air.
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { checkHls } from '@kinora/media/testing/hls/test-hls-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { type DatabaseSource, databaseSource } from '../../platform/database/embedded-database.ts'
import { createLog } from '../../platform/log.ts'
import { type Client, newOwner } from '../../testing/client.ts'
import { aacArgs, type Encoder, h264Args, startEncoder } from '../../testing/live/encoder.ts'
import { startPartViewer } from '../../testing/live/part-viewer.ts'
import { newStream } from '../../testing/livestreams.ts'
import { freePort, killPostgres, openProcesses, retryUntilDone } from '../../testing/test-processes.ts'

const LENGTH_MS = 10 * 60_000
const BETWEEN_KILLS_MS = { least: 6000, most: 20_000 }
const WAIT_MS = 60_000

type Victim = 'web' | 'ingest' | 'live node' | 'ladder' | 'encoder' | 'postgres'
const victims: readonly Victim[] = ['web', 'ingest', 'live node', 'ladder', 'encoder', 'postgres']

let folder: string
let database: DatabaseSource
let url: string
const processes = openProcesses()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-live-crash-'))
  database = await databaseSource(readConfig({ DATA_DIR: folder }), createLog('fatal'))
  const [port, rtmpPort] = [await freePort(), await freePort()]
  url = `http://127.0.0.1:${port}`
  const beside = { databaseUrl: database.url, dataDir: folder }
  processes.keepRunning('web', beside, { PORT: String(port), ROLES: 'web,delivery,worker' })
  processes.keepRunning('ingest', beside, { ROLES: 'ingest', RTMP_PORT: String(rtmpPort) })
})
afterAll(async () => {
  processes.end()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

it('keeps a stream on air and its recording complete when any process is killed', {
  timeout: LENGTH_MS + 300_000,
}, async () => {
  const owner = await retryUntilDone(() => newOwner(url, { email: `live-crash-${Date.now()}@example.com` }))
  const stream = await newStream(owner, { reconnectWindowS: 300 })
  const params = { id: stream.id }
  const encoder = keepPublishing(owner, stream.id)
  const { playbackId } = stream
  const viewer = startViewer(`${url}/play/${playbackId}.m3u8`)
  await viewer.whenNew(2)
  const { recordingId } = await owner.call('getLivestream', { params })

  const kills: { readonly victim: Victim; readonly at: number }[] = []
  const endsAt = performance.now() + LENGTH_MS
  while (performance.now() < endsAt) {
    const { least, most } = BETWEEN_KILLS_MS
    await pause(least + Math.random() * (most - least))
    await viewer.whenNew(2)
    const victim = victims[Math.floor(Math.random() * victims.length)] ?? 'web'
    kills.push({ victim, at: performance.now() })
    await kill(victim, encoder)
  }
  await pause(BETWEEN_KILLS_MS.least)
  await viewer.whenNew(2)
  const waits = kills.map(({ victim, at }, n) => {
    const until = kills[n + 1]?.at ?? performance.now()
    return { victim, waitMs: longestWaitMs(viewer.arrivals, at, until) }
  })
  const shown = waits.map(({ victim, waitMs }) => `${victim} ${(waitMs / 1000).toFixed(1)}`)
  process.stdout.write(`Seconds without a new part: ${shown.join(', ')}\n`)
  expect(waits.filter(({ waitMs }) => waitMs > WAIT_MS)).toEqual([])
  expect(processes.faults).toEqual([])

  encoder.end()
  viewer.end()
  await retryUntilDone(() => owner.call('stopLivestream', { params }))
  await expect
    .poll(async () => (await retryUntilDone(() => owner.call('getLivestream', { params }))).status, {
      timeout: WAIT_MS,
    })
    .toBe('ended')
  const contentId = recordingId ?? ''
  const recording = await retryUntilDone(async () => {
    const content = await owner.call('getContent', { params: { id: contentId } })
    if (content.stage !== null) throw new Error('the recording does not end')
    return content
  })
  const checked = await checkHls(recording.urls.hls, folder, true)
  expect(checked.faults).toEqual([])
  expect(new Set([...checked.video, ...checked.audio].map(({ segments }) => segments.length)).size).toBe(1)
  expect(viewer.faults).toEqual([])
  processes.end()
  await expect.poll(() => programsIn(folder, 'ffmpeg'), { timeout: WAIT_MS }).toEqual([])
})

async function kill(victim: Victim, encoder: { kill(): void }): Promise<void> {
  if (victim === 'web' || victim === 'ingest') processes.kill(victim)
  else if (victim === 'encoder') encoder.kill()
  else if (victim === 'postgres') await killPostgres(folder)
  else
    for (const pid of victim === 'ladder' ? await programsIn(folder, 'ffmpeg') : await liveNodes())
      process.kill(pid, 'SIGKILL')
}

/** An encoder that reconnects a second after it was disconnected. */
function keepPublishing(owner: Client, id: string) {
  let current: Encoder | null = null
  let isOver = false
  void (async () => {
    while (!isOver) {
      const { streamKey } = await retryUntilDone(() => owner.call('getStreamKey', { params: { id } }))
      const { ingest } = await retryUntilDone(() => owner.call('getLivestream', { params: { id } }))
      current = startEncoder([
        ...h264Args,
        ...aacArgs,
        '-s',
        '640x360',
        '-f',
        'flv',
        `${ingest.rtmp}/${streamKey}`,
      ])
      await current.exited
      await pause(1000)
    }
  })()
  const stop = () => void current?.process.kill('SIGKILL')
  return {
    kill: stop,
    end() {
      isOver = true
      stop()
    },
  }
}

/** A viewer that also notes numbers of playlists that go back. */
function startViewer(master: string) {
  const faults: string[] = []
  let sequences: readonly number[] = [0, 0]
  const viewer = startPartViewer(master, ({ mediaSequence, discontinuitySequence }) => {
    const now = [mediaSequence, discontinuitySequence]
    if (now.some((each, n) => each < (sequences[n] ?? 0))) faults.push(`${now} after ${sequences}`)
    sequences = now
  })
  return { ...viewer, faults }
}

/** Longest time without a new part, among those that began between two times. */
function longestWaitMs(arrivals: readonly number[], from: number, to: number): number {
  const waits = arrivals.map((at, n) => ({ at, waitMs: (arrivals[n + 1] ?? at) - at }))
  return Math.max(...waits.filter(({ at }) => at >= from - 1000 && at < to).map(({ waitMs }) => waitMs))
}

/** IDs of processes with this name whose working directory is in the folder. */
async function programsIn(folder: string, name: string): Promise<number[]> {
  const all = await processesOfMachine()
  return all
    .filter(({ cwd, command }) => cwd.startsWith(folder) && command.includes(name))
    .map(({ pid }) => pid)
}

async function liveNodes(): Promise<number[]> {
  const all = await processesOfMachine()
  return all
    .filter(({ command, environment }) => command.includes('node-main.ts') && environment.includes(folder))
    .map(({ pid }) => pid)
}

async function processesOfMachine() {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  return Promise.all(
    pids.map(async (pid) => {
      const [command, environment] = await Promise.all(
        ['cmdline', 'environ'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
      )
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
      return { pid: Number(pid), command: command ?? '', environment: environment ?? '', cwd }
    }),
  )
}
