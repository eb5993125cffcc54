import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import type { Bench } from '../tools/bench.ts'
import { percentile } from '../tools/measure.ts'
import { type Row, seconds } from '../tools/table.ts'
import { goLive } from './broadcast.ts'
import { agesOf, clockInput, writeClock } from './clock-picture.ts'

const modes = [
  { latencyMode: 'realtime', mostS: 0.5 },
  { latencyMode: 'low', mostS: 3 },
  { latencyMode: 'standard', mostS: 8 },
] as const

/** The player finds its distance from the live edge. */
const SETTLE_MS = 8000

/** From the encoder's input to the screen of the player, read from the picture. */
export async function latencyRows(bench: Bench): Promise<Row[]> {
  const executablePath = process.env.CHROMIUM_PATH
  if (executablePath === undefined) return []
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const rows: Row[] = []
  for (const { latencyMode, mostS } of modes) {
    const live = await goLive(bench.owner, clockInput, { latencyMode }, writeClock)
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
    await page.goto(`${bench.owner.url}/embed/${live.stream.playbackId}?autoplay=1&muted=1`)
    await pause(SETTLE_MS)
    const ages = await agesOf(page, bench.plan.liveS)
    await page.close()
    await live.stop()
    const p95 = percentile(ages, 0.95)
    rows.push({
      what: `live latency on screen, mode ${latencyMode}, 720p30 with 3 renditions below: p95`,
      ours: seconds(p95),
      against: `p50: ${seconds(percentile(ages, 0.5))}`,
      ratio: p95 / mostS,
      aim: `≤ ${mostS} s`,
      isMet: p95 <= mostS,
    })
  }
  await browser.close()
  return rows
}
