import type { Input } from '../probe/input-args.ts'
import { pinnedInput, runArgs } from '../probe/input-args.ts'
import type { Source } from '../probe/probe.ts'
import { LOOK } from './frame-look.ts'

/** Rate of the audio that is listened to, in samples per second. */
export const SPEECH_RATE = 16_000

/** Reads a video once: small frames (`LOOK`) go to `pipe:3`, and its main audio to a file of 16-bit samples at `SPEECH_RATE`.
 * @param wanted what the source has and the analysis needs */
export function analysisArgs(
  input: Input,
  { video, audio }: Pick<Source, 'video' | 'audio'>,
  wanted: { readonly pictures: boolean; readonly audio: boolean },
  audioPath: string,
): string[] {
  const track = audio.find(({ isDefault }) => isDefault) ?? audio[0]
  const size = `scale=${LOOK.width}:${LOOK.height}:flags=area`
  const filter = `aresample=${SPEECH_RATE}:async=1:first_pts=0,aformat=sample_fmts=s16:channel_layouts=mono`
  const frames = `fps=${LOOK.rate}:start_time=0,${size},format=yuv420p`
  return [
    ...runArgs,
    ...pinnedInput(input),
    ...(wanted.pictures && video !== null
      ? ['-map', `0:${video.index}`, '-vf', frames, '-f', 'rawvideo', 'pipe:3']
      : []),
    ...(wanted.audio && track !== undefined
      ? ['-map', `0:${track.index}`, '-af', filter, '-f', 's16le', audioPath]
      : []),
  ]
}
