import { all, type Box, find, u8, u32, viewOf, whole } from './boxes.ts'

const HAS_OFFSETS = 0x800
const FIELDS_BEFORE_OFFSET = [0x100, 0x200, 0x400]

/**
 * By how many ticks the samples of these segments have to be decoded earlier so that none is shown before it is decoded:
 * the largest negative composition offset, without its sign. 0 where there is none.
 */
export function reorderTicksOf(segments: Uint8Array): number {
  const data = viewOf(segments)
  const offsets = runsOf(data).flatMap(({ trun }) => offsetPlaces(data, trun).map((at) => -data.getInt32(at)))
  return offsets.reduce((most, ticks) => Math.max(most, ticks), 0)
}

/**
 * Moves decoding by so many ticks towards the beginning and leaves the times at which samples are shown, in place. ffmpeg
 * shows all samples after a negative composition offset (trun version 1) later by that much, so its inputs have none. A
 * decode time may then be below 0, which ffmpeg reads as such. A run without offsets keeps its decode times.
 */
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

/** Each fragment's run, as ffmpeg writes them: one in a fragment, with a decode time of 64 bits (tfdt version 1). */
function runsOf(data: DataView): { tfdt: Box; trun: Box }[] {
  return all(data, whole(data), 'moof').flatMap((moof) =>
    all(data, moof, 'traf').flatMap((traf) => {
      const tfdt = find(data, traf, 'tfdt')
      const trun = find(data, traf, 'trun')
      return tfdt && trun && u8(data, tfdt, 0) === 1 && tfdt.end - tfdt.start >= 12 ? [{ tfdt, trun }] : []
    }),
  )
}

/** Where each sample's composition offset lies (ISO 14496-12 8.8.8). */
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
