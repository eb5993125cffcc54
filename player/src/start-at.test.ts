import { expect, it } from 'vitest'
import { parseStartTime, seekWhenReady } from './start-at.ts'

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

it.each([
  [100, 5.5],
  [5.9, 5.5],
  [3, 3],
  [0, 0],
])('a link to %d s begins a video of 6 s at %d s', (at, expected) => {
  const video = Object.assign(new EventTarget(), { duration: 6, currentTime: 0 }) as HTMLVideoElement
  seekWhenReady(video, () => at)
  video.dispatchEvent(new Event('loadedmetadata'))
  expect(video.currentTime).toBe(expected)
})
