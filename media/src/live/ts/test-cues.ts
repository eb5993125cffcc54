import { mpegCrc32 } from '../../scte35/crc32.ts'
import { joined } from '../joined.ts'
import { TS_PACKET_BYTES } from './packets.ts'
import { readPat } from './program.ts'

const CUE_PID = 0x1f0
const CUE_TYPE = 0x86
const PAYLOAD_BYTES = TS_PACKET_BYTES - 4

/** Inserts SCTE-35 sections after the middle of a transport stream, and adds their PID to its program maps. */
export function withCues(stream: Uint8Array, sections: readonly Uint8Array[]): Uint8Array {
  const packets = Array.from({ length: stream.length / TS_PACKET_BYTES }, (_, n) =>
    stream.slice(n * TS_PACKET_BYTES, (n + 1) * TS_PACKET_BYTES),
  )
  const pids = packets.map((packet) => (((packet[1] ?? 0) & 0x1f) << 8) | (packet[2] ?? 0))
  const pat = packets[pids.indexOf(0)]
  const mapPid = pat ? readPat(pat.subarray(5)) : null
  const mapped = packets.map((packet, n) => (pids[n] === mapPid ? withCueStream(packet) : packet))
  const middle = mapped.length >> 1
  return joined(...mapped.slice(0, middle), ...cuePackets(sections), ...mapped.slice(middle))
}

/** Adds a stream to a packet with a program map. */
function withCueStream(packet: Uint8Array): Uint8Array {
  const from = 5
  const length = 3 + ((((packet[from + 1] ?? 0) & 0x0f) << 8) | (packet[from + 2] ?? 0))
  const map = joined(
    packet.slice(from, from + length - 4),
    Uint8Array.of(CUE_TYPE, 0xe0 | (CUE_PID >> 8), CUE_PID & 0xff, 0xf0, 0),
  )
  map[2] = map.length + 4 - 3
  const checksum = new Uint8Array(4)
  new DataView(checksum.buffer).setUint32(0, mpegCrc32(map))
  return filled(joined(packet.slice(0, from), map, checksum))
}

/** Splits sections into packets. Each section begins in a new packet. */
function cuePackets(sections: readonly Uint8Array[]): Uint8Array[] {
  const packets: Uint8Array[] = []
  for (const section of sections) {
    const bytes = joined(Uint8Array.of(0), section)
    for (let at = 0; at < bytes.length; at += PAYLOAD_BYTES) {
      const start = at === 0 ? 0x40 : 0
      const head = [0x47, start | (CUE_PID >> 8), CUE_PID & 0xff, 0x10 | (packets.length & 0x0f)]
      packets.push(filled(joined(Uint8Array.from(head), bytes.slice(at, at + PAYLOAD_BYTES))))
    }
  }
  return packets
}

function filled(bytes: Uint8Array): Uint8Array {
  return joined(bytes, new Uint8Array(TS_PACKET_BYTES - bytes.length).fill(0xff))
}
