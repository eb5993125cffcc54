import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import type { AdChannel } from '../../contract/src/index.ts'
import { openAdServer, type TestAdServer } from '../../server/src/testing/ad-server.ts'
import { contentWhen, isSettled, uploadFile } from '../../server/src/testing/client.ts'
import { h264, makeClip } from '../../server/src/testing/clips.ts'
import { byRtmp, goLive } from '../live/broadcast.ts'
import type { Bench } from '../tools/bench.ts'
import { until } from '../tools/measure.ts'
import { milliseconds, type Row } from '../tools/table.ts'
import { type Joins, joinsOf, typical } from './joins.ts'
import { counted, uncounted, type Watched, watchedPage } from './watched-page.ts'

const AD_S = 2
/** Length of the content between two breaks of a video. */
const PIECE_S = 4
/** Time between the starts of two breaks of a live stream, and the length of a break. */
const LIVE_CYCLE_S = 14
const LIVE_BREAK_S = 4
const [WHOLE_BREAKS, QUICK_BREAKS] = [50, 5]
const POLL_MS = 500

const MOST_STALL_MS = 500
const MOST_OFFSET_MS = 40

/** hls.js plays a video and a live stream with many breaks, in both modes. */
export async function adPlayingRows(bench: Bench): Promise<Row[]> {
  const executablePath = process.env.CHROMIUM_PATH
  if (executablePath === undefined) return []
  const breaks = bench.plan.isQuick ? QUICK_BREAKS : WHOLE_BREAKS
  const adServer = await openAdServer()
  const clip = await makeClip(
    join(bench.folder, 'counted-ad.mp4'),
    ...uncounted(AD_S),
    ...h264,
    '-c:a',
    'aac',
  )
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
  })
  const world = { bench, adServer, clip, browser, breaks }
  try {
    return [...(await videoRows(world)), ...(await liveRows(world))]
  } finally {
    await browser.close()
    await adServer.close()
  }
}

interface World {
  readonly bench: Bench
  readonly adServer: TestAdServer
  readonly clip: string
  readonly browser: Browser
  readonly breaks: number
}

async function videoRows(world: World): Promise<Row[]> {
  const { bench, breaks } = world
  const { owner } = bench
  const lengthS = (breaks + 1) * PIECE_S
  const path = join(bench.folder, 'counted.mp4')
  await makeClip(path, ...counted(lengthS), ...h264, '-c:a', 'aac')
  const { id } = await contentWhen(owner, (await uploadFile(owner, path)).id, isSettled)
  for (let n = 1; n <= breaks; n++)
    await owner.call('createAdBreak', { params: { id }, body: { at: n * PIECE_S, durationS: AD_S + 1 } })
  const channel = await readyChannel(world, id)
  const watch = async (mode: 'stitched' | 'guided') => {
    const url = mode === 'guided' ? `${channel.finalUrl}?ads=guided` : channel.finalUrl
    const limitS = lengthS + breaks * (AD_S + 2) + 30
    const watched = await watchUntil(world, url, limitS, (ended) => ended, mode === 'guided')
    return rowsOf(`video, ${mode}`, joinsOf(watched, false), breaks)
  }
  return [...(await watch('stitched')), ...(await watch('guided'))]
}

/** Both modes at the same time: the breaks are those of the stream. */
async function liveRows(world: World): Promise<Row[]> {
  const { bench, breaks } = world
  const { owner } = bench
  const input = ['-re', ...counted(null), ...h264, '-tune', 'zerolatency', '-c:a', 'aac']
  const live = await goLive(owner, byRtmp(input), { record: false })
  const { id } = live.stream
  const channel = await readyChannel(world, id)
  const cues = (async () => {
    for (let n = 0; n < breaks; n++) {
      await pause(LIVE_CYCLE_S * 1000)
      await owner.call('startLiveCue', { params: { id }, body: { durationS: LIVE_BREAK_S, leadS: 3 } })
    }
    await pause(LIVE_CYCLE_S * 2000)
  })()
  let isOver = false
  void cues
    .catch(() => undefined)
    .finally(() => {
      isOver = true
    })
  const limitS = (breaks + 4) * LIVE_CYCLE_S
  const watch = async (url: string) => joinsOf(await watchUntil(world, url, limitS, () => isOver), true)
  try {
    const [plain, own] = await Promise.all([watch(channel.finalUrl), watch(`${channel.finalUrl}?ads=guided`)])
    await cues
    return [...rowsOf('live stream, stitched', plain, breaks), ...rowsOf('live stream, guided', own, breaks)]
  } finally {
    await live.stop()
  }
}

async function readyChannel(
  { bench: { owner }, adServer, clip }: World,
  streamId: string,
): Promise<AdChannel> {
  const midrollAdTagUrl = adServer.offer(`/${streamId}`, adServer.ad('counted', clip, { seconds: AD_S }))
  const channel = await owner.call('createAdChannel', {
    body: { name: 'Bench', streamId, midrollAdTagUrl, adServerTimeoutMs: 3000 },
  })
  await until(POLL_MS, async () => {
    const { decisions } = await owner.call('tryAdChannel', { params: { id: channel.id }, body: {} })
    return decisions.length > 0 && decisions.every(({ filledS }) => filledS > 0) ? true : null
  })
  return channel
}

async function watchUntil(
  { browser }: World,
  playlist: string,
  limitS: number,
  isEnough: (ended: boolean) => boolean,
  resumes = false,
): Promise<Watched> {
  const watching = await watchedPage()
  const page = await browser.newPage()
  await page.goto(watching.url(playlist, resumes))
  const endMs = Date.now() + limitS * 1000
  const hasEnded = () => page.evaluate(() => (window as unknown as { watched: Watched }).watched.ended)
  while (Date.now() < endMs && !isEnough(await hasEnded())) await pause(2000)
  const watched = await page.evaluate(() => (window as unknown as { watched: Watched }).watched)
  await page.close()
  await watching.close()
  if (watched.faults.length > 0) throw new Error(`hls.js failed: ${watched.faults.join()}`)
  return watched
}

function rowsOf(what: string, joins: Joins, breaks: number): Row[] {
  const { longestStallMs, longestHoleMs, broken, worstFrames, unseen, offsetsMs } = joins
  const name = `ads in hls.js, ${what}, ${joins.breaks} breaks`
  const largest = Math.max(0, ...offsetsMs)
  return [
    {
      what: `${name}: longest stall`,
      ours: milliseconds(longestStallMs / 1000),
      against: `longest step between pictures: ${milliseconds(longestHoleMs / 1000)}`,
      ratio: null,
      aim: `≤ ${MOST_STALL_MS} ms, all ${breaks} breaks`,
      isMet: longestStallMs <= MOST_STALL_MS && joins.breaks >= breaks,
    },
    {
      what: `${name}: returns to a lost or doubled frame`,
      ours: String(broken),
      against: `not seen by the page: ${unseen}; at the worst ${worstFrames} frames`,
      ratio: null,
      aim: '0',
      isMet: broken === 0,
    },
    {
      what: `${name}: largest change of sound against picture`,
      ours: milliseconds(largest / 1000),
      against: `p50: ${milliseconds(typical(offsetsMs) / 1000)} of ${offsetsMs.length}`,
      ratio: null,
      aim: `≤ ${MOST_OFFSET_MS} ms`,
      isMet: largest <= MOST_OFFSET_MS && offsetsMs.length > 0,
    },
  ]
}
