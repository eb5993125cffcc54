import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { encodedCutArgs } from '../clips/cut-args.ts'
import { ffmpeg, filters, makeClip, transcode } from '../testing/test-transcode.ts'

const picture = '-f lavfi -i color=black:s=64x64:r=5:d=1'
const tones = (channels: number, layout: string) =>
  `-f lavfi -i aevalsrc=${Array(channels).fill('0.8*sin(440*2*PI*t)').join('|')}:s=48000:d=1${layout}`

async function peakOf(path: string): Promise<number> {
  const log = await ffmpeg(
    ['-i', path, '-af', 'volumedetect,astats=measure_overall=Peak_level', '-f', 'null', '-'],
    '/',
  )
  return Number(/Peak level dB: (\S+)/.exec(log.slice(log.indexOf('Overall')))?.[1])
}

describe('audio of many channels', () => {
  it('is not louder than full scale after the downmix', async () => {
    const clip = await makeClip('loud.mov', `${picture} ${tones(6, ':c=5.1')} -c:v libx264 -c:a pcm_s16le`)
    const { dir } = await transcode(clip)
    const peak = await peakOf(join(dir, 'audio-0/index.m3u8'))
    expect(peak).toBeLessThanOrEqual(0)
    expect(peak).toBeGreaterThan(-6)
  })

  it.each([3, 6, 10, 12])('is heard if it has %i channels of unknown places', async (channels) => {
    const raw = await makeClip('raw.mov', `${picture} ${tones(1, '')} -c:v libx264 -c:a pcm_s16le`)
    const dir = join(raw.path, '..')
    const unknown = ['-f', 's16le', '-ar', String(48_000 * 1), '-ac', String(channels)]
    await ffmpeg(
      ['-v', 'error', '-i', raw.path, '-map', '0:a', '-af', 'volume=0.5', '-f', 's16le', 'a.raw'],
      dir,
    )
    const made = ['-i', raw.path, ...unknown, '-i', 'a.raw', '-map', '0:v', '-map', '1:a', '-c:v', 'copy']
    await ffmpeg(['-v', 'error', '-guess_layout_max', '0', ...made, '-c:a', 'pcm_s16le', 'b.mov'], dir).catch(
      () => undefined,
    )
    const input = { path: join(dir, 'b.mov'), demuxer: 'mov' }
    const done = await transcode(input)
    expect(await peakOf(join(done.dir, 'audio-0/index.m3u8'))).toBeGreaterThan(-30)
    await ffmpeg(encodedCutArgs(input, done.source, { startS: 0, endS: 0.1 }, filters, 'clip.mp4'), dir)
  })
})
