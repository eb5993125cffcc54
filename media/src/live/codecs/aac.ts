/** Fields of an AudioSpecificConfig (ISO 14496-3 1.6.2.1). */
export interface AacFormat {
  readonly objectType: number
  readonly sampleRate: number
  readonly channels: number
}

/** Samples of a frame at the sample rate of the core. */
export const AAC_FRAME_SAMPLES = 1024

const sampleRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]
const escapedObjectType = 31
const explicitRate = 15
/** Channels by channel configuration. For 0 the program config element has them, which is not read. */
const channelCounts = [0, 1, 2, 3, 4, 5, 6, 8]

/** Null if the configuration is too short, or players do not support its rate or channels. */
export function parseAacConfig(config: Uint8Array): AacFormat | null {
  let bit = 0
  const read = (count: number) => {
    let value = 0
    for (let n = 0; n < count; n++, bit++)
      value = value * 2 + (((config[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
    return value
  }
  const short = read(5)
  const objectType = short === escapedObjectType ? 32 + read(6) : short
  const rate = read(4)
  const sampleRate = rate === explicitRate ? read(24) : sampleRates[rate]
  const channels = channelCounts[read(4)]
  if (bit > config.length * 8 || !sampleRate || !channels || objectType === 0) return null
  return { objectType, sampleRate, channels }
}

/** Highest sample rate of a core that decoders double (HE-AAC). */
const MAX_CORE_RATE = 24_000

/** Sample rate of the decoded audio. HE-AAC signals half of it, and MPEG-TS does not signal HE-AAC. */
export function outputRate({ sampleRate }: Pick<AacFormat, 'sampleRate'>): number {
  return sampleRate <= MAX_CORE_RATE ? 2 * sampleRate : sampleRate
}

/** An AAC-LC frame of silence. Null for more than two channels. */
export function silentAacFrame(channels: number): Uint8Array | null {
  if (channels === 1) return Uint8Array.of(0x00, 0xc8, 0x00, 0x80, 0x23, 0x80)
  if (channels === 2) return Uint8Array.of(0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80)
  return null
}
