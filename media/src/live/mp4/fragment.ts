import { TRACK_ID } from './init-segment.ts'

/** A frame in a fragment. Times are in ticks of the track's timescale. */
export interface Sample {
  readonly data: Uint8Array
  readonly duration: number
  /** Presentation time minus decode time; can be negative. */
  readonly offset: number
  readonly isKey: boolean
}

const KEY_FLAGS = 0x02000000
const OTHER_FLAGS = 0x01010000
/** Sizes of the boxes below, including headers. */
const MFHD = 16
const TFHD = 16
const TFDT = 20
const TRUN_HEAD = 20
const TRUN_SAMPLE = 16

/** Writes a CMAF chunk: a moof and mdat box (ISO 14496-12) with one run of samples.
 * @param sequence number of the fragment
 * @param decodeTime decode time of the first sample */
export function fragment(sequence: number, decodeTime: number, samples: readonly Sample[]): Uint8Array {
  const trun = TRUN_HEAD + samples.length * TRUN_SAMPLE
  const traf = 8 + TFHD + TFDT + trun
  const moof = 8 + MFHD + traf
  const payload = samples.reduce((sum, { data }) => sum + data.length, 0)
  const bytes = new Uint8Array(moof + 8 + payload)
  const view = new DataView(bytes.buffer)
  let at = 0
  const word = (value: number) => {
    view.setUint32(at, value >>> 0)
    at += 4
  }
  const head = (size: number, type: string) => {
    word(size)
    for (let n = 0; n < 4; n++) bytes[at + n] = type.charCodeAt(n)
    at += 4
  }
  head(moof, 'moof')
  head(MFHD, 'mfhd')
  word(0)
  word(sequence)
  head(traf, 'traf')
  head(TFHD, 'tfhd')
  word(0x020000) // default-base-is-moof
  word(TRACK_ID)
  head(TFDT, 'tfdt')
  word(0x01000000)
  view.setBigUint64(at, BigInt(decodeTime))
  at += 8
  head(trun, 'trun')
  word(0x01000f01) // version 1; data offset; duration, size, flags and offset of each sample
  word(samples.length)
  word(moof + 8)
  for (const { data, duration, offset, isKey } of samples) {
    word(duration)
    word(data.length)
    word(isKey ? KEY_FLAGS : OTHER_FLAGS)
    word(offset)
  }
  head(8 + payload, 'mdat')
  for (const { data } of samples) {
    bytes.set(data, at)
    at += data.length
  }
  return bytes
}
