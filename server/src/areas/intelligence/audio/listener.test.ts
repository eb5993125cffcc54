import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audioMeter } from './audio-meter.ts'
import { listen } from './listener.ts'

const run = promisify(execFile)
const signal = new AbortController().signal
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-listener-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A file of 16-bit samples at 16 kHz. */
async function audioOf(...args: string[]): Promise<string> {
  const file = join(folder, 'audio.pcm')
  await run('ffmpeg', ['-v', 'error', '-y', ...args, '-ac', '1', '-ar', '16000', '-f', 's16le', file])
  return file
}

it('hears no speech in a minute of music, tones, noise and silence', async () => {
  const sources = [
    'sine=f=440:d=10',
    'anoisesrc=d=10:c=pink:a=0.5',
    'anullsrc=d=10',
    "aevalsrc='0.3*sin(2*PI*262*t)*exp(-mod(t,0.5)*6)+0.3*sin(2*PI*330*t)*exp(-mod(t+0.25,0.5)*6)':d=15",
    "aevalsrc='0.5*sin(2*PI*(200+300*t)*t)':d=15",
  ]
  const inputs = sources.flatMap((source) => ['-f', 'lavfi', '-t', '15', '-i', source])
  const joined = `${sources.map((_, n) => `[${n}]`).join('')}concat=n=${sources.length}:v=0:a=1`
  const { speech, levels } = await listen(await audioOf(...inputs, '-filter_complex', joined), signal)
  expect(speech).toEqual([])
  expect(levels).toHaveLength(60)
})

it('finds where a sentence begins and ends', async () => {
  const sentence = "flite=text='the weather will be sunny on friday':voice=slt"
  const file = await audioOf('-f', 'lavfi', '-i', sentence, '-af', 'adelay=3000,apad=whole_dur=8')
  const { speech, silence } = await listen(file, signal)
  expect(speech).toHaveLength(1)
  expect(Math.abs((speech[0]?.[0] ?? 0) - 3.1)).toBeLessThan(0.3)
  expect(silence[0]).toEqual([0, expect.closeTo(3, 0)])
})

it('measures levels in dB below full scale', () => {
  const meter = audioMeter(16_000)
  const tone = Float32Array.from(
    { length: 16_000 },
    (_, n) => 0.5 * Math.sin((2 * Math.PI * 440 * n) / 16_000),
  )
  meter.push(tone)
  meter.push(new Float32Array(12_000))
  // A sine at half of full scale: 20 log 0.5 - 3 dB.
  expect(meter.end()).toEqual({ levels: [-9, -90], silence: [[1, 1.75]] })
})
