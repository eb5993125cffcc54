import { type AccessUnit, isWithinLimits } from './access-unit.ts'
import { withLengths } from './annex-b.ts'
import { createBitReader } from './bits.ts'

/** NAL unit types (ITU-T H.264, table 7-1). */
const IDR = 5
const SPS = 7
const PPS = 8
const DELIMITER = 9
const FILLER = 12

/** Profiles whose parameter sets describe the chroma format (ITU-T H.264 7.3.2.1.1). */
const HIGH_PROFILES = [100, 110, 122, 144, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]
/** Profiles whose avcC repeats the chroma format (ISO 14496-15 5.3.3.1.2). */
const PROFILES_WITH_CHROMA = [100, 110, 122, 144]

/** Reads an H.264 frame. Parameter sets move into the configuration, unless some are missing. */
export function readH264(units: readonly Uint8Array[]): AccessUnit {
  const typeOf = (unit: Uint8Array) => (unit[0] ?? 0) & 0x1f
  const ofType = (type: number) => units.filter((unit) => typeOf(unit) === type)
  const config = avcC(ofType(SPS), ofType(PPS))
  const dropped = config === null ? [DELIMITER, FILLER] : [SPS, PPS, DELIMITER, FILLER]
  const kept = units.filter((unit) => !dropped.includes(typeOf(unit)))
  return { config, isKey: ofType(IDR).length > 0, data: withLengths(kept) }
}

/** Writes an AVCDecoderConfigurationRecord (ISO 14496-15 5.3.3.1). Null without parameter sets of both kinds. */
function avcC(sequenceSets: readonly Uint8Array[], pictureSets: readonly Uint8Array[]): Uint8Array | null {
  const [sps] = sequenceSets
  if (sps === undefined || sps.length < 4 || pictureSets.length === 0) return null
  if (!isWithinLimits(sequenceSets) || !isWithinLimits(pictureSets)) return null
  const [, profile = 0, compatibility = 0, level = 0] = sps
  const listed = (sets: readonly Uint8Array[]) =>
    sets.flatMap((set) => [set.length >> 8, set.length & 0xff, ...set])
  return Uint8Array.from([
    1,
    profile,
    compatibility,
    level,
    0xff,
    0xe0 | sequenceSets.length,
    ...listed(sequenceSets),
    pictureSets.length,
    ...listed(pictureSets),
    ...(PROFILES_WITH_CHROMA.includes(profile) ? chromaFields(sps, profile) : []),
  ])
}

function chromaFields(sps: Uint8Array, profile: number): number[] {
  const reader = createBitReader(sps, 4)
  reader.unsigned()
  const chromaFormat = HIGH_PROFILES.includes(profile) ? reader.unsigned() : 1
  if (chromaFormat === 3) reader.bits(1)
  const lumaBits = reader.unsigned()
  const chromaBits = reader.unsigned()
  return [0xfc | (chromaFormat & 3), 0xf8 | (lumaBits & 7), 0xf8 | (chromaBits & 7), 0]
}
