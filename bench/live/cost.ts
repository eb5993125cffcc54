import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type LiveRung, liveRungs, STANDARD_ENCODING } from '../../media/src/index.ts'
import { makeClip, pattern } from '../../server/src/testing/clips.ts'
import type { Bench } from '../tools/bench.ts'
import { alternately } from '../tools/measure.ts'
import { type Row, ratioRow } from '../tools/table.ts'
import { entriesOf } from '../tools/viewer.ts'
import { byRtmp, goLive } from './broadcast.ts'
import { familyOf } from './processor.ts'

const SETTLE_MS = 6000
const MOST_OF_BARE = 1.15
const MOST_OF_CORE = 0.08

const share = (value: number) => `${(100 * value).toFixed(1)} % of a core`

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
  '3M',
  '-maxrate',
  '3M',
  '-bufsize',
  '6M',
  '-c:a',
  'aac',
  '-b:a',
  '128k',
  '-ar',
  '48000',
]

/** CPU time of a stream, from the encoder's connection to one viewer. */
export async function costRows(bench: Bench): Promise<Row[]> {
  const { folder, kinora, plan } = bench
  if ((await familyOf(kinora.pid)).length === 0) return []
  const clip = await makeClip(join(folder, 'camera.mp4'), ...pattern(20, '1280x720', 30), ...cameraArgs)
  const small = await makeClip(join(folder, 'small.mp4'), ...pattern(20, '426x240', 30), ...cameraArgs)
  const rungs = liveRungs({ width: 1280, height: 720 }, STANDARD_ENCODING)
  const pair = await alternately(
    plan.rounds,
    () => costOf(bench, clip, () => true),
    () => bareCost(bench, clip, rungs),
  )
  const passed = await costOf(bench, small, (command) => command.includes('node-main'))
  return [
    ratioRow(
      `CPU of a live stream of 720p30 with ${rungs.length} renditions below, one viewer; against one ffmpeg that writes the same to HLS`,
      pair,
      share,
      { most: MOST_OF_BARE },
    ),
    {
      what: 'CPU of the live node for a stream of 3 Mbit/s that is only passed through',
      ours: share(passed),
      against: 'a core',
      ratio: passed,
      aim: `≤ ${MOST_OF_CORE} ×`,
      isMet: passed <= MOST_OF_CORE,
    },
  ]
}

/** CPU time per second of the processes of Kinora whose commands are counted, beyond what they take without a stream.
 * PostgreSQL is not counted. */
async function costOf(
  { owner, kinora, plan }: Bench,
  clip: string,
  isCounted: (command: string) => boolean,
): Promise<number> {
  const total = async () => {
    const family = await familyOf(kinora.pid)
    return family
      .filter(({ command }) => isCounted(command) && !command.includes('postgres'))
      .reduce((sum, { cpuS }) => sum + cpuS, 0)
  }
  const idle = await perSecondOf(total, plan.liveS)
  const live = await goLive(owner, byRtmp(['-re', '-stream_loop', '-1', '-i', clip, '-c', 'copy']))
  const stop = new AbortController()
  const watching = watch(live.url, stop.signal)
  await pause(SETTLE_MS)
  const used = await perSecondOf(total, plan.liveS)
  stop.abort()
  await watching
  await live.stop()
  return used - idle
}

/** How much a total grows in a second. */
async function perSecondOf(total: () => Promise<number>, lengthS: number): Promise<number> {
  const before = await total()
  const startedAt = performance.now()
  await pause(lengthS * 1000)
  return ((await total()) - before) / ((performance.now() - startedAt) / 1000)
}

/** Follows the top rendition and the sound by ordinary reloads, like a player without low latency. */
async function watch(url: string, signal: AbortSignal): Promise<void> {
  const seen = new Set<string>()
  while (!signal.aborted) {
    for (const media of await entriesOf(url)) {
      for (const segment of (await entriesOf(media)).slice(-2)) {
        if (seen.has(segment)) continue
        seen.add(segment)
        await (await fetch(segment)).arrayBuffer()
      }
    }
    await pause(1000)
  }
}

async function bareCost({ folder, plan }: Bench, clip: string, rungs: readonly LiveRung[]): Promise<number> {
  const cwd = await mkdtemp(join(folder, 'bare-live-'))
  const hls = (name: string) => [
    '-hls_time',
    '2',
    '-hls_segment_type',
    'fmp4',
    '-hls_flags',
    'delete_segments',
    '-hls_fmp4_init_filename',
    `${name}.mp4`,
    '-f',
    'hls',
    `${name}.m3u8`,
  ]
  const graph = [
    `[0:v]split=${rungs.length}${rungs.map(({ name }) => `[in-${name}]`).join('')}`,
    ...rungs.map(
      ({ name, width, height }) =>
        `[in-${name}]scale=${width}:${height}:flags=bicubic,format=yuv420p[${name}]`,
    ),
  ].join(';')
  const args = [
    '-loglevel',
    'error',
    '-re',
    '-stream_loop',
    '-1',
    '-i',
    clip,
    '-filter_complex',
    graph,
    '-map',
    '0:v',
    '-c:v',
    'copy',
    ...hls('source'),
    '-map',
    '0:a',
    '-c:a',
    'copy',
    ...hls('audio'),
    ...rungs.flatMap(({ name, bitrateKbps }) => [
      '-map',
      `[${name}]`,
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-tune',
      'zerolatency',
      '-bf',
      '0',
      '-b:v',
      `${bitrateKbps}k`,
      '-maxrate',
      `${1.25 * bitrateKbps}k`,
      '-bufsize',
      `${2 * bitrateKbps}k`,
      '-sc_threshold',
      '0',
      '-g',
      '60',
      ...hls(name),
    ]),
  ]
  const child = spawn('ffmpeg', args, { cwd, stdio: 'ignore' })
  const ended = once(child, 'exit')
  await pause(SETTLE_MS)
  const used = await perSecondOf(async () => (await familyOf(child.pid ?? 0))[0]?.cpuS ?? 0, plan.liveS)
  child.kill('SIGKILL')
  await ended
  await rm(cwd, { recursive: true, force: true })
  return used
}
