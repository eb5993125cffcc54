import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { AAC_FRAME_SAMPLES, outputRate, silentAacFrame } from './aac.ts'

it.each([
  [48_000, 48_000],
  [44_100, 44_100],
  [32_000, 32_000],
  [24_000, 48_000],
  [22_050, 44_100],
])('audio of %d Hz is decoded to %d Hz', (sampleRate, decoded) => {
  expect(outputRate({ sampleRate })).toBe(decoded)
})

/** Frames of AAC-LC at 48 kHz with ADTS headers. */
function adts(frame: Uint8Array, channelConfig: number, count: number): Buffer {
  const length = frame.length + 7
  const head = [
    0xff,
    0xf1,
    (1 << 6) | (3 << 2) | (channelConfig >> 2),
    ((channelConfig & 3) << 6) | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  ]
  return Buffer.concat(Array.from({ length: count }, () => Buffer.concat([Buffer.from(head), frame])))
}

it.each([
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 4],
  [5, 5],
  [6, 6],
  [8, 7],
])('silence of %d channels decodes', (channels, channelConfig) => {
  const frame = silentAacFrame(channels)
  if (frame === null) throw new Error('no frame')
  const args = ['-v', 'warning', '-f', 'aac', '-i', '-', '-f', 's16le', '-']
  const { stdout, stderr } = spawnSync('ffmpeg', args, { input: adts(frame, channelConfig, 8) })
  expect(String(stderr)).not.toMatch(/error|invalid/i)
  expect(stdout).toHaveLength(8 * AAC_FRAME_SAMPLES * channels * 2)
  expect(stdout.every((byte) => byte === 0)).toBe(true)
})

it('has no silence for seven channels, which no configuration has', () => {
  expect(silentAacFrame(7)).toBeNull()
})
