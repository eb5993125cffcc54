import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  ladderArgs,
  parseMediaPlaylist,
  RENDITION,
  type Rung,
  STANDARD_ENCODING,
} from '../media/src/index.ts'
import { fitToTitle } from '../server/src/areas/library/encoding/per-title.ts'
import { analyzeSource } from '../server/src/areas/library/sources/analyze.ts'
import { detectFfmpeg, type Ffmpeg } from '../server/src/platform/ffmpeg/index.ts'
import { encodeLimits } from '../server/src/platform/ffmpeg/limits.ts'
import { makeClip } from '../server/src/testing/clips.ts'
import type { Pair } from './tools/measure.ts'
import { type Row, ratioRow } from './tools/table.ts'

const run = promisify(execFile)
const LENGTH_S = 8
const CLIP = 'clip.mkv'
const lossless = [
  '-t',
  String(LENGTH_S),
  '-an',
  '-c:v',
  'libx264',
  '-qp',
  '0',
  '-preset',
  'ultrafast',
  '-pix_fmt',
  'yuv420p',
]

/** Bit rate and SSIM of a rung at the size of the source. */
interface Point {
  readonly bytes: number
  readonly ssim: number
}

/** Compares the per-title ladder with the bits that the fixed ladder needs for the same SSIM. `CLIP_PATH` adds a
 * clip. */
export async function perTitleRows(): Promise<Row[]> {
  const real = process.env.CLIP_PATH ?? ''
  const clips: [string, string[]][] = [
    ['slides', ['-f', 'lavfi', '-i', 'smptehdbars=s=1280x720:r=25']],
    ['a zoom into detail', ['-f', 'lavfi', '-i', 'mandelbrot=s=1280x720:r=25:start_scale=0.5']],
    ...(real === '' ? [] : [['a real clip', ['-i', real]] satisfies [string, string[]]]),
  ]
  const ffmpeg = await detectFfmpeg()
  const rows: Row[] = []
  for (const [name, given] of clips) rows.push(await rowOf(ffmpeg, name, given))
  return rows
}

async function rowOf(ffmpeg: Ffmpeg, name: string, given: string[]): Promise<Row> {
  const folder = join(tmpdir(), `kinora-bench-${randomUUID()}`)
  await ffmpeg.prepareFolder(folder)
  try {
    await makeClip(join(folder, CLIP), ...given, ...lossless)
    const fixed = await ladderOf(ffmpeg, folder, false)
    const own = await ladderOf(ffmpeg, folder, true)
    const what = `bits of the ${own.length} rungs for ${name}, compared with the ${fixed.length} rungs of the fixed ladder at equal SSIM`
    return ratioRow(what, atEqualSsim(own, fixed), (bytes) => `${Math.round(bytes / 1000)} kB`, { most: 1 })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function ladderOf(ffmpeg: Ffmpeg, folder: string, perTitle: boolean): Promise<Point[]> {
  const work = { folder, signal: new AbortController().signal }
  const encoding = { ...STANDARD_ENCODING, perTitle, keepsOriginal: false }
  const { source, plan, demuxer } = await analyzeSource(ffmpeg, CLIP, work, encoding)
  const { video } = source
  if (video === null || plan.mode === 'audio-only') throw new Error('the clip has no video')
  const input = { path: CLIP, demuxer }
  const chosen = perTitle ? await fitToTitle(ffmpeg, work, input, { ...source, video }, plan) : plan
  const rungs = [chosen.first, ...chosen.rest]
  for (const { name } of rungs) await ffmpeg.prepareFolder(join(folder, name))
  const args = ladderArgs(input, { ...source, video }, chosen, rungs, null, ffmpeg.capabilities.filters)
  await ffmpeg.run('ffmpeg', args, { limits: encodeLimits(LENGTH_S), cwd: folder, signal: work.signal })
  const points: Point[] = []
  for (const rung of rungs) points.push(await pointOf(folder, rung, video))
  return points.sort((a, b) => a.ssim - b.ssim)
}

async function pointOf(
  folder: string,
  { name }: Rung,
  { displayWidth, displayHeight }: { displayWidth: number; displayHeight: number },
): Promise<Point> {
  const path = join(folder, name, RENDITION.playlist)
  const { segments = [] } = parseMediaPlaylist(await readFile(path, 'utf8')) ?? {}
  const sizes = await Promise.all(segments.map(async ({ uri }) => (await stat(join(folder, name, uri))).size))
  const upright = `setpts=PTS-STARTPTS,scale=${displayWidth}:${displayHeight}:flags=bicubic,format=yuv420p`
  const compare = `[0:v]${upright}[a];[1:v]${upright}[b];[a][b]ssim`
  const { stderr } = await run('ffmpeg', [
    '-i',
    path,
    '-i',
    join(folder, CLIP),
    '-lavfi',
    compare,
    '-f',
    'null',
    '-',
  ])
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), ssim: Number(/All:([\d.]+)/.exec(stderr)?.[1]) }
}

/** The rungs within the quality range of the fixed ladder, with the bits that it needs for the same quality. */
function atEqualSsim(own: readonly Point[], fixed: readonly Point[]): Pair {
  const within = own.flatMap((point) => {
    const bytes = bytesFor(fixed, point.ssim)
    return bytes === null ? [] : [{ ours: point.bytes, against: bytes }]
  })
  const sum = (of: (pair: Pair) => number) => within.reduce((total, pair) => total + of(pair), 0)
  return { ours: sum(({ ours }) => ours), against: sum(({ against }) => against) }
}

/** Interpolates bits between two rungs as a power of the lost quality. Null outside of the range. */
function bytesFor(points: readonly Point[], ssim: number): number | null {
  const above = points.findIndex((point) => point.ssim >= ssim)
  const upper = points[above]
  if (upper === undefined) return null
  if (upper.ssim === ssim) return upper.bytes
  const lower = points[above - 1]
  if (lower === undefined) return null
  const lost = (point: { ssim: number }) => Math.log(1 - point.ssim)
  const share = (lost(lower) - lost({ ssim })) / (lost(lower) - lost(upper))
  return Math.exp(Math.log(lower.bytes) + share * Math.log(upper.bytes / lower.bytes))
}
