import type { Input } from './input-args.ts'
import { pinnedInput } from './input-args.ts'

/** A coded picture, in the order of decoding. Times in seconds on the file's clock; `dtsS` is NaN where it has none. */
export interface Packet {
  readonly ptsS: number
  readonly dtsS: number
  readonly isKey: boolean
}

/** ffprobe's arguments for `parsePackets`: a stream's packets within `interval`, undecoded. */
export function packetArgs(input: Input, streamIndex: number, interval: string): string[] {
  const packets = ['-show_entries', 'packet=pts_time,dts_time,flags', '-of', 'csv=p=0']
  const read = ['-select_streams', String(streamIndex), '-read_intervals', interval]
  return ['-v', 'error', ...read, ...packets, ...pinnedInput(input)]
}

/** Packets without a time to show them at are left out. */
export function parsePackets(csv: string): Packet[] {
  return csv.split('\n').flatMap((line) => {
    const [pts = '', dts = '', flags = ''] = line.split(',')
    const ptsS = Number.parseFloat(pts)
    return Number.isFinite(ptsS) ? [{ ptsS, dtsS: Number.parseFloat(dts), isKey: flags.includes('K') }] : []
  })
}
