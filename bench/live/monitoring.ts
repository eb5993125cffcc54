import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { makeClip, pattern } from '../../server/src/testing/clips.ts'
import type { Bench } from '../tools/bench.ts'
import { keepBusy } from '../tools/busy.ts'
import { median } from '../tools/measure.ts'
import type { Row } from '../tools/table.ts'
import { byRtmp, goLive } from './broadcast.ts'
import { familyOf, type Process } from './processor.ts'

const TILES = 16
const RATE = 25
const LEAST_FRAMES = 380
const MOST_OF_CORE = 0.02
const MOST_OF_LEVELS = 0.06
const SETTLE_MS = 8000
/** Measurements of the server with a wall, and beside a program that is as busy as its browser, take turns, because other load
 * affects both. */
const ROUNDS = 5

// The size and the bitrate of the smallest rendition of a ladder.
const cameraArgs = ['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p']
const rateArgs = ['-g', '50', '-sc_threshold', '0', '-b:v', '400k', '-maxrate', '400k', '-bufsize', '800k']
const audioArgs = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000']

const share = (value: number) => `${(100 * value).toFixed(1)} % of a core`

/** A wall of 16 tiles in Chromium: pictures that it shows, and what it costs the server beyond the streams. */
export async function monitoringRows({ folder, kinora, owner, plan }: Bench): Promise<Row[]> {
  const executablePath = process.env.CHROMIUM_PATH
  if (executablePath === undefined || (await familyOf(kinora.pid)).length === 0) return []
  const clip = await makeClip(
    join(folder, 'tile.mp4'),
    ...pattern(20, '426x240', RATE),
    ...cameraArgs,
    ...rateArgs,
    ...audioArgs,
  )
  const input = ['-re', '-stream_loop', '-1', '-i', clip, '-c', 'copy']
  const lives = await Promise.all(Array.from({ length: TILES }, () => goLive(owner, byRtmp(input))))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript((token) => localStorage.setItem('kinora.session.token', token), owner.token ?? '')
  const open = async () => {
    await page.goto(`${owner.url}/${owner.environmentId}/monitoring`)
    await page
      .locator('canvas[data-pictures]')
      .nth(TILES - 1)
      .waitFor()
    await pause(SETTLE_MS)
  }
  const isBrowser = ({ command }: Process) => command.includes(basename(executablePath))
  const browserCpu = async () => cpuOf((await familyOf(process.pid)).filter(isBrowser))
  const costs: { readonly relay: number; readonly levels: number }[] = []
  const rates: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await open()
    const [shown, worked] = [await picturesOf(page), await browserCpu()]
    const startedAt = performance.now()
    const used = await costOver(kinora.pid, plan.liveS)
    const seconds = (performance.now() - startedAt) / 1000
    rates.push(((await picturesOf(page)) - shown) / seconds)
    const busyCores = ((await browserCpu()) - worked) / seconds
    await page.goto('about:blank')
    const stop = keepBusy(busyCores)
    await pause(SETTLE_MS)
    const without = await costOver(kinora.pid, plan.liveS)
    await stop()
    costs.push({ relay: used.relay - without.relay, levels: used.levels - without.levels })
  }
  await browser.close()
  for (const live of lives) await live.stop()
  const relay = median(costs.map((cost) => cost.relay))
  const levels = median(costs.map((cost) => cost.levels))
  const rate = median(rates)
  return [
    {
      what: `pictures a second that Chromium shows on a wall of ${TILES} tiles with ${RATE} each`,
      ours: rate.toFixed(0),
      against: String(TILES * RATE),
      ratio: rate / (TILES * RATE),
      aim: `≥ ${LEAST_FRAMES}`,
      isMet: rate >= LEAST_FRAMES,
    },
    {
      what: `CPU of the server and the live node for a wall of ${TILES} tiles, beyond the streams`,
      ours: share(relay),
      against: 'a core',
      ratio: relay,
      aim: `≤ ${share(MOST_OF_CORE)}`,
      isMet: relay <= MOST_OF_CORE,
    },
    {
      what: `CPU of the ffmpegs that decode all audio of ${TILES} tiles for their levels, beyond a quarter of it`,
      ours: share(levels),
      against: 'a core',
      ratio: levels,
      aim: `≤ ${share(MOST_OF_LEVELS)}`,
      isMet: levels <= MOST_OF_LEVELS,
    },
  ]
}

/** CPU time per second of the processes of Kinora, and of the programs that measure levels. */
async function costOver(pid: number, lengthS: number): Promise<{ relay: number; levels: number }> {
  const isLevels = ({ command }: Process) => command.includes('pcm_s16le')
  const isOurs = ({ command }: Process) => command.includes('node') && !command.includes('postgres')
  const total = async () => {
    const family = await familyOf(pid)
    return {
      levels: cpuOf(family.filter(isLevels)),
      relay: cpuOf(family.filter((each) => isOurs(each) && !isLevels(each))),
    }
  }
  const before = await total()
  const startedAt = performance.now()
  await pause(lengthS * 1000)
  const after = await total()
  const seconds = (performance.now() - startedAt) / 1000
  return {
    relay: (after.relay - before.relay) / seconds,
    levels: (after.levels - before.levels) / seconds,
  }
}

function cpuOf(processes: readonly Process[]): number {
  return processes.reduce((sum, { cpuS }) => sum + cpuS, 0)
}

/** Pictures that all tiles have shown. */
function picturesOf(page: Page): Promise<number> {
  return page
    .locator('canvas[data-pictures]')
    .evaluateAll((all) =>
      all.reduce((sum, tile) => sum + Number((tile as HTMLElement).dataset.pictures ?? 0), 0),
    )
}
