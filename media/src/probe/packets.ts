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
