import type { Input } from '../probe/input-args.ts'
import { pinnedInput } from '../probe/input-args.ts'
import type { Source, SourceAudio } from '../probe/probe.ts'
import type { ImageRun } from './image-run.ts'

const WAVEFORM = { pxPerS: 10, minWidth: 600, maxWidth: 8192, height: 64 } as const

/** Long audio is sampled more coarsely, since the filter keeps all samples in memory until the end. */
const sampleRate = (durationS: number) => (durationS > 3600 ? 1000 : 8000)
/** The filter keeps samples in their frames, and small frames have a large overhead. */
const SAMPLES_A_FRAME = 8192

/** Renders the loudness over the duration of the source as a PNG, white on transparent, for use as a mask. Time
 * starts with the file, as for frames. */
export function waveformRun(
  input: Input,
  { durationS }: Source,
  audio: SourceAudio,
  outputPath: string,
): ImageRun {
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
  const image = ['-frames:v', '1', '-c:v', 'png', '-f', 'image2', '-update', '1', outputPath]
  return {
    read: pinnedInput(input),
    write: (number) => [
      '-filter_complex',
      `[${number}:${audio.index}]${chain.join()}[wave]`,
      '-map',
      '[wave]',
      ...image,
    ],
  }
}
