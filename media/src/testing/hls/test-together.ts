import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import type { CheckedHls } from './test-hls-check.ts'
import { type CheckedStream, endOf, startsOf } from './test-hls-rules.ts'

const run = promisify(execFile)

/** Expects each beep within 40 ms of its flash in each rung, by the segment times. */
export async function expectTogether({ video, audio }: CheckedHls, beats: number): Promise<void> {
  const [track] = audio
  if (track === undefined) throw new Error('there is no audio')
  const heard = await moments(track, ['-af', 'silencedetect=n=-35dB:d=0.1'], /silence_end: ([\d.]+)/g)
  for (const rung of video) {
    const seen = await moments(rung, ['-vf', 'blackdetect=d=0.1:pix_th=0.1'], /black_end:([\d.]+)/g)
    const apart = seen.flatMap((atS) => {
      const near = heard.find((beepS) => Math.abs(beepS - atS) < 0.3)
      return near === undefined ? [] : [{ atS, byS: near - atS }]
    })
    expect(apart.length).toBeGreaterThanOrEqual(beats)
    expect(apart.filter(({ byS }) => Math.abs(byS) > 0.04)).toEqual([])
    const starts = startsOf(rung)
    const silent = starts.filter((startS, n) => {
      const endS = starts[n + 1] ?? Number.POSITIVE_INFINITY
      return endS - startS > 2 && !apart.some(({ atS }) => atS >= startS && atS < endS)
    })
    expect(silent.filter((startS) => startS !== starts.at(-1))).toEqual([])
  }
}

async function moments(stream: CheckedStream, detect: string[], event: RegExp): Promise<number[]> {
  const read = ['-hide_banner', '-nostdin', '-copyts', '-ignore_editlist', '1', '-i', stream.path]
  const { stderr } = await run('ffmpeg', [...read, ...detect, '-f', 'null', '-'])
  // The end of the stream also ends the last detected interval.
  const endS = endOf(stream) - 0.2
  return [...stderr.matchAll(event)].map(([, atS]) => Number(atS)).filter((atS) => atS < endS)
}
