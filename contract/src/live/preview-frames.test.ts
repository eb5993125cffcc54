import { expect, it } from 'vitest'
import {
  levelBytes,
  type PreviewFrame,
  previewHead,
  previewKinds,
  previewReader,
  readLevels,
} from './preview-frames.ts'

const bytesOf = (frame: PreviewFrame) => [
  ...previewHead(frame.tile, { ...frame, length: frame.data.length }),
  ...frame.data,
]

it('reads frames from chunks of any length', () => {
  const frames: PreviewFrame[] = [
    {
      tile: 0,
      kind: previewKinds.key,
      timeMs: 4_000_000_000,
      data: Uint8Array.from({ length: 300 }, (_, n) => n & 255),
    },
    { tile: 63, kind: previewKinds.state, timeMs: 0, data: new Uint8Array(0) },
    { tile: 5, kind: previewKinds.delta, timeMs: 40, data: Uint8Array.of(1, 2, 3) },
  ]
  const all = Uint8Array.from(frames.flatMap(bytesOf))
  for (const length of [1, 7, 11, all.length]) {
    const read = previewReader()
    const found: PreviewFrame[] = []
    for (let at = 0; at < all.length; at += length) found.push(...read(all.subarray(at, at + length)))
    expect(found).toEqual(frames)
  }
})

it('refuses a frame that is too long', () => {
  const read = previewReader()
  const head = Uint8Array.of(0, 2, 0, 0, 0, 0, 255, 255, 255, 255)
  expect(() => read(head)).toThrow('too long')
})

it('carries levels to half a decibel', () => {
  const steps = [
    [
      { peak: 0, rms: -3.5 },
      { peak: -60, rms: -63 },
    ],
    [
      { peak: -1, rms: -12.5 },
      { peak: -127.5, rms: -127.5 },
    ],
  ]
  expect(readLevels(levelBytes({ stepMs: 85, steps }))).toEqual({ stepMs: 85, steps })
  expect(readLevels(levelBytes({ stepMs: 85, steps: [] }))).toEqual({ stepMs: 85, steps: [] })
  expect(readLevels(levelBytes({ stepMs: 85, steps: [[{ peak: -400, rms: 3 }]] })).steps).toEqual([
    [{ peak: -127.5, rms: 0 }],
  ])
})
