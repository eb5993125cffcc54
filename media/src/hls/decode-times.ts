import { all, type Box, find, u8, u32, viewOf, whole } from './boxes.ts'

const HAS_OFFSETS = 0x800
const FIELDS_BEFORE_OFFSET = [0x100, 0x200, 0x400]

/** Ticks by which these segments must be decoded earlier, so that no sample is shown before it is decoded: the
 * largest negative composition offset, as a positive number. 0 if there is none. */
export function reorderTicksOf(segments: Uint8Array): number {
  const data = viewOf(segments)
  const offsets = runsOf(data).flatMap(({ trun }) => offsetPlaces(data, trun).map((at) => -data.getInt32(at)))
  return offsets.reduce((most, ticks) => Math.max(most, ticks), 0)
}

/** Moves decode times earlier in place and keeps presentation times. ffmpeg shows all samples after a negative
 * composition offset (trun version 1) later by that amount, so its inputs must have none. Decode times below 0 are
 * valid for ffmpeg. Runs without offsets keep their decode times. */
export function decodeEarlier(segments: Uint8Array, ticks: number): void {
  const data = viewOf(segments)
  for (const { tfdt, trun } of runsOf(data)) {
    const places = offsetPlaces(data, trun)
    if (places.length === 0) continue
    for (const at of places) data.setInt32(at, data.getInt32(at) + ticks)
    data.setUint8(trun.start, 0)
    data.setBigInt64(tfdt.start + 4, data.getBigInt64(tfdt.start + 4) - BigInt(ticks))
  }
}

/** The run of each fragment. ffmpeg writes one per fragment, with 64-bit decode times (tfdt version 1). */
function runsOf(data: DataView): { tfdt: Box; trun: Box }[] {
  return all(data, whole(data), 'moof').flatMap((moof) =>
    all(data, moof, 'traf').flatMap((traf) => {
      const tfdt = find(data, traf, 'tfdt')
      const trun = find(data, traf, 'trun')
      return tfdt && trun && u8(data, tfdt, 0) === 1 && tfdt.end - tfdt.start >= 12 ? [{ tfdt, trun }] : []
    }),
  )
}

/** Position of each sample's composition offset (ISO 14496-12 8.8.8). */
function offsetPlaces(data: DataView, trun: Box): number[] {
  const flags = u32(data, trun, 0) & 0xffffff
  if (!(flags & HAS_OFFSETS)) return []
  const before = FIELDS_BEFORE_OFFSET.filter((bit) => flags & bit).length * 4
  const stride = before + 4
  const header = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0)
  const fitting = Math.floor((trun.end - trun.start - header) / stride)
  const samples = Math.max(0, Math.min(u32(data, trun, 4), fitting))
  return Array.from({ length: samples }, (_, sample) => trun.start + header + sample * stride + before)
}
