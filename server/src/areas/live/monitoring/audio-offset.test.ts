import { LIVE_TICKS } from '@kinora/media'
import { expect, it } from 'vitest'
import { measureAudioOffset } from './audio-offset.ts'

it('measures how far audio is ahead of the video', () => {
  const offset = measureAudioOffset()
  const send = (kind: 'video' | 'audio', seconds: number, arrivedMs: number) =>
    offset.packet({ kind, dts: seconds * LIVE_TICKS }, arrivedMs)
  expect(offset.take()).toBe(null)
  for (let n = 0; n < 25; n += 1) {
    const jitterMs = (n * 7) % 30
    send('video', 10 + n / 25, 50_000 + n * 40 + jitterMs)
    send('audio', 10.35 + n / 25, 50_000 + n * 40 + jitterMs)
  }
  expect(offset.take()).toBe(350)
  send('audio', 11, 51_000)
  expect(offset.take()).toBe(null)
})
