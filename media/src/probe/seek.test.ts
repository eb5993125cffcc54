import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { holdOf } from '../clips/cut.ts'
import { cutPacketArgs, encodedCutArgs } from '../clips/cut-args.ts'
import { socialClipArgs } from '../clips/social-args.ts'
import { planLadder } from '../encode/ladder.ts'
import { PER_TITLE, sampleBitsArgs } from '../encode/per-title.ts'
import { imageArgs } from '../images/image-run.ts'
import { gifArgs, posterRun, thumbnailArgs } from '../images/still-args.ts'
import { countingFrames, numbersOf, timesOf } from '../testing/test-frames.ts'
import { ffmpeg, ffprobe, filters, makeClip, probe } from '../testing/test-transcode.ts'
import type { Input } from './input-args.ts'
import { parsePackets } from './packets.ts'
import type { VideoSource } from './probe.ts'
import { seekTo } from './seek.ts'

const audio = (durationS: number) => `-f lavfi -i sine=r=48000:d=${durationS}`
const x264 = '-c:v libx264 -preset ultrafast -qp 0 -pix_fmt yuv420p'

async function open(name: string, args: string): Promise<Clip> {
  const input = await makeClip(name, args)
  const source = await probe(input)
  const { video } = source
  if (video === null) throw new Error('there is no video')
  return { input, source: { ...source, video }, dir: join(input.path, '..') }
}

interface Clip {
  input: Input
  source: VideoSource
  dir: string
}

async function clipped({ input, source, dir }: Clip, startS: number, endS: number): Promise<string> {
  const span = { startS, endS }
  const packets = parsePackets(await ffprobe(cutPacketArgs(input, source, span), dir))
  await ffmpeg(encodedCutArgs(input, source, span, filters, 'clip.mp4', holdOf(source, packets, span)), dir)
  return join(dir, 'clip.mp4')
}

const gif = { width: 64, height: null, fitMode: 'preserve' as const, frameRate: 5 }

async function still({ input, source, dir }: Clip, timeS: number): Promise<number[]> {
  const wanted = { timeS, width: null, height: null, fitMode: 'preserve' as const, format: 'png' as const }
  await ffmpeg(thumbnailArgs(input, source, wanted, filters, 'still.png'), dir)
  return numbersOf(join(dir, 'still.png'))
}

describe('seekTo', () => {
  it('goes back at least as far as keyframes are apart', () => {
    const stream = { path: 'a', demuxer: 'mpegts', keyframeGapS: 30 }
    expect(seekTo(stream, 100, 101)).toMatchObject({
      leadS: 60,
      args: expect.arrayContaining(['40.000000', '61.000000']),
    })
    expect(seekTo(stream, 5).leadS).toBe(5)
    expect(seekTo({ path: 'a', demuxer: 'mov' }, 100).leadS).toBe(0)
  })
})

// The muxer of AVI shows the first frame twice.
describe.each([
  ['a.ts', 0],
  ['a.avi', 1],
])('%s with one keyframe in its middle', (name, lag) => {
  let clip: Clip

  beforeAll(async () => {
    const made = `${countingFrames(50, 5)} ${audio(10)} ${name === 'a.ts' ? `${x264} -c:a aac` : '-c:v mpeg4 -q:v 1 -c:a libmp3lame'} -g 25`
    clip = await open(name, made)
  })

  it('is cut at the frame that was asked for', async () => {
    const path = await clipped(clip, 6.2, 7.2)
    expect(await numbersOf(path)).toEqual([31, 32, 33, 34, 35].map((n) => n - lag))
    expect((await probe({ path, demuxer: 'mov' })).durationS).toBeCloseTo(1, 1)
  })

  it('has the frames that were asked for in social clips, samples, stills, GIFs and posters', async () => {
    const { input, source, dir } = clip
    const look = { aspectRatio: '1:1', fit: 'pad', color: '#000000', hasText: false, logo: null } as const
    await ffmpeg(socialClipArgs(input, source, { startS: 6.3, endS: 6.7 }, look, filters, 'social.mp4'), dir)
    // The encoder changes the brightness a little.
    expect(Math.abs(((await numbersOf(join(dir, 'social.mp4')))[0] ?? 0) - 31)).toBeLessThanOrEqual(1)
    const plan = planLadder(source)
    if (plan.mode === 'audio-only') throw new Error('there is no video')
    const sizes = { small: plan.first, large: plan.first }
    await ffmpeg(sampleBitsArgs(input, source, sizes, { startS: 6.2, durationS: 0.6 }, filters), dir)
    expect(await timesOf(join(dir, PER_TITLE.outputs[0]))).toHaveLength(3)
    expect(await still(clip, 6.7)).toEqual([33 - lag])
    await ffmpeg(gifArgs(input, source, { ...gif, startS: 6.2, endS: 6.8 }, filters, 'a.gif'), dir)
    expect(await timesOf(join(dir, 'a.gif'))).toHaveLength(3)
    await ffmpeg(imageArgs([posterRun(input, { ...source, durationS: 99 }, filters, 'poster.jpg')]), dir)
  })
})

describe('a picture that stays on screen', () => {
  let clip: Clip

  // Frames 0 to 9 in the first two seconds, and 10 to 19 from second 6 on.
  beforeAll(async () => {
    const held = `-vf setpts='if(lt(N,10),N/5,(N-10)/5+6)/TB' -fps_mode vfr -enc_time_base 1:90000`
    clip = await open('held.mp4', `${countingFrames(20, 5)} ${audio(8)} ${held} ${x264} -bf 0 -c:a aac`)
  })

  it.each([
    [2.5, 9],
    [5.5, 9],
    [6, 10],
    [6.15, 10],
    [6.2, 11],
    [7.9, 19],
    [99, 19],
  ])('is the still at %d s', async (timeS, frame) => {
    expect(await still(clip, timeS)).toEqual([frame])
  })

  it('is in a GIF of its time', async () => {
    const { input, source, dir } = clip
    await ffmpeg(gifArgs(input, source, { ...gif, startS: 3, endS: 5 }, filters, 'held.gif'), dir)
    const [shown] = await numbersOf(join(dir, 'held.gif'))
    expect(shown).toBe(9)
  })

  it.each<[number, number, number[], number]>([
    [5, 6.4, [9, 10, 11], 1],
    [1.6, 4, [8, 9], 1 / 24],
    [3, 5, [9], 1 / 24],
  ])('is in a clip from %d to %d s', async (startS, endS, frames, secondS) => {
    const path = await clipped(clip, startS, endS)
    const [numbers, times] = [await numbersOf(path), await timesOf(path)]
    expect([...new Set(numbers)]).toEqual(frames)
    expect(times[0]).toBeCloseTo(0, 2)
    expect(times[1]).toBeCloseTo(secondS, 2)
    expect((await probe({ path, demuxer: 'mov' })).durationS).toBeCloseTo(endS - startS, 1)
  })
})
