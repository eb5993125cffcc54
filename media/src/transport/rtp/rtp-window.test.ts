import { expect, it } from 'vitest'
import { createFecEncoder, type FecMatrix } from './fec-encoder.ts'
import { readFec } from './fec-packet.ts'
import { MPEG_TS_TYPE, readRtpPacket, writeRtpPacket } from './rtp-packet.ts'
import { createRtpWindow } from './rtp-window.ts'

const HOLD_MS = 500
const FIRST = 65_500

/** Packets of different lengths that have their number. */
function payloadOf(number: number): Buffer {
  const payload = Buffer.alloc(188 * (1 + (number % 7)), number & 0xff)
  payload[0] = 0x47
  payload.writeUInt32BE(number, 4)
  return payload
}

/** Passes packets through a window, and a matrix if one is given. @param isLost decides for packets and lines, by their place */
function pass(
  count: number,
  {
    matrix,
    order = (n) => n,
    isLost,
  }: {
    matrix?: FecMatrix
    order?: (n: number) => number
    isLost: (n: number, kind: 'media' | 'column' | 'row') => boolean
  },
) {
  const delivered: Buffer[] = []
  const window = createRtpWindow(HOLD_MS, (payload) => delivered.push(Buffer.from(payload)))
  const encoder = matrix && createFecEncoder(matrix)
  const lines = { column: 0, row: 0 }
  const sent = Array.from({ length: count }, (_, n) => {
    const packet = {
      type: MPEG_TS_TYPE,
      sequence: FIRST + n,
      timestamp: n * 90,
      source: 7,
      payload: payloadOf(n),
    }
    const behind = encoder?.push(FIRST + n, {
      ...packet,
      body: packet.payload,
      length: packet.payload.length,
    })
    return { datagram: writeRtpPacket(packet), behind }
  })
  for (let n = 0; n < count; n++) {
    const { datagram, behind } = sent[order(n)] ?? {}
    const packet = datagram && readRtpPacket(datagram)
    if (packet && !isLost(order(n), 'media')) window.push(packet, n)
    for (const [kind, payloads] of [
      ['column', behind?.columns ?? []] as const,
      ['row', behind?.rows ?? []] as const,
    ])
      for (const payload of payloads) {
        const fec = readFec(payload)
        if (fec !== null && !isLost(lines[kind]++, kind)) window.pushFec(fec)
      }
    window.tick(n)
  }
  window.tick(count + 2 * HOLD_MS)
  return { numbers: delivered.map((payload) => payload.readUInt32BE(4)), delivered, window }
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

it('puts packets in order, also when their numbers wrap', () => {
  const swapped = (n: number) => (n % 5 === 1 ? n + 1 : n % 5 === 2 ? n - 1 : n)
  const { numbers, window } = pass(100, { order: swapped, isLost: () => false })
  expect(numbers).toEqual(upTo(100))
  expect(window.figures()).toEqual({ lost: 0, unrecovered: 0, matrix: null })
})

it('recovers a burst as long as a row by columns', () => {
  const matrix = { columns: 5, rows: 5, hasRows: false }
  const isLost = (n: number, kind: string) => kind === 'media' && ((n >= 32 && n < 37) || n === 62)
  const { numbers, delivered, window } = pass(150, { matrix, isLost })
  expect(numbers).toEqual(upTo(150))
  expect(delivered.every((payload, n) => payload.equals(payloadOf(n)))).toBe(true)
  expect(window.figures()).toEqual({ lost: 6, unrecovered: 0, matrix: { columns: 5, rows: 5 } })
})

it('recovers by rows what columns cannot, and the other way around', () => {
  // Two in one column, and two in one row.
  const isLost = (n: number, kind: string) => kind === 'media' && [26, 31, 32].includes(n)
  const matrix = { columns: 5, rows: 5, hasRows: true }
  expect(pass(150, { matrix, isLost }).window.figures()).toMatchObject({ lost: 3, unrecovered: 0 })
  const columns = pass(150, { matrix: { ...matrix, hasRows: false }, isLost })
  expect(columns.window.figures()).toMatchObject({ lost: 3, unrecovered: 2 })
  expect(columns.numbers).toEqual(upTo(150).filter((n) => n !== 26 && n !== 31))
})

it('gives up a missing packet after the time to wait, and not before', () => {
  const delivered: number[] = []
  const window = createRtpWindow(HOLD_MS, (payload) => delivered.push(payload.readUInt32BE(4)))
  const push = (n: number, nowMs: number) => {
    const payload = payloadOf(n)
    window.push({ type: MPEG_TS_TYPE, sequence: n, timestamp: 0, source: 7, body: payload, payload }, nowMs)
  }
  for (const n of [1, 3, 5]) push(n, n * 100)
  window.tick(799)
  expect(delivered).toEqual([1])
  window.tick(800)
  expect(delivered).toEqual([1, 3])
  window.tick(1000)
  expect(delivered).toEqual([1, 3, 5])
  // Too late.
  push(2, 1001)
  expect(delivered).toEqual([1, 3, 5])
  expect(window.figures()).toMatchObject({ lost: 2, unrecovered: 2 })
})

it('follows a sender that begins again with other numbers, but not a single stray packet', () => {
  const delivered: number[] = []
  const window = createRtpWindow(HOLD_MS, (payload) => delivered.push(payload.readUInt32BE(4)))
  const push = (sequence: number) => {
    const payload = payloadOf(sequence)
    window.push({ type: MPEG_TS_TYPE, sequence, timestamp: 0, source: 7, body: payload, payload }, 0)
  }
  for (const sequence of [10, 11, 30_000, 12, 40_000, 40_001, 40_002]) push(sequence)
  expect(delivered).toEqual([10, 11, 12, 40_001, 40_002])
})

it('ignores what is no RTP and no forward error correction', () => {
  expect(readRtpPacket(Buffer.alloc(12, 0x80))).toBe(null)
  expect(readRtpPacket(Buffer.alloc(1316, 0x47))).toBe(null)
  expect(readFec(Buffer.alloc(16))).toBe(null)
  expect(readFec(Buffer.alloc(200, 0xff))).toBe(null)
  const padded = writeRtpPacket({ type: 33, sequence: 1, timestamp: 2, source: 3, payload: payloadOf(4) })
  padded[0] = 0xa0
  padded[padded.length - 1] = 188
  expect(readRtpPacket(padded)?.payload.length).toBe(payloadOf(4).length - 188)
})
