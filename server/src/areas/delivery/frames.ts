import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gifArgs, type Input, thumbnailArgs, type VideoSource } from '@kinora/media'
import { publicId } from '../../platform/ids.ts'
import { problem } from '../../platform/problem.ts'
import { slotsOf } from '../../platform/slots.ts'
import {
  initKey,
  type Library,
  type PlayableRendition,
  type Playback,
  pictureLimits,
  segmentKey,
} from '../library/index.ts'
import { byteMemory } from './byte-memory.ts'
import type { SegmentMemory } from './segment-memory.ts'

const FRAMES_AT_ONCE = 2
const KEPT_BYTES = 32 * 1024 ** 2
const MAX_GIF_S = 10
/** Moving pictures are small: a rung of about this many lines is sharp enough. */
const GIF_LINES = 360

type Still = Parameters<typeof thumbnailArgs>[2]
type Gif = Parameters<typeof gifArgs>[2]

export interface Frames {
  still(playback: Playback, still: Still): Promise<Buffer>
  gif(playback: Playback, gif: Gif): Promise<Buffer>
}

/**
 * Pictures out of a video at any time, drawn from the one segment that holds it. The last ones are kept in memory: on
 * disk anybody could fill it by asking for ever new ones. The same picture asked for twice at once is drawn once.
 */
export function frameDrawer(library: Library, memory: SegmentMemory): Frames {
  const { ffmpeg } = library
  const drawing = new Map<string, Promise<Buffer>>()
  const kept = byteMemory(KEPT_BYTES)
  const slots = slotsOf(FRAMES_AT_ONCE)

  function once(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const found = kept.get(key)
    if (found !== undefined) return Promise.resolve(found)
    const under = drawing.get(key)
    if (under !== undefined) return under
    const result = slots(draw)
      .then((drawn) => {
        kept.set(key, drawn)
        return drawn
      })
      .finally(() => drawing.delete(key))
    drawing.set(key, result)
    return result
  }

  async function run(
    span: Span,
    name: string,
    argsOf: (input: Input, source: VideoSource) => string[],
  ): Promise<Buffer> {
    const folder = join(library.workFolder, publicId())
    await ffmpeg.prepareFolder(folder)
    try {
      await writeFile(join(folder, 'span.mp4'), await bytesOf(span, memory), { mode: 0o644 })
      const args = argsOf({ path: 'span.mp4', demuxer: 'mov' }, sourceOf(span))
      await ffmpeg.run('ffmpeg', args, {
        limits: pictureLimits,
        cwd: folder,
        signal: AbortSignal.timeout(60_000),
      })
      return await readFile(join(folder, name))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  return {
    still(playback, still) {
      const rendition = pictureOf(playback, Number.POSITIVE_INFINITY)
      const span = spanOf(playback, rendition, still.timeS, still.timeS)
      const name = `still.${still.format}`
      const key = keyOf(span, still)
      const draw = () =>
        run(span, name, (input, source) =>
          thumbnailArgs(
            input,
            source,
            { ...still, timeS: still.timeS - span.startS },
            ffmpeg.capabilities.filters,
            name,
          ),
        )
      return once(key, draw)
    },

    gif(playback, gif) {
      const endS = Math.min(gif.endS, gif.startS + MAX_GIF_S, playback.durationS)
      const rendition = pictureOf(playback, GIF_LINES)
      const span = spanOf(playback, rendition, gif.startS, endS)
      const key = keyOf(span, gif)
      const within = { ...gif, startS: gif.startS - span.startS, endS: endS - span.startS }
      const draw = () =>
        run(span, 'moving.gif', (input, source) =>
          gifArgs(input, source, within, ffmpeg.capabilities.filters, 'moving.gif'),
        )
      return once(key, draw)
    },
  }
}

interface Span {
  readonly playback: Playback
  readonly rendition: PlayableRendition
  /** First and last segment. */
  readonly from: number
  readonly to: number
  readonly startS: number
  readonly durationS: number
}

/** The best rendition of at most `lines`, or the smallest. @throws problem not-found where there is no picture */
function pictureOf({ renditions }: Playback, lines: number): PlayableRendition {
  const pictures = renditions.filter(({ type }) => type === 'video')
  const found = pictures.findLast(({ width, height }) => Math.min(width, height) <= lines) ?? pictures[0]
  if (found === undefined) throw problem('not-found')
  return found
}

function spanOf(playback: Playback, rendition: PlayableRendition, fromS: number, toS: number): Span {
  let atS = 0
  let from = 0
  let startS = 0
  let to = 0
  for (const [n, [durationS]] of rendition.segments.entries()) {
    if (atS <= fromS) {
      from = n
      startS = atS
    }
    if (atS <= toS) to = n
    atS += durationS
  }
  const durationS = rendition.segments.slice(from, to + 1).reduce((sum, [seconds]) => sum + seconds, 0)
  return { playback, rendition, from, to, startS, durationS }
}

async function bytesOf({ playback, rendition, from, to }: Span, memory: SegmentMemory): Promise<Buffer> {
  const { contentId } = playback
  const keys = [initKey(contentId, rendition.filesId)]
  for (let n = from; n <= to; n++) keys.push(segmentKey(contentId, rendition.filesId, n))
  const parts = await Promise.all(keys.map((key) => memory.read(key)))
  if (parts.includes(null)) throw problem('not-found')
  return Buffer.concat(parts.filter((part) => part !== null))
}

/** What a rendition's own segments are: upright, square, progressive H.264. */
function sourceOf({ rendition, durationS }: Span): VideoSource {
  const { width, height } = rendition
  const frameRate = { num: Math.round(rendition.frameRate * 1000), den: 1000 }
  return {
    container: 'mov',
    durationS,
    startTimeS: 0,
    sizeBytes: 0,
    bitrate: 0,
    audio: [],
    video: {
      index: 0,
      codec: 'h264',
      profile: 'High',
      level: 0,
      pixFmt: 'yuv420p',
      width,
      height,
      displayWidth: width,
      displayHeight: height,
      rotation: 0,
      sampleAspect: { num: 1, den: 1 },
      frameRate,
      rFrameRate: frameRate,
      isVfr: false,
      isInterlaced: false,
      colorTransfer: '',
      colorPrimaries: '',
      colorSpace: '',
      isHdr: false,
      hasBFrames: true,
      startTimeS: 0,
      bitrate: 0,
    },
  }
}

/** While a video grows, the same time can come to lie in another segment: then it is another picture. */
function keyOf({ rendition, from, to }: Span, picture: Still | Gif): string {
  return JSON.stringify([rendition.filesId, from, to, picture])
}
