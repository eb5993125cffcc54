import { expect, it } from 'vitest'
import { highestAvcCodec } from './h264.ts'

it.each([
  ['avc1.42c00c', 'avc1.64000d', 'avc1.64000d'],
  ['avc1.64000d', 'avc1.42c01f', 'avc1.64001f'],
  ['avc1.4d4028', 'avc1.42c00c', 'avc1.4d4028'],
  ['avc1.64001f', 'avc1.64001f', 'avc1.64001f'],
])('a decoder for %s and %s is %s', (a, b, both) => {
  expect(highestAvcCodec(a, b)).toBe(both)
  expect(highestAvcCodec(b, a)).toBe(both)
})
