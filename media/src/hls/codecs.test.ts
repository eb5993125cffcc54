import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Encoding, VideoCodec } from '../index.ts'
import { ENCODERS, laterCodecsOf, STANDARD_ENCODING } from '../index.ts'
import {
  encoderList,
  ffmpeg,
  ffprobe,
  makeClip,
  type Rendition,
  type Transcoded,
  transcode,
} from '../testing/test-transcode.ts'

const encoders = await encoderList()
const isThere = (codec: VideoCodec) => encoders.includes(` ${ENCODERS[codec]} `)
const allCodecs = (['h264', 'hevc', 'vp9', 'av1'] as const).filter(isThere)

const encoding = (change: Partial<Encoding>): Encoding => ({
  ...STANDARD_ENCODING,
  rungs: [
    { lines: 72, maxKbps: 200 },
    { lines: 90, maxKbps: 400 },
  ],
  ...change,
})

/** The rendition as one file. */
async function joined({ dir, playlist }: Rendition): Promise<string> {
  const names = [playlist.initUri, ...playlist.segments.map(({ uri }) => uri)]
  const parts = await Promise.all(names.map((name) => readFile(join(dir, name))))
  const path = join(dir, 'joined.mp4')
  await writeFile(path, Buffer.concat(parts))
  return path
}

async function streamOf(path: string): Promise<Record<string, unknown>> {
  const answer = await ffprobe(['-v', 'error', '-show_streams', '-print_format', 'json', path], '/')
  const { streams } = JSON.parse(answer) as { streams: Record<string, unknown>[] }
  return streams[0] ?? {}
}

/** Number of frames that a strict decoder finds. It fails on a broken one. */
async function countDecodedFrames(path: string): Promise<number> {
  const found = await ffmpeg(['-v', 'error', '-xerror', '-i', path, '-f', 'null', '-'], '/')
  expect(found).toBe('')
  const count = [
    '-v',
    'error',
    '-count_frames',
    '-show_entries',
    'stream=nb_read_frames',
    '-of',
    'csv=p=0',
    path,
  ]
  return Number((await ffprobe(count, '/')).trim())
}

/** Values from the encoder's own summary of a stream. */
const expectedCodecs: Record<VideoCodec, (stream: Record<string, unknown>) => RegExp> = {
  h264: ({ level }) => new RegExp(`^avc1\\.6400${Number(level).toString(16).padStart(2, '0')}$`),
  hevc: ({ level }) => new RegExp(`^hvc1\\.1\\.6\\.L${level}(\\.[0-9A-F]{1,2}){1,6}$`),
  vp9: () => /^vp09\.00\.\d\d\.08$/,
  av1: ({ level }) => new RegExp(`^av01\\.0\\.${String(level).padStart(2, '0')}M\\.08$`),
}
const tags: Record<VideoCodec, string> = { h264: 'avc1', hevc: 'hvc1', vp9: 'vp09', av1: 'av01' }

function named(done: Transcoded, name: string): Rendition {
  const found = done.renditions.get(name)
  if (found === undefined) throw new Error(`there is no ${name}`)
  return found
}

describe('a ladder in all codecs that this ffmpeg has', () => {
  let done: Transcoded
  beforeAll(async () => {
    const source = '-f lavfi -i testsrc2=s=160x90:r=30000/1001:d=5 -f lavfi -i sine=d=5'
    const clip = await makeClip(
      'ntsc.mp4',
      `${source} -c:v libx264 -preset ultrafast -g 30 -pix_fmt yuv420p -c:a aac`,
    )
    done = await transcode(clip, encoding({ codecs: allCodecs }))
  })

  it.each(allCodecs)('%s plays, with the codec string of its init segment', async (codec) => {
    const rendition = named(done, codec === 'h264' ? '90p' : `90p-${codec}`)
    const path = await joined(rendition)
    const stream = await streamOf(path)
    expect(stream).toMatchObject({ codec_tag_string: tags[codec], width: 160, height: 90 })
    expect(rendition.track.codec).toMatch(expectedCodecs[codec](stream))
    expect(await countDecodedFrames(path)).toBe(150)
  })

  it('is cut at the same times and at keyframes in every codec', () => {
    const videoRenditions = [...done.renditions].filter(([name]) => !name.startsWith('audio'))
    expect(videoRenditions.length).toBe(allCodecs.length * 2)
    const [reference] = videoRenditions.map(([, rendition]) => rendition.segments.map(({ startS }) => startS))
    expect(reference).toHaveLength(2)
    for (const [name, { segments }] of videoRenditions) {
      expect(
        segments.every(({ startsWithKeyframe }) => startsWithKeyframe),
        name,
      ).toBe(true)
      for (const [n, { startS }] of segments.entries())
        expect(startS, name).toBeCloseTo(reference?.[n] ?? 0, 3)
    }
  })
})

it.skipIf(!isThere('hevc') || !isThere('vp9'))(
  'follows the keyframes of a repackaged source in other codecs',
  async () => {
    const make =
      '-f lavfi -i testsrc2=s=160x90:r=25:d=5 -c:v libx264 -preset ultrafast -g 55 -pix_fmt yuv420p'
    const done = await transcode(
      await makeClip('camera.mp4', make),
      encoding({ codecs: ['h264', 'hevc', 'vp9'] }),
    )
    expect(done.plan).toMatchObject({ mode: 'passthrough' })
    const starts = (name: string) => named(done, name).segments.map(({ startS }) => Math.round(startS * 1000))
    expect(starts('90p').length).toBeGreaterThan(1)
    for (const codec of laterCodecsOf(encoding({ codecs: ['h264', 'hevc', 'vp9'] })))
      expect(starts(`90p-${codec}`)).toEqual(starts('90p'))
  },
)

describe('a watermark', () => {
  it('is in its corner of every rung, with the requested size and opacity', async () => {
    const clip = await makeClip('black.mp4', '-f lavfi -i color=black:s=160x90:r=10:d=1 -pix_fmt yuv420p')
    const mark = `${clip.path}.png`
    await ffmpeg([...'-v error -f lavfi -i color=white:s=64x64 -frames:v 1'.split(' '), mark], '/')
    const place = { corner: 'bottom-right' as const, margin: 10, size: 25, opacity: 50 }
    const done = await transcode(clip, encoding({ watermark: place }), {
      input: { path: mark, demuxer: 'png_pipe' },
      watermark: place,
    })
    expect(done.plan.mode).toBe('encode')
    for (const [name, width, height] of [
      ['72p', 128, 72],
      ['90p', 160, 90],
    ] as const) {
      const path = await joined(named(done, name))
      const side = width / 4
      const away = Math.round(height / 10)
      const within = await lightAt(path, width - away - side / 2, height - away - side / 2)
      expect(within).toBeGreaterThan(110)
      expect(within).toBeLessThan(145)
      for (const [x, y] of [
        [away, away],
        [width - 4, height - 4],
        [width - away - side - 6, height - away - 6],
      ] as const)
        expect(await lightAt(path, x, y)).toBeLessThan(8)
    }
  })
})

/** Brightness of the first frame at this position, 0 to 255. */
async function lightAt(path: string, x: number, y: number): Promise<number> {
  const grey = `${path}.${x}-${y}.gray`
  const pixel = `crop=2:2:${Math.round(x)}:${Math.round(y)},format=gray,scale=out_range=full`
  await ffmpeg(['-v', 'error', '-y', '-i', path, '-vf', pixel, '-frames:v', '1', '-f', 'rawvideo', grey], '/')
  return (await readFile(grey))[0] ?? -1
}
