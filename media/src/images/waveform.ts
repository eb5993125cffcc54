import type { Input } from '../probe/input-args.ts'
import { pinnedInput, runArgs } from '../probe/input-args.ts'
import type { Source, SourceAudio } from '../probe/probe.ts'

const WAVEFORM = { pxPerS: 10, minWidth: 600, maxWidth: 8192, height: 64 } as const

/** Long sound is looked at more coarsely, as the filter holds all samples in memory until the end. */
const sampleRate = (durationS: number) => (durationS > 3600 ? 1000 : 8000)
/** It holds them in the frames that they came in, and around the few samples of a usual one there is far more memory. */
const SAMPLES_A_FRAME = 8192

/**
 * Draws how loud the sound is along the whole of the source's time as a PNG, in white on nothing, so that whoever shows
 * it may colour it as a mask. Time is counted from the start of the file, as pictures are.
 */
export function waveformArgs(
  input: Input,
  { durationS }: Source,
  audio: SourceAudio,
  outputPath: string,
): string[] {
  const width = Math.round(
    Math.min(WAVEFORM.maxWidth, Math.max(WAVEFORM.minWidth, durationS * WAVEFORM.pxPerS)),
  )
  const chain = [
    `aresample=${sampleRate(durationS)}:async=1:first_pts=0`,
    'aformat=channel_layouts=mono',
    `apad=whole_dur=${durationS}`,
    `atrim=end=${durationS}`,
    `asetnsamples=n=${SAMPLES_A_FRAME}:p=0`,
    `showwavespic=s=${width}x${WAVEFORM.height}:colors=white:scale=sqrt:filter=peak:draw=full`,
  ]
  return [
    ...runArgs,
    ...pinnedInput(input),
    ...['-filter_complex', `[0:${audio.index}]${chain.join()}[wave]`, '-map', '[wave]'],
    ...['-frames:v', '1', '-c:v', 'png', '-f', 'image2', '-update', '1', outputPath],
  ]
}
