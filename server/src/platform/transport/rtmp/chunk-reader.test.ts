import { describe, expect, it } from 'vitest'
import { createChunkReader } from './chunk-reader.ts'
import { RTMP_LIMITS } from './limits.ts'
import { MESSAGE, type RtmpMessage } from './messages.ts'

describe('chunks', () => {
  it('become messages, regardless of the chunk size', () => {
    const bytes = [
      ...first(4, 1000, 200, MESSAGE.video),
      ...fill(1, 128),
      0xc4,
      ...fill(2, 72),
      0x44,
      0,
      0,
      40,
      0,
      0,
      2,
      MESSAGE.video,
      3,
      3,
      0x84,
      0,
      0,
      30,
      4,
      4,
      0xc4,
      5,
      5,
    ]
    const expected = [
      { timestampMs: 1000, body: Buffer.from([...fill(1, 128), ...fill(2, 72)]) },
      { timestampMs: 1040, body: Buffer.from([3, 3]) },
      { timestampMs: 1070, body: Buffer.from([4, 4]) },
      { timestampMs: 1100, body: Buffer.from([5, 5]) },
    ]
    expect(read([bytes])).toMatchObject(expected)
    expect(read(bytes.map((byte) => [byte]))).toMatchObject(expected)
  })

  it('of several chunk streams are interleaved', () => {
    const messages = read([
      [...first(4, 0, 130, MESSAGE.video), ...fill(1, 128)],
      [...first(5, 7, 1, MESSAGE.audio), 9],
      [0xc4, 1, 1],
    ])
    expect(messages).toMatchObject([
      { type: MESSAGE.audio, timestampMs: 7 },
      { type: MESSAGE.video, timestampMs: 0, body: Buffer.from(fill(1, 130)) },
    ])
  })

  it('have ids of up to three bytes', () => {
    const header = first(0, 0, 1, MESSAGE.video).slice(1)
    expect(
      read([
        [0x00, 6, ...header, 1],
        [0x01, 6, 1, ...header, 2],
        [0xc0, 6, 3],
      ]),
    ).toHaveLength(3)
  })

  it('have extended timestamps, which some encoders do not repeat', () => {
    const time = [0xff, 0, 0, 0]
    const header = [...first(4, 0xffffff, 130, MESSAGE.video), ...time, ...fill(1, 128)]
    const expected = [{ timestampMs: 0xff000000, body: Buffer.from(fill(1, 130)) }]
    expect(read([[...header, 0xc4, ...time, 1, 1]])).toMatchObject(expected)
    const unrepeated = [...header, 0xc4, 1, 1]
    // The two bytes could begin a timestamp until more bytes follow.
    expect(read([unrepeated, first(5, 0, 1, MESSAGE.audio)])).toMatchObject(expected)
  })

  it('follow the chunk size of the peer, and an abort', () => {
    const messages = read([
      [...first(2, 0, 4, MESSAGE.setChunkSize), 0, 0, 1, 0],
      [...first(4, 0, 300, MESSAGE.video), ...fill(1, 256)],
      [...first(2, 0, 4, MESSAGE.abort), 0, 0, 0, 4],
      [...first(4, 0, 2, MESSAGE.video), 2, 2],
    ])
    expect(messages.map(({ body }) => body)).toEqual([Buffer.from([2, 2])])
  })

  it('fail above a limit', () => {
    expect(() => read([first(4, 0, RTMP_LIMITS.maxCommandBytes + 1, MESSAGE.video)])).toThrow('too long')
    expect(() => read([[...first(2, 0, 4, MESSAGE.setChunkSize), 0, 0, 0, 0]])).toThrow('chunk size')
    expect(() => read([[0xc9]])).toThrow('has not begun')
    const streams = Array.from({ length: 62 }, (_, n) => first(n + 2, 0, 0, MESSAGE.video))
    const tooMany = [0, 1, 2].map((n) => [0, n, ...first(0, 0, 0, MESSAGE.video).slice(1)])
    expect(() => read(streams.concat(tooMany))).toThrow('too many chunk streams')
    const unfinished = Array.from({ length: 5 }, (_, n) => [
      ...first(n + 3, 0, RTMP_LIMITS.maxCommandBytes, MESSAGE.video),
      ...fill(1, 128),
    ])
    expect(() => read(unfinished)).toThrow('unfinished')
  })
})

function read(pieces: readonly (readonly number[])[]): RtmpMessage[] {
  const reader = createChunkReader(RTMP_LIMITS)
  return pieces.flatMap((piece) => {
    reader.push(Buffer.from(piece))
    const messages: RtmpMessage[] = []
    for (let message = reader.next(); message !== null; message = reader.next()) messages.push(message)
    return messages
  })
}

/** The header of a chunk with all fields. */
function first(chunkStream: number, time: number, length: number, type: number): number[] {
  const uint24 = (value: number) => [value >> 16, (value >> 8) & 0xff, value & 0xff]
  return [chunkStream, ...uint24(time), ...uint24(length), type, 1, 0, 0, 0]
}

function fill(byte: number, count: number): number[] {
  return Array.from({ length: count }, () => byte)
}
