import { z } from 'zod'
import type { Input } from '../probe/input-args.ts'
import { pinnedInput, runArgs } from '../probe/input-args.ts'
import type { SourceVideo, VideoSource } from '../probe/probe.ts'
import { type SourceText, textName } from './text-tracks.ts'

/** Codecs that can carry captions in their frames (ATSC A/53 part 4, SCTE 128). */
const codecs = ['h264', 'hevc', 'mpeg2video']
/** If there are captions, every frame contains caption data, even during silence. */
const probedPackets = 8

/** ffprobe arguments for `parseClosedCaptions`. Null if the codec cannot carry captions. */
export function closedCaptionProbeArgs(input: Input, video: SourceVideo): string[] | null {
  if (!codecs.includes(video.codec)) return null
  return [
    '-v',
    'error',
    '-print_format',
    'json',
    '-select_streams',
    String(video.index),
    '-read_intervals',
    `%+#${probedPackets}`,
    '-show_entries',
    'frame_side_data=side_data_type',
    ...pinnedInput(input),
  ]
}

/** Reads the captions of a video stream from ffprobe's JSON of its first frames. Throws a ZodError for other input. */
export function parseClosedCaptions(json: unknown, video: SourceVideo): SourceText | null {
  const { frames } = Frames.parse(json)
  const hasCaptions = frames.some(({ side_data_list }) =>
    side_data_list.some(({ side_data_type }) => side_data_type.startsWith('ATSC A53')),
  )
  if (!hasCaptions) return null
  return { index: video.index, language: null, title: null, isCaptions: true, isInPicture: true }
}

const Frames = z.object({
  frames: z
    .array(
      z.object({ side_data_list: z.array(z.object({ side_data_type: z.string().catch('') })).catch([]) }),
    )
    .catch([]),
})

/** Writes the captions of the first channel (CC1) as WebVTT into the working directory, relative to the source's
 * time zero. Decodes the whole video, so it is used only if the first frames contain captions. */
export function closedCaptionArgs({ path, demuxer }: Input, { video, startTimeS }: VideoSource): string[] {
  const movie = [
    `filename=${escaped(path)}`,
    `f=${demuxer}`,
    `si=${video.index}`,
    "format_opts='protocol_whitelist=file'",
  ]
  return [
    ...runArgs,
    // The clock of the filter starts with the first frame.
    '-itsoffset',
    String(Math.max(0, video.startTimeS - startTimeS)),
    '-f',
    'lavfi',
    '-i',
    `movie=${movie.join(':')}[out0+subcc]`,
    '-map',
    '0:s',
    '-c:s',
    'webvtt',
    '-f',
    'webvtt',
    textName(video),
  ]
}

/** Escapes for a filter option, and then for the filter graph. */
function escaped(path: string): string {
  return path.replaceAll(/[\\':]/g, '\\$&').replaceAll(/[\\'[\],;]/g, '\\$&')
}
