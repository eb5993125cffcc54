import { z } from 'zod'
import type { Input } from '../probe/input-args.ts'
import { pinnedInput, runArgs } from '../probe/input-args.ts'

/** A track of text in an uploaded file. `index` is the stream's number there. */
export interface SourceText {
  readonly index: number
  readonly language: string | null
  readonly title: string | null
  readonly isCaptions: boolean
  /** It has no stream of its own: CEA-608 captions, in the pictures of the stream `index`. */
  readonly isInPicture?: true
}

/** Codecs whose text ffmpeg writes as WebVTT; pictures of text are none of them. */
const codecs = ['mov_text', 'subrip', 'text', 'ass', 'ssa', 'webvtt']
/** A file of a festival has as many. */
const maxTracks = 40

/** The text tracks in ffprobe's JSON. Throws a ZodError on what is not ffprobe's answer. */
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

/** Writes each track as WebVTT into the working directory, on the clock of the source's time zero. */
export function textArgs(input: Input, tracks: readonly Pick<SourceText, 'index'>[]): string[] {
  const outputs = tracks.flatMap(({ index }) => [
    ...['-map', `0:${index}`, '-c:s', 'webvtt', '-map_metadata', '-1', '-f', 'webvtt', textName(index)],
  ])
  return [...runArgs, ...pinnedInput(input), ...outputs]
}

export function textName(index: number): string {
  return `text-${index}.vtt`
}
