import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { lowPriority } from '../../server/src/platform/ffmpeg/index.ts'
import { makeClip } from '../../server/src/testing/clips.ts'
import { peopleArgs } from '../../server/src/testing/portraits/people.ts'
import type { Bench } from '../tools/bench.ts'
import { percentile, secondsOf, slowest, until } from '../tools/measure.ts'
import { milliseconds, type Row, ratioRow, seconds } from '../tools/table.ts'
import { sendParts } from '../tools/upload.ts'
import { whenSettled } from '../tools/viewer.ts'

const run = promisify(execFile)
const MOST_SLOWER = 1.3
const MOST_PORTRAIT = 1.5
const POLL_MS = 100

/** Measures how much an analysis slows lists, and a portrait compared with decoding and encoding its video. */
export async function workingRows(bench: Bench): Promise<Row[]> {
  const { owner, folder, plan } = bench
  // A face that moves, at 720p.
  const [, , , graph = ''] = peopleArgs(plan.clipS, ['160+20*t'])
  const scaled = graph.replace(/,format=yuv420p\[out0\]$/, ',scale=1280:720,format=yuv420p[out0]')
  const args = peopleArgs(plan.clipS, ['160+20*t']).map((arg) => (arg === graph ? scaled : arg))
  const clip = await makeClip(join(folder, 'person.mp4'), ...args)
  const { complete } = await sendParts(owner, clip)
  const { id } = await complete()
  await whenSettled(owner, id)
  const rows = [await listRow(bench, id), await portraitRow(bench, id, clip)]
  await owner.call('deleteContent', { params: { id }, query: { permanently: true } })
  return rows
}

async function listRow({ owner, plan }: Bench, id: string): Promise<Row> {
  const list = () => owner.call('listContents', { query: { pageSize: 12 } })
  await slowest(20, list)
  const idleS = await slowest(plan.listRequests / 2, list)
  await owner.call('analyzeContent', { params: { id }, body: {} })
  const isRunning = async () =>
    (await owner.call('getAnalysis', { params: { id } })).parts.some(({ status }) =>
      /waiting|running/.test(status),
    )
  const taken: number[] = []
  while (await isRunning()) for (let n = 0; n < 20; n += 1) taken.push(await secondsOf(list))
  const pair = { ours: percentile(taken, 0.95), against: idleS }
  return ratioRow('list during an analysis, compared with idle, p95', pair, milliseconds, {
    most: MOST_SLOWER,
  })
}

async function portraitRow({ owner, folder }: Bench, id: string, clip: string): Promise<Row> {
  const ours = await secondsOf(async () => {
    const { id: portraitId } = await owner.call('createPortrait', {
      body: { name: 'Bench', contentId: id, shape: '9:16' },
    })
    await until(POLL_MS, async () => {
      const { status, reason } = await owner.call('getPortrait', { params: { id: portraitId } })
      if (status === 'failed') throw new Error(`the portrait failed: ${reason}`)
      return status === 'ready' ? true : null
    })
  })
  const crop = "crop=w=404:h=720:x='min(876,t*10)':y=0,scale=720:1280,setsar=1,format=yuv420p"
  const encoding = '-c:v libx264 -preset veryfast -crf 18 -profile:v high -bf 0 -g 50 -c:a copy -y'.split(' ')
  const [nice = 'nice', ...words] = [...lowPriority, 'ffmpeg', '-v', 'error', '-i', clip, '-vf', crop]
  const against = await secondsOf(() => run(nice, [...words, ...encoding, join(folder, 'bare.mp4')]))
  return ratioRow(
    'a portrait of a 720p video, compared with decoding, cropping and encoding it',
    { ours, against },
    seconds,
    { most: MOST_PORTRAIT },
  )
}
