import { z } from 'zod'
import type { Input } from './input-args.ts'
import { pinnedInput } from './input-args.ts'

/** A coded frame, in decoding order. Times in seconds of the file; `dtsS` is NaN if it is missing. */
export interface Packet {
  readonly ptsS: number
  readonly dtsS: number
  readonly isKey: boolean
}

/** ffprobe arguments for `parsePackets`: the packets of a stream within `interval`, without decoding. */
export function packetArgs(input: Input, streamIndex: number, interval: string): string[] {
  const packets = ['-show_entries', 'packet=pts_time,dts_time,flags', '-of', 'csv=p=0']
  const read = ['-select_streams', String(streamIndex), '-read_intervals', interval]
  return ['-v', 'error', ...read, ...packets, ...pinnedInput(input)]
}

/** Skips packets without a presentation time. */
export function parsePackets(csv: string): Packet[] {
  return csv.split('\n').flatMap((line) => {
    const [pts = '', dts = '', flags = ''] = line.split(',')
    const ptsS = Number.parseFloat(pts)
    return Number.isFinite(ptsS) ? [{ ptsS, dtsS: Number.parseFloat(dts), isKey: flags.includes('K') }] : []
  })
}

/** A packet of any stream. */
export interface StreamPacket extends Packet {
  readonly index: number
  /** Zero if it is missing. */
  readonly durationS: number
}

const MOST_PACKETS = 4000

/** ffprobe arguments for `parseAllPackets`, beside `probeArgs`: the packets of all streams, without decoding. */
export const allPacketArgs = [
  '-read_intervals',
  `%+#${MOST_PACKETS}`,
  '-show_entries',
  'packet=stream_index,pts_time,dts_time,duration_time,flags',
]

const seconds = z.coerce.number().catch(Number.NaN)

const Answer = z.object({
  packets: z
    .array(
      z.object({
        stream_index: z.number(),
        pts_time: seconds,
        dts_time: seconds,
        duration_time: z.coerce.number().catch(0),
        flags: z.string().catch(''),
      }),
    )
    .catch([]),
})

/** Reads the packets from ffprobe's JSON. Null if it has not read all of the file. */
export function parseAllPackets(json: unknown): StreamPacket[] | null {
  const { packets } = Answer.parse(json)
  if (packets.length >= MOST_PACKETS) return null
  return packets.map((packet) => ({
    index: packet.stream_index,
    ptsS: packet.pts_time,
    dtsS: packet.dts_time,
    durationS: packet.duration_time,
    isKey: packet.flags.includes('K'),
  }))
}

/** Packets of a stream with a presentation time, as `parsePackets` reads them. */
export function packetsOf(packets: readonly StreamPacket[], index: number): Packet[] {
  return packets.filter((packet) => packet.index === index && Number.isFinite(packet.ptsS))
}
