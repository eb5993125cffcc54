import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeClip, pattern } from '../../server/src/testing/clips.ts'
import { type LlPlaylist, parseLlPlaylist } from '../../server/src/testing/hls/ll-hls-check.ts'
import type { Bench } from '../tools/bench.ts'
import type { Nginx } from '../tools/nginx.ts'
import type { Plan } from '../tools/plan.ts'
import { milliseconds, type Row } from '../tools/table.ts'
import { entriesOf } from '../tools/viewer.ts'
import { byRtmp, goLive } from './broadcast.ts'
import type { ViewersReport } from './viewers-worker.ts'

const run = promisify(execFile)

const EXTRA_S = 0.2

const cameraArgs = [
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-tune',
  'zerolatency',
  '-pix_fmt',
  'yuv420p',
  '-bf',
  '0',
  '-g',
  '60',
  '-sc_threshold',
  '0',
  '-b:v',
  '1M',
  '-c:a',
  'aac',
  '-b:a',
  '128k',
  '-ar',
  '48000',
]

/** Many viewers with blocking reloads on one server; the same parts as files of nginx. */
export async function viewerRows(bench: Bench): Promise<Row[]> {
  const { folder, owner, plan, nginx } = bench
  // Smaller than all renditions of the profile: only delivery is measured, no encoder.
  const clip = await makeClip(join(folder, 'viewers.mp4'), ...pattern(20, '426x240', 30), ...cameraArgs)
  const live = await goLive(owner, byRtmp(['-re', '-stream_loop', '-1', '-i', clip, '-c', 'copy']))
  const [media = ''] = await entriesOf(live.url)
  const playlist = parseLlPlaylist(await (await fetch(media)).text())
  const { partTargetS } = playlist
  const ours = await watch(media, 'live', plan)
  const against =
    nginx === null ? null : await watch(await partOf(playlist, media, nginx), String(partTargetS), plan)
  await live.stop()
  const mostS = partTargetS + EXTRA_S
  return [
    {
      what: `${plan.liveViewers} viewers of low-latency HLS: p99 from the request of a part to its end, ${ours.missed} of ${ours.loaded} missed`,
      ours: milliseconds(ours.p99S),
      against: against === null ? '' : `nginx, a file that is there: ${milliseconds(against.p99S)}`,
      ratio: ours.p99S / mostS,
      aim: `≤ ${milliseconds(mostS)}, 0 missed`,
      isMet: ours.p99S <= mostS && ours.missed === 0,
    },
  ]
}

/** URL of a part as a file of nginx. */
async function partOf({ segments }: LlPlaylist, media: string, nginx: Nginx): Promise<string> {
  const { uri } = segments.flatMap(({ parts }) => parts).at(-1) ?? { uri: '' }
  const bytes = await (await fetch(new URL(uri, media))).arrayBuffer()
  await writeFile(join(nginx.root, 'part.m4s'), Buffer.from(bytes))
  return `${nginx.url}/part.m4s`
}

async function watch(url: string, mode: string, { liveViewers, liveS }: Plan): Promise<ViewersReport> {
  const worker = join(import.meta.dirname, 'viewers-worker.ts')
  const { stdout } = await run(process.execPath, [worker, url, mode, String(liveViewers), String(liveS)])
  return JSON.parse(stdout) as ViewersReport
}
