import { z } from 'zod'
import type { Input } from '../probe/input-args.ts'
import { pinnedInput, runArgs } from '../probe/input-args.ts'
import type { SourceVideo, VideoSource } from '../probe/probe.ts'
import { type SourceText, textName } from './text-tracks.ts'

/** Codecs whose pictures can carry captions (ATSC A/53 part 4, SCTE 128). */
const codecs = ['h264', 'hevc', 'mpeg2video']
/** Where there are captions, every picture has room for them, also while nobody speaks. */
const packets = 8

/** ffprobe's arguments for `parsePictureCaptions`; null where the codec has no place for captions. */
export function pictureCaptionArgs(input: Input, video: SourceVideo): string[] | null {
  if (!codecs.includes(video.codec)) return null
  return [
    ...['-v', 'error', '-print_format', 'json', '-select_streams', String(video.index)],
    ...['-read_intervals', `%+#${packets}`, '-show_entries', 'frame_side_data=side_data_type'],
    ...pinnedInput(input),
  ]
}

/** The captions in a picture's stream, by ffprobe's JSON of its first frames. Throws a ZodError on what is not that. */
export function parsePictureCaptions(json: unknown, video: SourceVideo): SourceText | null {
  const { frames } = Frames.parse(json)
  const has = frames.some(({ side_data_list }) =>
    side_data_list.some(({ side_data_type }) => side_data_type.startsWith('ATSC A53')),
  )
  if (!has) return null
  return { index: video.index, language: null, title: null, isCaptions: true, isInPicture: true }
}

const Frames = z.object({
  frames: z
    .array(
      z.object({ side_data_list: z.array(z.object({ side_data_type: z.string().catch('') })).catch([]) }),
    )
    .catch([]),
})

/**
 * Decodes the pictures and writes the captions of their first channel (CC1) as WebVTT into the working directory, on
 * the clock of the source's time zero.
 */
export function pictureTextArgs({ path, demuxer }: Input, { video, startTimeS }: VideoSource): string[] {
  const movie = [
    `filename=${escaped(path)}`,
    `f=${demuxer}`,
    `si=${video.index}`,
    "format_opts='protocol_whitelist=file'",
  ]
  return [
    ...runArgs,
    // The filter's clock begins with the first picture.
    ...['-itsoffset', String(Math.max(0, video.startTimeS - startTimeS))],
    ...['-f', 'lavfi', '-i', `movie=${movie.join(':')}[out0+subcc]`],
    ...['-map', '0:s', '-c:s', 'webvtt', '-f', 'webvtt', textName(video.index)],
  ]
}

/** For an option of a filter, and then for the graph that it stands in. */
function escaped(path: string): string {
  return path.replaceAll(/[\\':]/g, '\\$&').replaceAll(/[\\'[\],;]/g, '\\$&')
}
