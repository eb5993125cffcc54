import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { checksum } from './checksum.ts'

function checksumOf(...pieces: Uint8Array[]): string {
  const sum = checksum()
  for (const piece of pieces) sum.add(piece)
  return sum.end()
}

it('depends on the bytes and not on the chunks', () => {
  const bytes = randomBytes(100_000)
  const whole = checksumOf(bytes)
  for (const cut of [0, 1, 15, 16, 17, 65_536, 99_999]) {
    expect(checksumOf(bytes.subarray(0, cut), bytes.subarray(cut))).toBe(whole)
  }
  expect(checksumOf(...Array.from({ length: 100 }, (_, n) => bytes.subarray(n * 1000, (n + 1) * 1000)))).toBe(
    whole,
  )
})

it('differs for a changed bit, another order, and more or fewer bytes', () => {
  const bytes = randomBytes(1000)
  const flipped = Buffer.from(bytes)
  flipped.writeUInt8(bytes.readUInt8(500) ^ 1, 500)
  const others = [flipped, bytes.subarray(1), bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.alloc(1)])]
  const sums = [bytes, ...others, bytes.toReversed(), Buffer.alloc(0), Buffer.alloc(1)].map((each) =>
    checksumOf(each),
  )
  expect(new Set(sums).size).toBe(sums.length)
})
