import { expect, it } from 'vitest'
import { parseStartTime } from './start-at.ts'

it.each([
  ['90', 90],
  ['1m30s', 90],
  ['1h2m3s', 3723],
  ['2m', 120],
  ['12.5s', 12.5],
  ['', 0],
  ['soon', 0],
  ['-5', 0],
])('%s is %d s', (text, seconds) => {
  expect(parseStartTime(text)).toBe(seconds)
})
