import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../tools/measure.ts'

/**
 * Viewers of one media playlist, or of a file, as a process of its own. Prints a `ViewersReport` as JSON.
 *
 * `live`: each viewer asks for the next part by a blocking reload and loads the newest one. Otherwise the word is a number of
 * seconds, after which each viewer loads the file again.
 */
export interface ViewersReport {
  /** From the request of a part until it is loaded, in seconds. */
  readonly p99S: number
  readonly loaded: number
  /** Parts that a playlist had already passed when a viewer asked for them. */
  readonly missed: number
}

interface Position {
  readonly msn: number
  readonly part: number
}

const START_MS = 1000
const [url = '', mode = '', viewers = '1', lengthS = '1'] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: Number(viewers) })
const endsAt = performance.now() + START_MS + Number(lengthS) * 1000
const taken: number[] = []
let missed = 0

await Promise.all(
  Array.from({ length: Number(viewers) }, async (_, n) => {
    await pause((START_MS * n) / Number(viewers))
    await (mode === 'live' ? follow() : repeat(Number(mode)))
  }),
)
const report: ViewersReport = { p99S: percentile(taken, 0.99), loaded: taken.length, missed }
console.log(JSON.stringify(report))
agent.destroy()

async function follow(): Promise<void> {
  let next = nextPart(String(await load(url)))
  while (performance.now() < endsAt) {
    const startedAt = performance.now()
    const text = String(await load(`${url}?_HLS_msn=${next.msn}&_HLS_part=${next.part}&_HLS_skip=YES`))
    await load(new URL(newestPart(text), url).href)
    taken.push((performance.now() - startedAt) / 1000)
    const after = nextPart(text)
    const isNext =
      after.msn === next.msn ? after.part === next.part + 1 : after.msn === next.msn + 1 && after.part === 0
    if (!isNext) missed += 1
    next = after
  }
}

async function repeat(everyS: number): Promise<void> {
  while (performance.now() < endsAt) {
    const startedAt = performance.now()
    await load(url)
    const tookMs = performance.now() - startedAt
    taken.push(tookMs / 1000)
    await pause(Math.max(0, everyS * 1000 - tookMs))
  }
}

/** The newest part. The one after it may never come: the next keyframe ends its segment. */
function newestPart(text: string): string {
  const uri = /URI="([^"]+)"/.exec(text.slice(text.lastIndexOf('#EXT-X-PART:')))?.[1]
  if (uri === undefined) throw new Error('the playlist has no part')
  return uri
}

/** The place of the part that a playlist announces. */
function nextPart(text: string): Position {
  const first = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1])
  const skipped = Number(/SKIPPED-SEGMENTS=(\d+)/.exec(text)?.[1] ?? 0)
  const ended = text.split('#EXTINF:').length - 1
  const open = text.slice(Math.max(0, text.lastIndexOf('#EXTINF:')))
  return { msn: first + skipped + ended, part: open.split('#EXT-X-PART:').length - 1 }
}

function load(target: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(target, { agent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve(Buffer.concat(chunks))
        else reject(new Error(`${target} answered ${answer.statusCode}`))
      })
      answer.once('error', reject)
    }).once('error', reject)
  })
}
