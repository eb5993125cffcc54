import { describe, expect, it } from 'vitest'
import { createChunkReader } from './chunk-reader.ts'
import { writeChunks } from './chunk-writer.ts'
import { RTMP_LIMITS } from './limits.ts'
import { MESSAGE } from './messages.ts'

describe('written chunks', () => {
  it.each([
    { length: 0, timestampMs: 0 },
    { length: 128, timestampMs: 1000 },
    { length: 129, timestampMs: 0xfffffe },
    { length: 400, timestampMs: 0xffffff },
    { length: 1000, timestampMs: 2 ** 32 - 1 },
  ])('are read again: $length bytes at $timestampMs ms', ({ length, timestampMs }) => {
    const body = Buffer.from(Array.from({ length }, (_, n) => n & 0xff))
    const header = { chunkStream: 6, type: MESSAGE.video, streamId: 1, timestampMs }
    const reader = createChunkReader(RTMP_LIMITS)
    reader.allowMedia()
    for (const parts of [[body], [body.subarray(0, 5), body.subarray(5)]]) {
      reader.push(writeChunks(header, parts, 128))
      expect(reader.next()).toEqual({ type: MESSAGE.video, streamId: 1, timestampMs, body })
    }
  })
})
