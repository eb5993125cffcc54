import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import type { Bench } from '../tools/bench.ts'
import { percentile } from '../tools/measure.ts'
import { type Row, seconds } from '../tools/table.ts'
import { byRtmp, goLive } from './broadcast.ts'
import { agesOf, beepAgesOf, clockByWhip, clockInput, writeClock } from './clock-picture.ts'

// Some 0.4 s of realtime by RTMP are in ffmpeg: it holds pictures back until their audio has come.
const modes = [
  { latencyMode: 'realtime', from: 'WHIP', mostS: 0.3 },
  { latencyMode: 'realtime', from: 'RTMP', mostS: 0.8 },
  { latencyMode: 'low', from: 'RTMP', mostS: 1.6 },
  { latencyMode: 'standard', from: 'RTMP', mostS: 8 },
] as const

/** The player finds its distance from the live edge. */
const SETTLE_MS = 8000

/** From the encoder's input to the screen of the player, read from the picture. */
export async function latencyRows(bench: Bench): Promise<Row[]> {
  const executablePath = process.env.CHROMIUM_PATH
  if (executablePath === undefined) return []
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
  })
  const rows: Row[] = []
  for (const mode of modes) rows.push(...(await rowsOf(bench, browser, mode)))
  await browser.close()
  return rows
}

async function rowsOf(
  { owner, plan }: Bench,
  browser: Browser,
  { latencyMode, from, mostS }: (typeof modes)[number],
): Promise<Row[]> {
  const publish = from === 'WHIP' ? clockByWhip(browser) : byRtmp(clockInput, writeClock)
  const live = await goLive(owner, publish, { latencyMode })
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await page.goto(`${owner.url}/embed/${live.stream.playbackId}?autoplay=1&muted=1`)
  await pause(SETTLE_MS)
  const [ages, beepAges] = await Promise.all([
    agesOf(page, plan.liveS),
    from === 'WHIP' ? beepAgesOf(page, plan.liveS) : [],
  ])
  await page.close()
  await live.stop()
  const of = `mode ${latencyMode}, 720p30 by ${from} with 3 renditions below: p95`
  const row = (what: string, values: readonly number[]): Row => {
    const p95 = percentile(values, 0.95)
    return {
      what: `live latency ${what}, ${of}`,
      ours: seconds(p95),
      against: `p50: ${seconds(percentile(values, 0.5))}`,
      ratio: p95 / mostS,
      aim: `≤ ${mostS} s`,
      isMet: p95 <= mostS,
    }
  }
  return [row('on screen', ages), ...(from === 'WHIP' ? [row('of the audio', beepAges)] : [])]
}
