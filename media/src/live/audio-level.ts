import type { AacFormat } from './codecs/aac.ts'
import { joined } from './joined.ts'

/** Level that is reported for silence, in dBFS. */
const SILENCE_FLOOR_DBFS = -100

const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
]
const HEADER_BYTES = 7
const LOW_COMPLEXITY = 2
/** Samples per write of ffmpeg: 12 AAC frames, so that the reader wakes up only a few times a second. */
const SAMPLES_TOGETHER = 12_288

/** Arguments of an ffmpeg that reads ADTS from stdin and writes its samples as 16-bit integers to `pipe:3`, those of all
 * channels in turn. */
export function audioSamplesArgs(channels: number): string[] {
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
    '-ac',
    String(channels),
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

/** Samples of a channel in a step of the levels by channel: 85 ms at 48 kHz. */
export const LEVEL_STEP_SAMPLES = SAMPLES_TOGETHER / 3

/** Measures the level of samples: root mean square against full scale. */
export interface LevelMeter {
  /** Adds 16-bit little-endian samples of all channels in turn. A chunk may end anywhere. */
  push(chunk: Uint8Array): void
  /** Returns the level of all channels in dBFS since the last call. Null without samples. */
  take(): number | null
}

/** Level of a channel in a step, in dBFS. */
export interface StepLevel {
  readonly peak: number
  readonly rms: number
}

/** @param onStep gets the level of each channel in each step of `LEVEL_STEP_SAMPLES` */
export function createLevelMeter(
  channels = 1,
  onStep: (levels: readonly StepLevel[]) => void = () => undefined,
): LevelMeter {
  const peaks = new Float64Array(channels)
  const squares = new Float64Array(channels)
  let inStep = 0
  let total = 0
  let count = 0
  let rest: Uint8Array = new Uint8Array(0)

  function addStep(samples: Int16Array): void {
    for (let channel = 0; channel < channels; channel += 1) {
      let [peak, sum] = [peaks[channel] ?? 0, 0]
      for (let at = channel; at < samples.length; at += channels) {
        const sample = samples[at] ?? 0
        sum += sample * sample
        if (sample > peak) peak = sample
        else if (-sample > peak) peak = -sample
      }
      peaks[channel] = peak
      squares[channel] = (squares[channel] ?? 0) + sum
      total += sum
    }
    count += samples.length
    inStep += samples.length / channels
    if (inStep < LEVEL_STEP_SAMPLES) return
    onStep(Array.from(peaks, (peak, n) => ({ peak: dbfs(peak ** 2), rms: dbfs((squares[n] ?? 0) / inStep) })))
    peaks.fill(0)
    squares.fill(0)
    inStep = 0
  }

  return {
    push(chunk) {
      const canRead = rest.length === 0 && chunk.byteOffset % 2 === 0
      const bytes = canRead ? chunk : joined(rest, chunk)
      const whole = bytes.length - (bytes.length % (2 * channels))
      rest = bytes.slice(whole)
      const samples = new Int16Array(bytes.buffer, bytes.byteOffset, whole / 2)
      for (let at = 0; at < samples.length; ) {
        const end = at + (LEVEL_STEP_SAMPLES - inStep) * channels
        addStep(samples.subarray(at, end))
        at = end
      }
    },
    take() {
      if (count === 0) return null
      const level = dbfs(total / count)
      total = 0
      count = 0
      return level
    },
  }
}

/** @param square of samples of 16 bits */
function dbfs(square: number): number {
  return Math.max(SILENCE_FLOOR_DBFS, Math.round(100 * Math.log10(square / 0x8000 ** 2)) / 10)
}
