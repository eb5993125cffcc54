import { randomInt } from 'node:crypto'
import { createFecEncoder, MPEG_TS_TYPE, writeRtpPacket } from '@kinora/media'
import type { SenderSpec } from '../specs.ts'

/** A datagram, and how much higher than that of the stream its port is. */
interface OffsetDatagram {
  readonly offset: number
  readonly datagram: Buffer
}

const WRAP = 0x1_0000
/** Type of packets of forward error correction (SMPTE 2022-1, 8.2). */
const FEC_TYPE = 96

/** Makes packets of RTP (RFC 2250) with forward error correction (SMPTE 2022-1) out of payloads. */
export function createRtpDatagrams({
  fec,
  fecColumns,
  fecRows,
}: Pick<SenderSpec, 'fec' | 'fecColumns' | 'fecRows'>): (payload: Buffer, dueMs: number) => OffsetDatagram[] {
  const source = randomInt(2 ** 32)
  let sequence = randomInt(WRAP)
  const lines = { columns: 0, rows: 0 }
  const encoder =
    fec === 'none'
      ? null
      : createFecEncoder({ columns: fecColumns, rows: fecRows, hasRows: fec === 'rows-and-columns' })
  return (payload, dueMs) => {
    // When the packet leaves, in 90 kHz (RFC 2250, 2).
    const timestamp = Math.round(dueMs * 90) % 2 ** 32
    const packet = { type: MPEG_TS_TYPE, sequence, timestamp, source, payload }
    const behind = encoder?.push(sequence, {
      type: MPEG_TS_TYPE,
      timestamp,
      length: payload.length,
      body: payload,
    })
    sequence = (sequence + 1) % WRAP
    const lineOf = (offset: number, kind: 'columns' | 'rows', line: Buffer): OffsetDatagram => {
      const number = lines[kind]
      lines[kind] = (number + 1) % WRAP
      return {
        offset,
        datagram: writeRtpPacket({ type: FEC_TYPE, sequence: number, timestamp, source: 0, payload: line }),
      }
    }
    return [
      { offset: 0, datagram: writeRtpPacket(packet) },
      ...(behind?.columns.map((line) => lineOf(2, 'columns', line)) ?? []),
      ...(behind?.rows.map((line) => lineOf(4, 'rows', line)) ?? []),
    ]
  }
}
