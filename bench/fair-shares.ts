import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, newOwner } from '../server/src/testing/client.ts'
import type { Bench } from './tools/bench.ts'
import { percentile, secondsOf } from './tools/measure.ts'
import { milliseconds, type Row } from './tools/table.ts'
import { sendParts } from './tools/upload.ts'
import { whenSettled } from './tools/viewer.ts'

/** Requests of the busy tenant at once. */
const AT_ONCE = 60
const ASKED = 20
const MOST_RATIO = 2
const DAY_MS = 86_400_000

/** Requests of one tenant without end, and those of another one beside it. */
interface Contest {
  readonly what: string
  /** Begins the requests of the busy tenant. @returns stops them */
  flood(): Promise<() => Promise<void>>
  ask(n: number): Promise<unknown>
  /** How often it asks, alone and beside: fewer than its own limit allows. */
  readonly count?: number
}

/** Measures how long a tenant waits while another one asks for as much as it can. */
export async function fairRows({ owner, kinora, clips }: Bench): Promise<Row[]> {
  const other = await newOwner(kinora.url)
  const [busyVideo, video] = [await videoOf(owner, clips.short), await videoOf(other, clips.short)]
  const rows: Row[] = []
  const image = (url: string, n: number) =>
    fetched(`${url}?time=${(n % 20) / 10}&width=${100 + (n % 1000)}`, n)
  rows.push(
    await contestRow({
      what: 'a new thumbnail',
      flood: () => repeated((n) => image(busyVideo, n)),
      ask: (n) => image(video, n),
    }),
  )
  const viewership = (client: Client, days: number) =>
    client.call('getViewershipTrend', { query: { from: ago(days), to: ago(0), timezone: 'Asia/Kolkata' } })
  const figuresFile = (client: Client, days: number) =>
    client.call('exportFigures', {
      query: { from: ago(days), to: ago(0), timezone: 'Asia/Kolkata', metric: 'views', format: 'csv' },
    })
  rows.push(
    await contestRow({
      what: 'a question about one day of views',
      flood: () => repeated(() => viewership(owner, 90)),
      ask: () => viewership(other, 1),
    }),
    await contestRow({
      what: 'a file of figures of one day',
      flood: () => repeated(() => figuresFile(owner, 90)),
      ask: () => figuresFile(other, 1),
      count: 9,
    }),
    await contestRow({
      what: 'a list of videos, while documents and metrics are loaded',
      flood: () => floodFrom(`${kinora.url}/docs`, `${kinora.url}/openapi.json`, `${kinora.url}/metrics`),
      ask: () => other.call('listContents', { query: {} }),
    }),
  )
  return rows
}

async function contestRow({ what, flood, ask, count = ASKED }: Contest): Promise<Row> {
  let asked = 0
  const measure = async () => {
    const times: number[] = []
    for (let n = 0; n < count; n += 1) times.push(await secondsOf(() => ask(asked++)))
    return percentile(times, 0.95)
  }
  // The first answer takes longer in any case.
  await ask(asked++)
  const aloneS = await measure()
  const stop = await flood()
  await pause(1000)
  const besideS = await measure()
  await stop()
  const ratio = besideS / aloneS
  return {
    what: `${what}, beside ${AT_ONCE} requests at once of another tenant, p95`,
    ours: milliseconds(besideS),
    against: milliseconds(aloneS),
    ratio,
    aim: `≤ ${MOST_RATIO} ×`,
    isMet: ratio <= MOST_RATIO,
  }
}

/** Sends requests of this process. @param ask the number is another one each time */
async function repeated(ask: (n: number) => Promise<unknown>): Promise<() => Promise<void>> {
  let isOver = false
  let asked = 0
  const flooding = Array.from({ length: AT_ONCE }, async () => {
    // Refused requests count as answered: the busy tenant asks again at once.
    while (!isOver) await ask(asked++).catch(() => pause(1))
  })
  return async () => {
    isOver = true
    await Promise.all(flooding)
  }
}

/** Sends requests of a process of their own. */
async function floodFrom(...urls: string[]): Promise<() => Promise<void>> {
  const program = join(import.meta.dirname, 'tools/flood-worker.ts')
  const child = spawn(process.execPath, [program, String(AT_ONCE), ...urls], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  return async () => {
    child.kill('SIGKILL')
    await ended
  }
}

/** @returns the URL of its thumbnail */
async function videoOf(client: Client, clip: string): Promise<string> {
  const { complete } = await sendParts(client, clip)
  const { id, urls } = await complete()
  await whenSettled(client, id)
  return urls.thumbnail
}

/** Asks from one of many addresses, since each has limits of its own. */
async function fetched(url: string, n: number): Promise<void> {
  const response = await fetch(url, { headers: { 'x-forwarded-for': `10.9.${(n >> 8) % 256}.${n % 256}` } })
  await response.arrayBuffer()
}

function ago(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString()
}
