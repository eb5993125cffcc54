import { describe, expect, it } from 'vitest'
import { createReceiveWindow } from '../../../../platform/transport/srt/receive-window.ts'
import { seededRandom } from '../../../../testing/attacks/seeded-random.ts'

const limits = { maxBufferedBytes: 1000, maxWindowPackets: 64, latencyMs: 100 }
const LAST = 2 ** 31 - 1

describe('a receive window', () => {
  it('delivers packets once in order, and reports missing ones', () => {
    const { window, delivered, receive } = collect(5)
    expect(receive(5)).toEqual([])
    expect(receive(8)).toEqual([{ first: 6, last: 7 }])
    expect(receive(8)).toEqual([])
    expect(receive(7)).toEqual([])
    expect(window.losses()).toEqual([{ first: 6, last: 6 }])
    expect(window.next()).toBe(6)
    receive(6)
    receive(5)
    expect(delivered).toEqual([5, 6, 7, 8])
    expect(window.losses()).toEqual([])
    expect(window.next()).toBe(9)
  })

  it('continues where 31 bits wrap', () => {
    const { window, delivered, receive } = collect(LAST - 1)
    receive(LAST - 1)
    expect(receive(2)).toEqual([{ first: LAST, last: 1 }])
    for (const sequence of [1, LAST, 0]) receive(sequence)
    expect(delivered).toEqual([LAST - 1, LAST, 0, 1, 2])
    expect(window.next()).toBe(3)
  })

  it('gives up a packet after the latency', () => {
    const { window, delivered, receive } = collect(0)
    receive(1, 1000)
    receive(3, 1050)
    window.expire(1099)
    expect(delivered).toEqual([])
    window.expire(1100)
    expect(delivered).toEqual([1])
    window.expire(1150)
    expect(delivered).toEqual([1, 3])
    expect(window.losses()).toEqual([])
  })

  it('gives up packets when too many bytes wait for them or a packet is too far ahead', () => {
    const { window, delivered, receive } = collect(0)
    for (let sequence = 1; sequence <= 11; sequence++) receive(sequence)
    expect(delivered).toHaveLength(11)
    receive(13)
    receive(1000)
    expect(delivered.slice(11)).toEqual([13, 1000])
    expect(window.next()).toBe(1001)
    expect(window.losses()).toEqual([])
  })

  it('skips packets that the sender has dropped', () => {
    const { window, delivered, receive } = collect(0)
    receive(4)
    window.skip(1, 2, 0)
    expect(window.losses()).toEqual([
      { first: 0, last: 0 },
      { first: 3, last: 3 },
    ])
    receive(0)
    receive(3)
    expect(delivered).toEqual([0, 3, 4])
    window.skip(5, 9, 0)
    expect(window.next()).toBe(10)
    // Ranges that only a hostile peer would send: far ahead, and backward.
    window.skip(2 ** 30, 2 ** 30 + 5, 0)
    window.skip(9, 5, 0)
    expect(window.next()).toBe(10)
  })

  it('delivers all packets in order when they arrive shuffled and repeated', () => {
    const random = seededRandom(5)
    for (let round = 0; round < 50; round++) {
      const { delivered, receive } = collect(LAST - 20)
      const sequences = Array.from({ length: 60 }, (_, n) => (LAST - 20 + n) % 2 ** 31)
      const shuffled = sequences
        .flatMap((sequence, n) => [
          { sequence, at: n + random(8) },
          { sequence, at: n + random(8) },
        ])
        .toSorted((a, b) => a.at - b.at)
      for (const { sequence } of shuffled) receive(sequence)
      expect(delivered).toEqual(sequences)
    }
  })
})

function collect(initialSequence: number) {
  const delivered: number[] = []
  const window = createReceiveWindow(initialSequence, limits, (payload) => {
    delivered.push(Buffer.from(payload).readUInt32BE())
  })
  const receive = (sequence: number, nowMs = 0) => {
    const payload = Buffer.alloc(100)
    payload.writeUInt32BE(sequence)
    return window.receive(sequence, payload, nowMs)
  }
  return { window, delivered, receive }
}
