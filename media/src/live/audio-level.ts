import type { AacFormat } from './codecs/aac.ts'

/** Level that is reported for silence, in dBFS. */
const SILENCE_FLOOR_DBFS = -100

const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
]
const HEADER_BYTES = 7
const LOW_COMPLEXITY = 2
/** Samples per write of ffmpeg: 12 AAC frames, so that the reader wakes up only a few times a second. */
const SAMPLES_TOGETHER = 12_288

/** Arguments of an ffmpeg that reads ADTS from stdin and writes its samples as 16-bit integers to `pipe:3`. */
export function audioSamplesArgs(): string[] {
  return [
    '-hide_banner',
    '-nostdin',
    '-loglevel',
    'error',
    '-threads',
    '1',
    '-probesize',
    '4096',
    '-analyzeduration',
    '0',
    '-f',
    'aac',
    '-i',
    'pipe:0',
    '-af',
    `asetnsamples=n=${SAMPLES_TOGETHER}:p=0`,
    '-c:a',
    'pcm_s16le',
    '-flush_packets',
    '1',
    '-f',
    's16le',
    'pipe:3',
  ]
}

/** Adds an ADTS header to an AAC frame (ISO 14496-3 1.A.3.2). Null if ADTS does not support the rate or channels. */
export function adtsFrame({ sampleRate, channels }: AacFormat, data: Uint8Array): Uint8Array | null {
  const rate = SAMPLE_RATES.indexOf(sampleRate)
  const layout = channels === 8 ? 7 : channels
  if (rate < 0 || layout > 7) return null
  const length = HEADER_BYTES + data.length
  const frame = new Uint8Array(length)
  frame.set([
    0xff,
    0xf1,
    ((LOW_COMPLEXITY - 1) << 6) | (rate << 2) | (layout >> 2),
    ((layout & 3) << 6) | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  ])
  frame.set(data, HEADER_BYTES)
  return frame
}

/** Measures the level of samples: root mean square against full scale. */
export interface LevelMeter {
  /** Adds 16-bit little-endian samples. A chunk may end within a sample. */
  push(chunk: Uint8Array): void
  /** Returns the level in dBFS since the last call. Null without samples. */
  take(): number | null
}

export function createLevelMeter(): LevelMeter {
  let squares = 0
  let count = 0
  let low: number | null = null
  return {
    push(chunk) {
      let at = 0
      const add = (value: number) => {
        const sample = value > 0x7fff ? value - 0x10000 : value
        squares += sample * sample
        count += 1
      }
      if (low !== null && chunk.length > 0) {
        add(low | ((chunk[0] ?? 0) << 8))
        at = 1
        low = null
      }
      for (; at + 1 < chunk.length; at += 2) add((chunk[at] ?? 0) | ((chunk[at + 1] ?? 0) << 8))
      if (at < chunk.length) low = chunk[at] ?? 0
    },
    take() {
      if (count === 0) return null
      const dbfs = 10 * Math.log10(squares / count / 0x8000 ** 2)
      squares = 0
      count = 0
      return Math.max(SILENCE_FLOOR_DBFS, Math.round(dbfs * 10) / 10)
    },
  }
}
