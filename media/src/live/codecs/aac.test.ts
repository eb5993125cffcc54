import { expect, it } from 'vitest'
import { outputRate } from './aac.ts'

it.each([
  [48_000, 48_000],
  [44_100, 44_100],
  [32_000, 32_000],
  [24_000, 48_000],
  [22_050, 44_100],
])('audio of %d Hz is decoded to %d Hz', (sampleRate, decoded) => {
  expect(outputRate({ sampleRate })).toBe(decoded)
})
