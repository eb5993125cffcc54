import { planAudio } from '../encode/audio-plan.ts'
import { audioFilters, scaleTo, videoFilters } from '../encode/filters.ts'
import { planLadder } from '../encode/ladder.ts'
import type { Input } from '../probe/input-args.ts'
import { pinnedInput, runArgs } from '../probe/input-args.ts'
import type { Source } from '../probe/probe.ts'
import { fps } from '../probe/rational.ts'
import { mp4Output, trackMetadata } from './cut-args.ts'
import { testMarkFilters } from './test-mark.ts'

/** Seconds of the source that a test video reads. */
const READ_S = 10
/** Seconds of output. Rounding to whole frames and audio samples keeps it within ten. */
const OUTPUT_S = 9.9

/** Encodes the first seconds of a source at the size of its top rendition, with the test mark. The audio is cut to
 * the same length; a source without video becomes an audio file. */
export function testVideoArgs(
  input: Input,
  source: Source,
  filters: ReadonlySet<string>,
  outputPath: string,
): string[] {
  return [
    ...runArgs,
    '-t',
    String(READ_S),
    ...pinnedInput(input),
    ...videoArgs(source, filters),
    ...audioArgs(source),
    ...mp4Output(outputPath),
  ]
}

function videoArgs(source: Source, filters: ReadonlySet<string>): string[] {
  const { video } = source
  const plan = planLadder(source)
  if (video === null || plan.mode === 'audio-only') return []
  const top = plan.rest.at(-1) ?? plan.first
  const rate = fps(top.frameRate)
  const chain = [...videoFilters(video, [scaleTo(top)], top.frameRate, filters), ...testMarkFilters(top)]
  return [
    '-map',
    `0:${video.index}`,
    '-vf',
    chain.join(),
    '-frames:v',
    String(Math.max(1, Math.floor(OUTPUT_S * rate))),
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '18',
    '-profile:v',
    'high',
    '-pix_fmt',
    'yuv420p',
    '-g',
    String(Math.max(1, Math.round(rate * 2))),
  ]
}

function audioArgs(source: Source): string[] {
  return planAudio(source).flatMap((track, n) => [
    '-map',
    `0:${track.sourceIndex}`,
    `-c:a:${n}`,
    'aac',
    `-b:a:${n}`,
    '160k',
    `-filter:a:${n}`,
    [...audioFilters(track), `atrim=end=${OUTPUT_S}`].join(),
    ...trackMetadata(track, n),
  ])
}
