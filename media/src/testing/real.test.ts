// Slow: runs ffmpeg for each kind of plan.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decodeEarlier, ladderArgs, reorderTicksOf, segmentStarts } from '../index.ts'
import { expectAligned, expectAudio, renditionOf } from './test-aligned.ts'
import { bFrames, clips, testVideo, tone } from './test-clips.ts'
import type { Rendition } from './test-transcode.ts'
import { ffmpeg, filters, makeClip, readRendition, transcode } from './test-transcode.ts'

describe('audio only', () => {
  it.each(['-c:a aac song.m4a', '-c:a libopus song.mka'])(
    'becomes renditions without a picture: %s',
    async (make) => {
      const [file = '', ...codec] = make.split(' ').reverse()
      const done = await transcode(await makeClip(file, `${tone(5)} ${codec.reverse().join(' ')}`))
      expect(done.plan.mode).toBe('audio-only')
      await expectAudio(done)
      expect(renditionOf(done.renditions, 'audio-0').segments).toHaveLength(2)
    },
  )
})

describe('a repackaged clip with irregular keyframes', () => {
  it('keeps every rung in step for its whole length, including one encoded again', async () => {
    const keyframes = '-force_key_frames 0,3,7,8.52,14.04,15,21,27'
    const make = `${testVideo('400x320', 25, 30)} -vf select=not(eq(mod(n\\,7)\\,3)) -fps_mode vfr -enc_time_base 1:90000`
    const done = await transcode(
      await makeClip('long.mp4', `${make} ${bFrames} -bf 0 -crf 40 -g 1000 -sc_threshold 0 ${keyframes}`),
    )
    const { plan, source, input, dir, renditions } = done
    if (plan.mode !== 'passthrough' || !source.video) throw new Error(`it was ${plan.mode}`)
    await expectAligned(done)
    const first = renditionOf(renditions, '360p')
    const starts = segmentStarts(first.playlist.segments)
    await mkdir(join(dir, 'again', '240p'), { recursive: true })
    await ffmpeg(
      ladderArgs(input, { ...source, video: source.video }, plan, plan.rest, starts, filters),
      join(dir, 'again'),
    )
    const again = await readRendition(join(dir, 'again', '240p'))
    expect(again.segments).toEqual(renditionOf(renditions, '240p').segments)
    expect(first.segments.map(({ startS }) => startS.toFixed(2))).toEqual([
      '0.00',
      '7.00',
      '8.56',
      '14.04',
      '21.00',
      '27.04',
    ])
  })
})

describe.each(clips)('$what', ({ file, make, mode, rungs, audio }) => {
  it('becomes aligned renditions that stay in sync', async () => {
    const done = await transcode(await makeClip(file, make))
    const { plan } = done
    if (plan.mode === 'audio-only') throw new Error('the picture was lost')
    const planned = [plan.first, ...plan.rest].sort((a, b) => a.height - b.height)
    expect(plan.mode).toBe(mode)
    expect(planned.map(({ name, width, height }) => `${name} ${width}x${height}`)).toEqual(rungs)
    expect(plan.audio).toHaveLength(audio)
    await expectAudio(done)
    await expectAligned(done)
  })
})

const beep = (durationS: number) =>
  `-f lavfi -i aevalsrc=exprs=gte(t\\,2)*lt(t\\,3)*sin(2000*t):s=48000:d=${durationS}`
const flash = `-f lavfi -i color=white:s=160x120:r=25:d=6,format=yuv420p,drawbox=t=fill:enable='lt(t,2)+gte(t,3)'`

describe('a flash and a beep at the same moment', () => {
  it.each([
    { what: 'repackaged', file: 'a.mp4', make: `${flash} ${beep(6)} ${bFrames} -g 50 -c:a aac` },
    {
      what: 'repackaged from a transport stream',
      file: 'b.ts',
      make: `${flash} ${beep(6)} ${bFrames} -g 50 -c:a aac`,
    },
    {
      what: 'repackaged with encoded sound',
      file: 'c.mkv',
      make: `${flash} ${beep(6)} ${bFrames} -g 50 -c:a libopus`,
    },
    {
      what: 'encoded',
      file: 'd.webm',
      make: `${flash} ${beep(6)} -c:v libvpx -deadline realtime -cpu-used 8 -c:a libvorbis`,
    },
    {
      what: 'behind an edit list',
      file: 'e.mp4',
      make: `${flash} ${beep(6)} ${bFrames} -g 250 -c:a aac -ss 1.3`,
    },
  ])('stay within 40 ms when $what, for a player that ignores edit lists', async ({ file, make }) => {
    const { plan, renditions } = await transcode(await makeClip(file, make))
    if (plan.mode === 'audio-only') throw new Error('the picture was lost')
    const seenS = await firstTime(
      renditionOf(renditions, plan.first.name),
      ['-vf', 'blackdetect=d=0.1'],
      /black_end:([\d.]+)/,
    )
    const heardS = await firstTime(
      renditionOf(renditions, 'audio-0'),
      ['-af', 'silencedetect=n=-30dB:d=0.1'],
      /silence_end: ([\d.]+)/,
    )
    expect(Math.abs(seenS - heardS)).toBeLessThan(0.04)
  })
})

/** Time of a rendition's first detected event, on the clock of its segments. */
async function firstTime({ dir, playlist }: Rendition, detect: string[], event: RegExp): Promise<number> {
  const parts = [playlist.initUri, ...playlist.segments.map(({ uri }) => uri)]
  const whole = Buffer.concat(await Promise.all(parts.map((part) => readFile(join(dir, part)))))
  decodeEarlier(whole, reorderTicksOf(whole))
  await writeFile(join(dir, 'whole.mp4'), whole)
  const read = ['-hide_banner', '-copyts', '-ignore_editlist', '1', '-f', 'mov', '-i', 'whole.mp4']
  const said = await ffmpeg([...read, ...detect, '-f', 'null', '-'], dir)
  return Number(event.exec(said)?.[1])
}
