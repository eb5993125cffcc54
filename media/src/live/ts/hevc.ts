import { type AccessUnit, isWithinLimits } from './access-unit.ts'
import { withLengths } from './annex-b.ts'
import { createBitReader } from './bits.ts'

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
  const { general, layers, isNested, chromaFormat, lumaBits, chromaBits } = readSps(sps)
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

/** The fields of a sequence parameter set that hvcC repeats (ITU-T H.265 7.3.2.2). */
function readSps(sps: Uint8Array) {
  const reader = createBitReader(sps, 2)
  reader.bits(4)
  const subLayers = reader.bits(3)
  const isNested = reader.bits(1)
  // Profile, compatibility, constraints and level (7.3.3), in the order of hvcC.
  const general = Array.from({ length: 12 }, () => reader.bits(8))
  skipSubLayers(reader, subLayers)
  reader.unsigned()
  const chromaFormat = reader.unsigned()
  if (chromaFormat === 3) reader.bits(1)
  reader.unsigned()
  reader.unsigned()
  if (reader.bits(1) === 1) for (let n = 0; n < 4; n++) reader.unsigned()
  return {
    general,
    layers: subLayers + 1,
    isNested,
    chromaFormat,
    lumaBits: reader.unsigned(),
    chromaBits: reader.unsigned(),
  }
}

function skipSubLayers(reader: ReturnType<typeof createBitReader>, count: number): void {
  const flags = Array.from({ length: count }, () => ({
    hasProfile: reader.bits(1),
    hasLevel: reader.bits(1),
  }))
  if (count > 0) reader.bits(2 * (8 - count))
  for (const { hasProfile, hasLevel } of flags) reader.bits(hasProfile * 88 + hasLevel * 8)
}
