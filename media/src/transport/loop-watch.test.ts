import { expect, it } from 'vitest'
import { createLoopWatch } from './loop-watch.ts'

function payloadOf(number: number): Buffer {
  const payload = Buffer.alloc(188, number & 0xff)
  payload.writeUInt32BE(0x47_01_00_10)
  payload.writeUInt32BE(number, 4)
  return payload
}

/** Feeds payloads, one in 10 ms, and returns after how many a loop was noticed. */
function noticedAfter(payloads: readonly Buffer[]): number | null {
  const watch = createLoopWatch()
  const at = payloads.findIndex((payload, n) => watch.push(payload, n * 10))
  return at === -1 ? null : at
}

const rounds = Array.from({ length: 13 }, (_, n) => n * 6)
const numbers = Array.from({ length: 2000 }, (_, n) => n)

it('notices a stream that goes around', () => {
  const around = numbers.flatMap((n) => rounds.flatMap((back) => (n < back ? [] : payloadOf(n - back))))
  expect(noticedAfter(around)).toBeLessThan(1200)
})

it('takes no new, doubled or padded stream for a loop', () => {
  const tables = [0, 1, 2, 3].map((n) => payloadOf(1_000_000 + n))
  const padding = Buffer.alloc(188, 0xff)
  padding.writeUInt32BE(0x47_1f_ff_10)
  expect(noticedAfter(numbers.map(payloadOf))).toBe(null)
  expect(noticedAfter(numbers.flatMap((n) => [payloadOf(n), payloadOf(n)]))).toBe(null)
  const padded = numbers.flatMap((n) => [payloadOf(n), padding, tables[n % 4] ?? padding, padding])
  expect(noticedAfter(padded)).toBe(null)
})
