// Slow: kills the live node while eight programs keep the processors busy.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, newOwner, whenFound } from '../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { aacArgs, h264Args, startEncoder } from '../../testing/live/encoder.ts'
import { startPartViewer } from '../../testing/live/part-viewer.ts'
import { newStream } from '../../testing/livestreams.ts'
import { patient } from '../../testing/machine/patience.ts'
import { freePort } from '../../testing/test-processes.ts'

/** Programs that keep the processors busy. */
const LOAD = 8
const KILLS = 4
const VIEWERS = 10
const MOST_MS = 8000
/** Encoders try to connect again after this time. */
const RECONNECT_MS = 500
/** Time between two kills, in which the next node becomes ready. */
const BETWEEN_MS = 35_000

let kinora: TestKinora
let owner: Client
let load: ChildProcess[] = []

beforeAll(async () => {
  // The next node must have the same port.
  const RTMP_PORT = String(await freePort())
  kinora = await startTestKinora({
    env: { ROLES: 'web,delivery,worker,ingest', LOG_LEVEL: 'warn', RTMP_PORT, LIVE_STANDBY: 'on' },
  })
  owner = await newOwner(kinora.url)
  await whenFound(`${kinora.url}/readyz`)
})
afterAll(async () => {
  for (const each of load) each.kill('SIGKILL')
  await kinora.stop()
})

it(`shows the encoder again within ${MOST_MS / 1000} s after the live node was killed, at load ${LOAD}`, {
  timeout: patient(600_000),
}, async () => {
  const { id, playbackId, ingest } = await newStream(owner, { reconnectWindowS: 60 })
  const { streamKey } = await owner.call('getStreamKey', { params: { id } })
  const encoder = keepPublishing(`${ingest.rtmp}/${streamKey}`)
  const viewers = Array.from({ length: VIEWERS }, () =>
    startPartViewer(`${kinora.url}/play/${playbackId}.m3u8`),
  )
  await Promise.all(viewers.map(({ whenNew }) => whenNew(3)))
  load = Array.from({ length: LOAD }, () => spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' }))
  const waits: { readonly encoderMs: number; readonly viewerMs: number }[] = []
  for (let n = 0; n < KILLS; n += 1) {
    await pause(BETWEEN_MS)
    const killedAt = performance.now()
    process.kill(await activeNode(), 'SIGKILL')
    await Promise.all(viewers.map(({ whenNew }) => whenNew(3)))
    const seenAt = Math.max(...viewers.map(({ arrivals }) => firstAfter(arrivals, killedAt)))
    waits.push({ encoderMs: encoder.connectedAt() - killedAt, viewerMs: seenAt - killedAt })
    const shown = waits.map(
      ({ encoderMs, viewerMs }) => `${(encoderMs / 1000).toFixed(1)} / ${(viewerMs / 1000).toFixed(1)}`,
    )
    process.stdout.write(
      `Seconds until the encoder is accepted / the last viewer sees it: ${shown.join(', ')}\n`,
    )
  }
  encoder.end()
  for (const viewer of viewers) viewer.end()
  expect(waits.filter(({ viewerMs }) => viewerMs > MOST_MS)).toEqual([])
})

it('replaces a live node that hangs', async () => {
  const pid = await activeNode()
  process.kill(pid, 'SIGSTOP')
  await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: patient(60_000) }).toBe(false)
  expect(await activeNode()).not.toBe(pid)
  await whenFound(`${kinora.url}/readyz`)
})

/** The process that accepts publishers: the older one. */
async function activeNode(): Promise<number> {
  const children = (await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8'))
    .trim()
    .split(' ')
  const nodes = await Promise.all(
    children.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return {
        pid: Number(pid),
        isNode: command.includes('node-main.ts'),
        startedAt: Number(stat.split(' ')[21]),
      }
    }),
  )
  const [oldest] = nodes.filter(({ isNode }) => isNode).sort((a, b) => a.startedAt - b.startedAt)
  if (oldest === undefined) throw new Error('there is no live node')
  return oldest.pid
}

/** An encoder that reconnects half a second after it was disconnected. */
function keepPublishing(url: string) {
  let current: ReturnType<typeof startEncoder> | null = null
  let startedAt = 0
  let isOver = false
  void (async () => {
    while (!isOver) {
      startedAt = performance.now()
      current = startEncoder([...h264Args, ...aacArgs, '-f', 'flv', url])
      await current.exited
      await pause(RECONNECT_MS)
    }
  })()
  return {
    /** When the connection that works now was begun. */
    connectedAt: () => startedAt,
    end() {
      isOver = true
      current?.process.kill('SIGKILL')
    },
  }
}

/** When the first part after a time came that was not on its way before. */
function firstAfter(arrivals: readonly number[], at: number): number {
  return arrivals.find((each) => each > at + 1000) ?? Number.POSITIVE_INFINITY
}
