import { mpegCrc32 } from '../../scte35/crc32.ts'
import type { ViewedProgram } from './ts-view.ts'

const PACKET_BYTES = 188
const PAYLOAD_BYTES = 184
const CRC_BYTES = 4
const PAT = 0
const STUFFING = 0xff
const HEADER_BYTES = 12
const SCTE35_TABLE = 0xfc

/** PIDs of the streams of a program in that of another one: the PIDs of the streams of the same codec, in their order. Others get
 * PIDs that the other program does not use. */
export function mapPids(from: ViewedProgram, to: ViewedProgram): ReadonlyMap<number, number> {
  const pids = new Map<number, number>()
  const taken = new Set([to.mapPid, to.map.pcrPid, ...to.map.streams.map(({ pid }) => pid)])
  const left = [...to.map.streams]
  for (const { pid, codec } of from.map.streams) {
    const same = left.findIndex((stream) => stream.codec === codec)
    const [match] = same === -1 ? [] : left.splice(same, 1)
    if (match !== undefined) pids.set(pid, match.pid)
  }
  const { pcrPid } = from.map
  // A clock on a PID of its own.
  const isOwnClock = ({ map }: ViewedProgram) => map.streams.every(({ pid }) => pid !== map.pcrPid)
  if (isOwnClock(from) && isOwnClock(to)) pids.set(pcrPid, to.map.pcrPid)
  for (const pid of [...from.map.streams.map((stream) => stream.pid), pcrPid]) {
    if (pids.has(pid)) continue
    let free = pid
    while (taken.has(free) || free < LEAST_PID) free = free >= MOST_PID ? LEAST_PID : free + 1
    taken.add(free)
    pids.set(pid, free)
  }
  return pids
}

const LEAST_PID = 0x20
const MOST_PID = 0x1ffe

/** The tables of a program under the place of another one. @param version of the program map, which changes with its content
 * @param pids of its streams in the output */
export function writeProgram(
  program: ViewedProgram,
  place: Pick<ViewedProgram, 'streamId' | 'number' | 'mapPid'>,
  pids: ReadonlyMap<number, number>,
  version: number,
): Buffer[] {
  const association = Uint8Array.of(0, 0xb0, 13, 0, 0, 0xc1, 0, 0, 0, 0, 0xe0, 0, 0, 0, 0, 0)
  putUint16(association, 3, place.streamId)
  putUint16(association, 8, place.number)
  putUint16(association, 10, 0xe000 | place.mapPid)
  const map = Uint8Array.from(program.section)
  putUint16(map, 3, place.number)
  map[5] = ((map[5] ?? 0) & 0xc1) | ((version & 0x1f) << 1)
  putPid(map, 8, pids)
  const end = map.length - CRC_BYTES
  for (
    let at = HEADER_BYTES + (uint16(map, 10) & 0x0fff);
    at + 5 <= end;
    at += 5 + (uint16(map, at + 3) & 0x0fff)
  )
    putPid(map, at + 1, pids)
  return [...packets(PAT, association), ...packets(place.mapPid, map)]
}

/** A section of SCTE-35 whose times are later (SCTE 35, 9.6: `pts_adjustment`). */
export function moveCue(section: Uint8Array, ticks: number): Uint8Array {
  const moved = Uint8Array.from(section)
  if (moved[0] !== SCTE35_TABLE || moved.length < 13) return moved
  const low = ((moved[5] ?? 0) * 2 ** 24 + uint16(moved, 6) * 2 ** 8 + (moved[8] ?? 0)) % 2 ** 32
  const high = (moved[4] ?? 0) & 1
  const sum = (((high * 2 ** 32 + low + ticks) % 2 ** 33) + 2 ** 33) % 2 ** 33
  moved[4] = ((moved[4] ?? 0) & 0xfe) | Math.floor(sum / 2 ** 32)
  new DataView(moved.buffer).setUint32(5, sum % 2 ** 32)
  return moved
}

/** The packets of a section, with a new checksum. Their counters are 1, the distance to the packet before. */
export function packets(pid: number, section: Uint8Array): Buffer[] {
  const bytes = Uint8Array.from(section)
  new DataView(bytes.buffer).setUint32(bytes.length - CRC_BYTES, mpegCrc32(bytes.subarray(0, -CRC_BYTES)))
  const content = Buffer.concat([Buffer.of(0), bytes])
  return Array.from({ length: Math.ceil(content.length / PAYLOAD_BYTES) }, (_, n) => {
    const packet = Buffer.alloc(PACKET_BYTES, STUFFING)
    packet.set([0x47, (n === 0 ? 0x40 : 0) | (pid >> 8), pid & 0xff, 0x11])
    packet.set(content.subarray(n * PAYLOAD_BYTES, (n + 1) * PAYLOAD_BYTES), 4)
    return packet
  })
}

function putPid(bytes: Uint8Array, at: number, pids: ReadonlyMap<number, number>): void {
  const before = uint16(bytes, at)
  putUint16(bytes, at, (before & 0xe000) | (pids.get(before & 0x1fff) ?? before & 0x1fff))
}

function putUint16(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >> 8
  bytes[at + 1] = value & 0xff
}

function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}
