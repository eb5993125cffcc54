import { expect, it } from 'vitest'
import { createPathMerge } from './path-merge.ts'

const HOLD_MS = 100

function payloadOf(number: number): Buffer {
  const payload = Buffer.alloc(188, 7)
  payload.writeUInt32BE(number)
  return payload
}

/** A stream on two paths whose numbers differ. Each step sends one payload on both. */
function twoPaths() {
  const delivered: number[] = []
  const merge = createPathMerge(HOLD_MS, (payload) => delivered.push(payload.readUInt32BE()))
  const send = (number: number, ...paths: readonly number[]) => {
    for (const path of paths) merge.push(path, number + path * 1000, payloadOf(number), 0, number)
    merge.tick(number)
  }
  const sendMany = (from: number, to: number, ...paths: readonly number[]) => {
    for (let number = from; number < to; number++) send(number, ...paths)
  }
  return { merge, delivered, send, sendMany }
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)

it('delivers a stream of two paths once, in order', () => {
  const { merge, delivered, sendMany } = twoPaths()
  sendMany(0, 10, 0)
  expect(merge.isDouble()).toBe(false)
  sendMany(10, 100, 0, 1)
  expect(merge.isDouble()).toBe(true)
  expect(delivered).toEqual(range(0, 100))
})

it('fills what one path has lost from the other, and never notices a cut', () => {
  const { merge, delivered, sendMany } = twoPaths()
  sendMany(0, 50, 0, 1)
  sendMany(50, 60, 1)
  sendMany(60, 70, 0)
  sendMany(70, 80, 0, 1)
  merge.leave(0)
  sendMany(80, 120, 1)
  expect(delivered).toEqual(range(0, 120))
  expect(merge.lost()).toBe(0)
  // The path comes back, and the other one leaves.
  sendMany(120, 160, 0, 1)
  expect(merge.isDouble()).toBe(true)
  merge.leave(1)
  sendMany(160, 200, 0)
  expect(delivered).toEqual(range(0, 200))
})

it('waits for the slower path, but not for what both have lost', () => {
  const { merge, delivered, send, sendMany } = twoPaths()
  sendMany(0, 50, 0, 1)
  send(51, 0)
  expect(delivered.at(-1)).toBe(49)
  send(50, 1)
  expect(delivered.at(-1)).toBe(51)
  // Both paths go past 52.
  sendMany(53, 60, 0, 1)
  expect(delivered.slice(-7)).toEqual(range(53, 60))
  expect(merge.lost()).toBe(1)
})

it('gives up a hole after the hold time', () => {
  const { merge, delivered, sendMany } = twoPaths()
  sendMany(0, 50, 0, 1)
  for (let number = 51; number < 60; number++) merge.push(0, number, payloadOf(number), 0, 0)
  merge.tick(HOLD_MS)
  expect(delivered.at(-1)).toBe(49)
  merge.tick(HOLD_MS + 1)
  expect(delivered.slice(-9)).toEqual(range(51, 60))
  expect(merge.lost()).toBe(1)
})

it('does not mix streams that are not the same', () => {
  const { merge, delivered, sendMany } = twoPaths()
  for (let number = 0; number < 200; number++) {
    sendMany(number, number + 1, 0)
    merge.push(1, number, payloadOf(number + 5000), 0, 0)
  }
  expect(merge.isDouble()).toBe(false)
  expect(delivered).toEqual(range(0, 200))
})

it('finds the distance of streams that are padded with null packets', () => {
  const delivered: number[] = []
  const merge = createPathMerge(HOLD_MS, (payload) => delivered.push(payload.readUInt32BE(4)))
  const padded = (number: number) => {
    const payload = Buffer.alloc(188 * 2, 0xff)
    for (const at of [0, 188]) payload.writeUInt32BE(0x47_1f_ff_10, at)
    // One payload of ten has a packet of the program, and one of those repeats itself.
    if (number % 10 === 0) payload.writeUInt32BE(0x47_01_00_10 + (number % 160 === 0 ? 0 : number), 0)
    payload.writeUInt32BE(number % 10 === 0 && number % 160 !== 0 ? number : 0, 4)
    return payload
  }
  for (let number = 0; number < 600; number++) {
    merge.push(0, number, padded(number), 0, number)
    // The second path is a little later.
    if (number >= 5) merge.push(1, number + 1000, padded(number - 5), 0, number)
    merge.tick(number)
  }
  expect(merge.isDouble()).toBe(true)
  const sent = Array.from({ length: 600 }, (_, number) => padded(number).readUInt32BE(4))
  expect(delivered).toEqual(sent)
})
