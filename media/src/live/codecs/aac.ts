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

/** Syntactic elements of a frame by number of channels: one channel, a pair, or low frequencies (ISO 14496-3 table
 * 1.19). */
const elements: ReadonlyMap<number, readonly Element[]> = new Map([
  [1, ['single']],
  [2, ['pair']],
  [3, ['single', 'pair']],
  [4, ['single', 'pair', 'single']],
  [5, ['single', 'pair', 'pair']],
  [6, ['single', 'pair', 'pair', 'low']],
  [8, ['single', 'pair', 'pair', 'pair', 'low']],
])
type Element = keyof typeof elementIds
const elementIds = { single: 0, pair: 1, low: 3 } as const
const END_ELEMENT = 7
/** A long window without any band, so that no spectrum follows. */
const NO_BANDS = '0'.repeat(11)
/** No pulses, no temporal noise shaping, no gain control. */
const NO_TOOLS = '000'
const NO_GAIN = '0'.repeat(8)

/** An AAC-LC frame of silence (ISO 14496-3 4.4.2). Null for a number of channels without a channel configuration. */
export function silentAacFrame(channels: number): Uint8Array | null {
  const used = elements.get(channels)
  if (used === undefined) return null
  const tags = { single: 0, pair: 0, low: 0 }
  const parts = used.map((element) => {
    const tag = tags[element]++
    const head = binary(elementIds[element], 3) + binary(tag, 4)
    if (element !== 'pair') return head + NO_GAIN + NO_BANDS + NO_TOOLS
    const noMiddleSide = '00'
    return `${head}1${NO_BANDS}${noMiddleSide}${(NO_GAIN + NO_TOOLS).repeat(2)}`
  })
  const bits = parts.join('') + binary(END_ELEMENT, 3)
  return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}

function binary(value: number, bits: number): string {
  return value.toString(2).padStart(bits, '0')
}
