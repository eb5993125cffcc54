import { type Box, find, u8, u32 } from './boxes.ts'

/** Start of the boxes in a video sample entry (ISO 14496-12, VisualSampleEntry). */
const VIDEO_FIELDS_BYTES = 78

/** The RFC 6381 name of a video sample entry, from its decoder configuration. Null if unknown. */
export function videoCodec(data: DataView, entry: Box): string | null {
  const config = (type: string) => find(data, { ...entry, start: entry.start + VIDEO_FIELDS_BYTES }, type)
  switch (entry.type) {
    case 'avc1':
    case 'avc3':
      return whole(config('avcC'), 4, (box) => `${entry.type}.${avc(data, box)}`)
    case 'hvc1':
    case 'hev1':
      return whole(config('hvcC'), 13, (box) => `${entry.type}.${hevc(data, box)}`)
    case 'vp09':
      return whole(config('vpcC'), 7, (box) => `vp09.${vp9(data, box)}`)
    case 'av01':
      return whole(config('av1C'), 3, (box) => `av01.${av1(data, box)}`)
    default:
      return null
  }
}

function whole(config: Box | null, bytes: number, name: (config: Box) => string): string | null {
  return config === null || config.end - config.start < bytes ? null : name(config)
}

/** Profile, constraints and level. */
function avc(data: DataView, config: Box): string {
  return [1, 2, 3].map((at) => u8(data, config, at).toString(16).padStart(2, '0')).join('')
}

/** ISO 14496-15 annex E.3: profile, compatibility with reversed bits, tier and level, constraints without zeros. */
function hevc(data: DataView, config: Box): string {
  const profile = u8(data, config, 1)
  const space = ['', 'A', 'B', 'C'][profile >> 6] ?? ''
  const tier = profile & 0x20 ? 'H' : 'L'
  const constraints = [6, 7, 8, 9, 10, 11].map((at) => u8(data, config, at))
  const used = constraints.slice(0, constraints.findLastIndex((byte) => byte !== 0) + 1)
  return [
    `${space}${profile & 0x1f}`,
    turnedRound(u32(data, config, 2))
      .toString(16)
      .toUpperCase(),
    `${tier}${u8(data, config, 12)}`,
    ...used.map((byte) => byte.toString(16).toUpperCase()),
  ].join('.')
}

function turnedRound(bits: number): number {
  return Number.parseInt(bits.toString(2).padStart(32, '0').split('').reverse().join(''), 2)
}

/** VP Codec ISO Media File Format Binding: profile, level, bit depth. Players assume defaults for the rest. */
function vp9(data: DataView, config: Box): string {
  return [u8(data, config, 4), u8(data, config, 5), u8(data, config, 6) >> 4].map(twoDigits).join('.')
}

/** AV1 Codec ISO Media File Format Binding: profile, level and tier, bit depth. Players assume defaults for the rest. */
function av1(data: DataView, config: Box): string {
  const profileAndLevel = u8(data, config, 1)
  const flags = u8(data, config, 2)
  const tier = flags & 0x80 ? 'H' : 'M'
  const bits = flags & 0x40 ? (flags & 0x20 ? 12 : 10) : 8
  return [profileAndLevel >> 5, `${twoDigits(profileAndLevel & 0x1f)}${tier}`, twoDigits(bits)].join('.')
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
