import { withLengths } from '../codecs/annex-b.ts'
import { createNalReader } from '../codecs/bits.ts'
import { type AccessUnit, isWithinLimits } from './access-unit.ts'

/** NAL unit types (ITU-T H.264, table 7-1). */
const SLICE = 1
const IDR = 5
const SEI = 6
const SPS = 7
const PPS = 8
const DELIMITER = 9
const FILLER = 12

/** Profiles whose parameter sets describe the chroma format (ITU-T H.264 7.3.2.1.1). */
const HIGH_PROFILES = [100, 110, 122, 144, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]
/** Profiles whose avcC repeats the chroma format (ISO 14496-15 5.3.3.1.2). */
const PROFILES_WITH_CHROMA = [100, 110, 122, 144]

/** Type of the SEI message that marks a picture where decoding can start (D.1). */
const RECOVERY_POINT = 6
/** Slice types of pictures without references (table 7-6). */
const INTRA_SLICES = [2, 7]

/** Reads an H.264 frame. Parameter sets move into the configuration, unless some are missing. */
export function readH264(units: readonly Uint8Array[]): AccessUnit {
  const typeOf = (unit: Uint8Array) => (unit[0] ?? 0) & 0x1f
  const ofType = (type: number) => units.filter((unit) => typeOf(unit) === type)
  const config = avcC(ofType(SPS), ofType(PPS))
  const dropped = config === null ? [DELIMITER, FILLER] : [SPS, PPS, DELIMITER, FILLER]
  const kept = units.filter((unit) => !dropped.includes(typeOf(unit)))
  const isIdr = ofType(IDR).length > 0
  const isOpen = !isIdr && (ofType(SEI).some(hasRecoveryPoint) || (config !== null && isIntra(ofType(SLICE))))
  return { config, isKey: isIdr || isOpen, isOpen, data: withLengths(kept) }
}

function hasRecoveryPoint(sei: Uint8Array): boolean {
  let at = 1
  const number = () => {
    let value = 0
    while (sei[at] === 0xff) {
      value += 0xff
      at += 1
    }
    return value + (sei[at++] ?? 0)
  }
  while (at + 2 < sei.length) {
    const type = number()
    if (type === RECOVERY_POINT) return true
    at += number()
  }
  return false
}

function isIntra(slices: readonly Uint8Array[]): boolean {
  return (
    slices.length > 0 &&
    slices.every((slice) => {
      const reader = createNalReader(slice, 1)
      reader.unsigned()
      return INTRA_SLICES.includes(reader.unsigned())
    })
  )
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
  const reader = createNalReader(sps, 4)
  reader.unsigned()
  const chromaFormat = HIGH_PROFILES.includes(profile) ? reader.unsigned() : 1
  if (chromaFormat === 3) reader.bits(1)
  const lumaBits = reader.unsigned()
  const chromaBits = reader.unsigned()
  return [0xfc | (chromaFormat & 3), 0xf8 | (lumaBits & 7), 0xf8 | (chromaBits & 7), 0]
}
