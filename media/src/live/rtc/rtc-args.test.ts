import { expect, it } from 'vitest'
import { rtcPictureSize } from './rtc-args.ts'

it.each([
  [320, 240, 320, 240],
  [240, 320, 240, 320],
  [641, 361, 640, 360],
  [1280, 720, 1280, 720],
  [3840, 2160, 1920, 1080],
])('keeps video of a publisher at its size, up to 1080p: %ix%i', (width, height, outWidth, outHeight) => {
  expect(rtcPictureSize({ width, height })).toEqual({ width: outWidth, height: outHeight })
})
