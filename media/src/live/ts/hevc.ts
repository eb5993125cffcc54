import { withLengths } from '../codecs/annex-b.ts'
import { readHevcSps } from '../codecs/hevc.ts'
import { type AccessUnit, isWithinLimits } from './access-unit.ts'

/** NAL unit types (ITU-T H.265, table 7-1). */
const FIRST_RANDOM_ACCESS = 16
const LAST_RANDOM_ACCESS = 21
const VPS = 32
const SPS = 33
const PPS = 34
const DELIMITER = 35
const FILLER = 38

/** Reads an HEVC frame. Parameter sets move into the configuration, unless some are missing. */
export function readHevc(units: readonly Uint8Array[]): AccessUnit {
  const typeOf = (unit: Uint8Array) => ((unit[0] ?? 0) >> 1) & 0x3f
  const setsOf = (type: number) => ({ type, sets: units.filter((unit) => typeOf(unit) === type) })
  const config = hvcC([setsOf(VPS), setsOf(SPS), setsOf(PPS)])
  const dropped = config === null ? [DELIMITER, FILLER] : [VPS, SPS, PPS, DELIMITER, FILLER]
  const kept = units.filter((unit) => !dropped.includes(typeOf(unit)))
  const isKey = units.some(
    (unit) => typeOf(unit) >= FIRST_RANDOM_ACCESS && typeOf(unit) <= LAST_RANDOM_ACCESS,
  )
  return { config, isKey, isOpen: false, data: withLengths(kept) }
}

interface SetList {
  readonly type: number
  readonly sets: readonly Uint8Array[]
}

/** Writes an HEVCDecoderConfigurationRecord (ISO 14496-15 8.3.3.1). Null without parameter sets of all kinds. */
function hvcC(lists: readonly [SetList, SetList, SetList]): Uint8Array | null {
  const sps = lists[1].sets[0]
  if (sps === undefined || lists.some(({ sets }) => sets.length === 0 || !isWithinLimits(sets))) return null
  const { general, layers, isNested, chromaFormat, lumaBits, chromaBits } = readHevcSps(sps)
  return Uint8Array.from([
    1,
    ...general,
    // No minimum spatial segmentation, unknown parallelism.
    0xf0,
    0,
    0xfc,
    0xfc | (chromaFormat & 3),
    0xf8 | (lumaBits & 7),
    0xf8 | (chromaBits & 7),
    // No average frame rate; lengths of 4 bytes.
    0,
    0,
    (layers << 3) | (isNested << 2) | 3,
    lists.length,
    ...lists.flatMap(({ type, sets }) => [
      // Complete: the frames contain no set of this kind.
      0x80 | type,
      0,
      sets.length,
      ...sets.flatMap((set) => [set.length >> 8, set.length & 0xff, ...set]),
    ]),
  ])
}
