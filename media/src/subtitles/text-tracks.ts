import { z } from 'zod'
import type { Input } from '../probe/input-args.ts'
import { pinnedInput, runArgs } from '../probe/input-args.ts'

/** A text track of an uploaded file. `index` is the index of the stream. */
export interface SourceText {
  readonly index: number
  readonly language: string | null
  readonly title: string | null
  readonly isCaptions: boolean
  /** CEA-608 captions inside the video stream `index`, without a stream of their own. */
  readonly isInPicture?: true
}

/** Codecs that ffmpeg converts to WebVTT. Bitmap subtitles are not among them. */
const codecs = ['mov_text', 'subrip', 'text', 'ass', 'ssa', 'webvtt']
/** Limit of text tracks. Real files have fewer. */
const maxTracks = 40

/** The text tracks in ffprobe's JSON. Throws a ZodError for other input. */
export function parseTextTracks(json: unknown): SourceText[] {
  const { streams } = Answer.parse(json)
  return streams
    .filter(({ codec_type, codec_name }) => codec_type === 'subtitle' && codecs.includes(codec_name))
    .slice(0, maxTracks)
    .map(({ index, tags, disposition }) => ({
      index,
      language: tags.language ?? null,
      title: tags.title ?? null,
      isCaptions: disposition.hearing_impaired === 1 || disposition.captions === 1,
    }))
}

const text = z.string().catch('')
const Answer = z.object({
  streams: z
    .array(
      z.object({
        index: z.number().int().nonnegative(),
        codec_type: text,
        codec_name: text,
        disposition: z.record(z.string(), z.number()).catch({}),
        tags: z.record(z.string(), z.string()).catch({}),
      }),
    )
    .max(1000),
})

/** Writes each track as WebVTT into the working directory, relative to the source's time zero. */
export function textArgs(input: Input, tracks: readonly Pick<SourceText, 'index'>[]): string[] {
  const outputs = tracks.flatMap(({ index }) => [
    '-map',
    `0:${index}`,
    '-c:s',
    'webvtt',
    '-map_metadata',
    '-1',
    '-f',
    'webvtt',
    textName(index),
  ])
  return [...runArgs, ...pinnedInput(input), ...outputs]
}

export function textName(index: number): string {
  return `text-${index}.vtt`
}
