import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mp4Args } from '../encode/mp4-args.ts'
import { testVideo } from '../testing/test-clips.ts'
import type { Rendition } from '../testing/test-transcode.ts'
import { ffmpeg, ffprobe, makeClip, transcode } from '../testing/test-transcode.ts'
import { decodeEarlier, reorderTicksOf } from './decode-times.ts'
import { parseFragments } from './fmp4.ts'

const RATE = 25
const DURATION_S = 6

/** The repackaged rendition of a clip with this frame reordering, and its init segment. */
async function repackaged(reordering: string): Promise<Rendition & { init: Buffer; parts: Buffer[] }> {
  const codec = '-c:v libx264 -preset veryfast -pix_fmt yuv420p -g 50 -sc_threshold 0'
  const make = `${testVideo('320x180', RATE, DURATION_S)} ${codec} ${reordering}`
  const { plan, renditions } = await transcode(await makeClip('clip.mp4', make))
  const rendition = plan.mode === 'passthrough' ? renditions.get(plan.first.name) : undefined
  if (!rendition) throw new Error('it was not repackaged')
  const { dir, playlist } = rendition
  const parts = await Promise.all(playlist.segments.map(({ uri }) => readFile(join(dir, uri))))
  return { ...rendition, init: await readFile(join(dir, playlist.initUri)), parts }
}

/** Presentation times of the frames of a file in ffmpeg, in order. */
async function shownS(dir: string, file: string): Promise<string[]> {
  const csv = await ffprobe(['-v', 'error', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', file], dir)
  const times = csv.trim().split('\n').map(Number.parseFloat)
  return times.sort((a, b) => a - b).map((timeS) => timeS.toFixed(3))
}

const everyFrame = Array.from({ length: RATE * DURATION_S }, (_, n) => (n / RATE).toFixed(3))

describe.each([
  { frames: '-bf 0', reordered: 0 },
  { frames: '-bf 1 -b_strategy 0', reordered: 1 },
  { frames: '-bf 3 -b_strategy 0 -b-pyramid normal', reordered: 2 },
])('segments with $frames', ({ frames, reordered }) => {
  it('begin with their first frame, which ffmpeg reads at its presentation time after decodeEarlier', async () => {
    const { dir, playlist, init, parts, track } = await repackaged(frames)
    const tick = track.timescale / RATE
    const segments = Buffer.concat(parts)
    expect(reorderTicksOf(segments)).toBe(reordered * tick)
    const [first] = parseFragments(segments, [track])
    expect(first).toMatchObject({ baseDecodeTime: 0, firstPresentationTime: 0 })
    const before = parseFragments(segments, [track])

    decodeEarlier(segments, reorderTicksOf(segments))
    expect(reorderTicksOf(segments)).toBe(0)
    const after = parseFragments(segments, [track])
    expect(after.slice(1).map(({ firstPresentationTime }) => firstPresentationTime)).toEqual(
      before.slice(1).map(({ firstPresentationTime }) => firstPresentationTime),
    )
    await writeFile(join(dir, 'read.mp4'), Buffer.concat([init, segments]))
    expect(await shownS(dir, 'read.mp4')).toEqual(everyFrame)

    for (const [n, part] of parts.entries()) {
      decodeEarlier(part, reordered * tick)
      await writeFile(join(dir, playlist.segments[n]?.uri ?? ''), part)
    }
    await ffmpeg(mp4Args('index.m3u8', [], 'whole.mp4'), dir)
    expect(await shownS(dir, 'whole.mp4')).toEqual(everyFrame)
  })
})

describe('a run without offsets', () => {
  it('keeps its decode times, which equal its presentation times', () => {
    const u32 = (n: number) => [(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255]
    const box = (type: string, body: number[]) => [...u32(body.length + 8), ...Buffer.from(type), ...body]
    const tfdt = box('tfdt', [...u32(0x0100_0000), ...u32(0), ...u32(512)])
    const trun = box('trun', [...u32(0x0100_0200), ...u32(1), ...u32(99)])
    const segment = Uint8Array.from(box('moof', box('traf', [...tfdt, ...trun])))
    const before = Uint8Array.from(segment)
    expect(reorderTicksOf(segment)).toBe(0)
    decodeEarlier(segment, 1024)
    expect(segment).toEqual(before)
  })
})

describe('hostile boxes', () => {
  it('are changed up to the first invalid box, and never throw', async () => {
    const { parts } = await repackaged('-bf 3')
    const head = Uint8Array.from((parts[0] ?? Buffer.alloc(0)).subarray(0, 400))
    for (let at = 0; at < head.length; at++) {
      for (const value of [0, 1, 0x7f, 0xff]) {
        const bent = Uint8Array.from(head)
        bent[at] = value
        expect(() => decodeEarlier(bent, reorderTicksOf(bent))).not.toThrow()
      }
      expect(() => reorderTicksOf(head.subarray(0, at))).not.toThrow()
    }
  })
})
