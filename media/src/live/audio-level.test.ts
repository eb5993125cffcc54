import { expect, it } from 'vitest'
import { adtsFrame, createLevelMeter, LEVEL_STEP_SAMPLES, type StepLevel } from './audio-level.ts'
import { createAdtsReader } from './ts/adts.ts'

const samples = (values: readonly number[]) => new Uint8Array(Int16Array.from(values).buffer)

it('measures the level of samples, even across chunks', () => {
  const meter = createLevelMeter()
  expect(meter.take()).toBe(null)
  meter.push(samples([32_767, -32_768, 32_767, -32_768]))
  expect(meter.take()).toBeCloseTo(0, 1)
  const half = samples([16_384, -16_384, 16_384])
  meter.push(half.subarray(0, 3))
  meter.push(half.subarray(3))
  expect(meter.take()).toBe(-6)
  meter.push(samples([0, 0]))
  expect(meter.take()).toBe(-100)
})

it('measures peak and level of each channel in steps', () => {
  const steps: (readonly StepLevel[])[] = []
  const meter = createLevelMeter(2, (levels) => steps.push(levels))
  const left = (n: number) => (n % 2 === 0 ? 16_384 : -16_384)
  const right = (n: number) => (n === 10 ? -32_768 : 0)
  const values = Array.from({ length: LEVEL_STEP_SAMPLES }, (_, n) => [left(n), right(n)]).flat()
  const bytes = samples([...values, ...values.map(() => 0)])
  for (let at = 0; at < bytes.length; at += 1001) meter.push(bytes.subarray(at, at + 1001))
  expect(steps).toEqual([
    [
      { peak: -6, rms: -6 },
      { peak: 0, rms: -36.1 },
    ],
    [
      { peak: -100, rms: -100 },
      { peak: -100, rms: -100 },
    ],
  ])
})

it('adds an ADTS header to AAC frames', () => {
  const data = Uint8Array.from({ length: 300 }, (_, n) => n & 0xff)
  const frame = adtsFrame({ objectType: 2, sampleRate: 44_100, channels: 2 }, data)
  const read = createAdtsReader().push(frame ?? new Uint8Array(0), 0)
  expect(read).toEqual([{ config: Uint8Array.of(0x12, 0x10), dts: 0, data }])
  expect(adtsFrame({ objectType: 2, sampleRate: 44_000, channels: 2 }, data)).toBe(null)
})
