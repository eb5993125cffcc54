import { expect, it } from 'vitest'
import { createFecEncoder, type FecMatrix } from './fec-encoder.ts'
import { combine, readFec, writeFec } from './fec-packet.ts'
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
        const fec = readFec(rtpOf(payload))
        if (fec !== null && !isLost(lines[kind]++, kind)) window.pushFec(fec)
      }
    window.tick(n)
  }
  window.tick(count + 2 * HOLD_MS)
  return { numbers: delivered.map((payload) => payload.readUInt32BE(4)), delivered, window }
}

/** A packet of forward error correction by RTP. @param flags of its header */
function rtpOf(payload: Buffer, flags = 0): Buffer {
  const datagram = writeRtpPacket({ type: 96, sequence: 0, timestamp: 0, source: 0, payload })
  datagram[0] = 0x80 | flags
  return datagram
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
    window.push(
      { type: MPEG_TS_TYPE, sequence: n, timestamp: 0, source: 7, flags: 0, body: payload, payload },
      nowMs,
    )
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
    window.push(
      { type: MPEG_TS_TYPE, sequence, timestamp: 0, source: 7, flags: 0, body: payload, payload },
      0,
    )
  }
  for (const sequence of [10, 11, 30_000, 12, 40_000, 40_001, 40_002]) push(sequence)
  expect(delivered).toEqual([10, 11, 12, 40_001, 40_002])
})

it('ignores what is no RTP and no forward error correction', () => {
  expect(readRtpPacket(Buffer.alloc(12, 0x80))).toBe(null)
  expect(readRtpPacket(Buffer.alloc(1316, 0x47))).toBe(null)
  expect(readFec(Buffer.alloc(28, 0x80))).toBe(null)
  expect(readFec(Buffer.alloc(200, 0xff))).toBe(null)
  // More than a matrix has.
  for (const [step, count] of [
    [21, 4],
    [1, 21],
    [10, 11],
  ] as const) {
    const { type, timestamp, body } = { type: 33, timestamp: 0, body: payloadOf(1) }
    const line = { base: 0, length: 188, type, timestamp, body, step, count, isRow: false }
    expect(readFec(rtpOf(writeFec(line)))).toBe(null)
  }
  const padded = writeRtpPacket({ type: 33, sequence: 1, timestamp: 2, source: 3, payload: payloadOf(4) })
  padded[0] = 0xa0
  padded[padded.length - 1] = 188
  expect(readRtpPacket(padded)?.payload.length).toBe(payloadOf(4).length - 188)
})

it('recovers packets with contributors, an extension and padding', () => {
  const delivered: Buffer[] = []
  const window = createRtpWindow(HOLD_MS, (payload) => delivered.push(payload))
  const plain = (n: number) =>
    writeRtpPacket({ type: 33, sequence: n, timestamp: n, source: 3, payload: payloadOf(n) })
  const special = writeRtpPacket({
    type: 33,
    sequence: 2,
    timestamp: 2,
    source: 3,
    payload: Buffer.concat([
      Buffer.alloc(4),
      Buffer.of(0, 0, 0, 1, 1, 2, 3, 4),
      payloadOf(2),
      Buffer.alloc(4, 4),
    ]),
  })
  special[0] = 0xb1
  const datagrams = [plain(1), special, plain(3), plain(4)]
  const packets = datagrams.flatMap((datagram) => readRtpPacket(datagram) ?? [])
  const { flags, ...rest } = combine(packets.map((packet) => ({ ...packet, length: packet.body.length })))
  const line = writeFec({ ...rest, base: 1, step: 1, count: 4, isRow: true })
  for (const packet of packets) if (packet.sequence !== 2) window.push(packet, 0)
  const fec = readFec(rtpOf(line, flags))
  if (fec !== null) window.pushFec(fec)
  expect(delivered).toEqual([1, 2, 3, 4].map(payloadOf))
})

it('recovers nothing twice from lines that are sent again and again', () => {
  const delivered: number[] = []
  const window = createRtpWindow(HOLD_MS, (payload) => delivered.push(payload.readUInt32BE(4)))
  const body = payloadOf(0)
  const push = (n: number) => {
    const payload = payloadOf(n)
    window.push({ type: 33, sequence: n, timestamp: 0, source: 7, flags: 0, body: payload, payload }, n)
  }
  push(1)
  for (let n = 3; n < 500; n++) {
    for (let at = 0; at < 16; at++) {
      const line = { base: n + at, step: 5, count: 20, isRow: false }
      window.pushFec({ ...line, flags: 0, length: 188, type: 0, timestamp: 0, body })
    }
    push(n)
  }
  window.tick(10_000)
  expect(window.figures()).toMatchObject({ lost: 1, unrecovered: 1 })
  expect(delivered).toHaveLength(498)
})
