import { randomUUID } from 'node:crypto'
import { chmod, copyFile, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import {
  type Box,
  lookArgs,
  parseProbe,
  planPath,
  probeArgs,
  type ShotPath,
  salienceMeter,
  seenSize,
  shotDetector,
} from '../../media/src/index.ts'
import { middleAt } from '../../media/src/portrait/path.ts'
import type { Window } from '../../media/src/portrait/window.ts'
import { findPeople } from '../../server/src/areas/intelligence/vision/vision.ts'
import { detectFfmpeg, type Ffmpeg } from '../../server/src/platform/ffmpeg/index.ts'
import { encodeLimits, probeLimits } from '../../server/src/platform/ffmpeg/limits.ts'
import type { Row } from '../tools/table.ts'

/** Width by height of the crops, by the end of the names of their files. */
const ratios = { '1x3': 1 / 3, '9x16': 9 / 16 } as const
type RatioName = keyof typeof ratios
const demuxers: Readonly<Record<string, string>> = {
  '.mp4': 'mov',
  '.mov': 'mov',
  '.mkv': 'matroska',
  '.webm': 'matroska',
}
const FRAMES = 'frames.rgb'

/** A crop of a person in pixels, for a frame from 0. */
interface PersonsCrop extends Box {
  readonly frame: number
}

/** A video with the shots and the people in it. */
interface SeenVideo {
  readonly width: number
  readonly height: number
  readonly frameRate: number
  pathIn(window: Window): ShotPath[]
}

/** Measures how well the path of portraits meets crops that people made, compared with a crop in the middle.
 * @param folder videos, each with a file of crops for a ratio or both, such as `talk.mp4` with `talk.1x3.csv` and
 * `talk.9x16.csv`. A line of these is `frame,x,y,w,h`, in pixels of the upright video. Several lines of a frame are the crops
 * of several people. Other lines are skipped. Null for no rows */
export async function cropRows(folder: string | null): Promise<Row[]> {
  if (folder === null) return []
  const names = await readdir(folder)
  const ffmpeg = await detectFfmpeg()
  const found: Record<RatioName, { readonly ours: number[]; readonly middle: number[] }> = {
    '1x3': { ours: [], middle: [] },
    '9x16': { ours: [], middle: [] },
  }
  for (const name of names.filter((each) => extname(each) in demuxers)) {
    const base = name.slice(0, -extname(name).length)
    const known = (Object.keys(ratios) as RatioName[]).filter((ratio) =>
      names.includes(`${base}.${ratio}.csv`),
    )
    if (known.length === 0) continue
    const video = await seeVideo(ffmpeg, join(folder, name))
    for (const ratio of known) {
      const crops = cropsOf(await readFile(join(folder, `${base}.${ratio}.csv`), 'utf8'))
      if (crops.length === 0) continue
      const { ours, middle } = meetings(video, ratios[ratio], crops)
      found[ratio].ours.push(ours)
      found[ratio].middle.push(middle)
    }
  }
  return (Object.keys(ratios) as RatioName[]).flatMap((ratio) => rowOf(ratio, found[ratio]))
}

function rowOf(
  ratio: RatioName,
  { ours, middle }: { readonly ours: readonly number[]; readonly middle: readonly number[] },
): Row[] {
  if (ours.length === 0) return []
  const [own, against] = [meanOf(ours), meanOf(middle)]
  return [
    {
      what: `IoU of portraits at ${ratio.replace('x', ':')} with the crops of people, in ${ours.length} videos, compared with the middle`,
      ours: own.toFixed(3),
      against: against.toFixed(3),
      ratio: own / against,
      aim: '≥ 1 ×',
      isMet: own >= against,
    },
  ]
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function cropsOf(text: string): PersonsCrop[] {
  return text.split('\n').flatMap((line) => {
    const numbers = line.split(',').map(Number)
    const [frame = -1, x = 0, y = 0, width = 0, height = 0] = numbers
    const isCrop =
      numbers.length >= 5 && numbers.every(Number.isFinite) && frame >= 0 && width > 0 && height > 0
    return isCrop ? [{ frame, x, y, width, height }] : []
  })
}

/** The mean IoU of all crops with the path, and with a window in the middle. */
function meetings(
  { width, height, frameRate, pathIn }: SeenVideo,
  ratio: number,
  crops: readonly PersonsCrop[],
) {
  const own = width / height
  const window: Window =
    ratio < own ? { axis: 'x', share: ratio / own } : { axis: 'y', share: Math.min(1, own / ratio) }
  const path = pathIn(window)
  const boxAt = (middle: number): Box =>
    window.axis === 'x'
      ? { x: (middle - window.share / 2) * width, y: 0, width: window.share * width, height }
      : { x: 0, y: (middle - window.share / 2) * height, width, height: window.share * height }
  const ours = crops.map((crop) => {
    const timeS = crop.frame / frameRate
    const shot = path.find(({ endS }) => timeS < endS) ?? path.at(-1)
    // A shot that fits shows the whole frame.
    if (shot === undefined || shot.mode === 'fit') return iouOf({ x: 0, y: 0, width, height }, crop)
    return iouOf(boxAt(middleAt(shot.keyframes, timeS)), crop)
  })
  return { ours: meanOf(ours), middle: meanOf(crops.map((crop) => iouOf(boxAt(0.5), crop))) }
}

/** Intersection over union. */
function iouOf(one: Box, other: Box): number {
  const shared = (from: number, to: number, otherFrom: number, otherTo: number) =>
    Math.max(0, Math.min(to, otherTo) - Math.max(from, otherFrom))
  const both =
    shared(one.x, one.x + one.width, other.x, other.x + other.width) *
    shared(one.y, one.y + one.height, other.y, other.y + other.height)
  return both / (one.width * one.height + other.width * other.height - both)
}

/** Finds the shots and the people of a video, as the first step of a portrait does. */
async function seeVideo(ffmpeg: Ffmpeg, file: string): Promise<SeenVideo> {
  const cwd = join(tmpdir(), `kinora-bench-${randomUUID()}`)
  const { signal } = new AbortController()
  await ffmpeg.prepareFolder(cwd)
  try {
    const input = { path: `video${extname(file)}`, demuxer: demuxers[extname(file)] ?? 'mov' }
    await copyFile(file, join(cwd, input.path))
    await chmod(join(cwd, input.path), 0o444)
    const { stdout } = await ffmpeg.run('ffprobe', probeArgs(input), { limits: probeLimits, cwd, signal })
    const { video, durationS } = parseProbe(JSON.parse(stdout))
    if (video === null) throw new Error(`${file} has no picture`)
    const [detector, meter] = [shotDetector(), salienceMeter()]
    await ffmpeg.run('ffmpeg', lookArgs(input, video, { framesPath: FRAMES, textFramesPath: null }), {
      limits: encodeLimits(durationS),
      cwd,
      signal,
      onOutput(chunk) {
        detector.push(chunk)
        meter.push(chunk)
      },
    })
    const shots = detector.end(durationS)
    const moving = meter.end()
    const people = await findPeople({ file: join(cwd, FRAMES), ...seenSize(video) }, { signal })
    const { num, den } = video.frameRate
    return {
      width: video.displayWidth,
      height: video.displayHeight,
      frameRate: num / den,
      // The crops of people are one window, so there are no halves.
      pathIn: (window) => planPath(people, shots, window, false, [], moving),
    }
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
}
