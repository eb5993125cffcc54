import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { imageArgs } from '../images/image-run.ts'
import { posterRun } from '../images/still-args.ts'
import { planStoryboard, storyboardRun } from '../images/storyboard.ts'
import { testVideo, tone } from '../testing/test-clips.ts'
import { countingFrames, numbersOf } from '../testing/test-frames.ts'
import { ffmpeg, ffprobe, filters, makeClip, probe, transcode } from '../testing/test-transcode.ts'
import { parseTail, tailArgs, withMeasuredEnd } from './measured.ts'
import { allPacketArgs, parseAllPackets } from './packets.ts'
import { probeArgs } from './probe.ts'

const x264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p'

describe('a video that is shorter than its audio', () => {
  it.each(['still.mp4', 'still.mkv', 'still.ts'])(
    'shows its last picture until the end: %s',
    async (name) => {
      const input = await makeClip(name, `${testVideo('160x90', 25, 0.04)} ${tone(6)} ${x264} -c:a aac`)
      const { source, plan, renditions, dir } = await transcode(input)
      expect(plan.mode).toBe('encode')
      expect(renditions.get('240p')?.segments.at(-1)?.endS).toBeCloseTo(source.durationS, 0)
      expect(renditions.get('240p')?.segments).toHaveLength(2)
      const { video } = source
      if (video === null) throw new Error('there is no video')
      const shown = { ...source, video }
      await ffmpeg(imageArgs([posterRun(input, shown, filters, 'poster.jpg')]), dir)
      await ffmpeg(imageArgs([storyboardRun(input, shown, planStoryboard(shown), filters, 'board.jpg')]), dir)
      expect((await probe({ path: join(dir, 'poster.jpg'), demuxer: 'image2' })).video?.width).toBe(160)
    },
  )

  it('shows the picture at which it ends', async () => {
    const input = await makeClip('early.mp4', `${countingFrames(20, 10)} ${tone(4)} ${x264} -c:a aac`)
    const { dir } = await transcode(input)
    const frames = await numbersOf(join(dir, '240p/index.m3u8'))
    expect(frames).toHaveLength(40)
    expect(frames.slice(18, 23)).toEqual([18, 19, 19, 19, 19])
  })
})

describe('audio that is shorter than its video', () => {
  it.each(['short.mp4', 'short.mkv'])('is silent until the end: %s', async (name) => {
    const input = await makeClip(name, `${testVideo('160x90', 25, 6)} ${tone(2)} ${x264} -c:a aac`)
    const { plan, renditions } = await transcode(input)
    expect(plan.audio.map(({ kind }) => kind)).toEqual(['encode'])
    expect(renditions.get('audio-0')?.segments.at(-1)?.endS).toBeCloseTo(6, 1)
  })
})

describe('a file that is cut off', () => {
  it('has the duration of what is left', async () => {
    const made = `${testVideo('160x90', 25, 5)} ${tone(5)} ${x264} -c:a aac -movflags +faststart`
    const input = await makeClip('whole.mp4', made)
    const bytes = await readFile(input.path)
    await writeFile(input.path, bytes.subarray(0, bytes.length * 0.6))
    const source = await probe(input)
    expect(source.durationS).toBeCloseTo(5, 1)
    const tail = parseTail(await ffprobe(tailArgs(input, source), '/'))
    const all = parseAllPackets(JSON.parse(await ffprobe(probeArgs(input, allPacketArgs), '/'))) ?? []
    for (const packets of [tail, all]) {
      const measured = withMeasuredEnd(source, packets)
      expect(measured?.durationS).toBeGreaterThan(2)
      expect(measured?.durationS).toBeLessThan(4)
    }
  })
})
