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
  /** SubStation text. It can contain drawings, which ffmpeg would convert to text. */
  readonly isSubStation?: true
}

/** CEA-608 captions in a track of their own, as in QuickTime files. */
const captionCodec = 'eia_608'
const subStationCodecs = ['ass', 'ssa']
/** Codecs that ffmpeg converts to WebVTT. Bitmap subtitles are not among them. */
const codecs = ['mov_text', 'subrip', 'text', ...subStationCodecs, 'webvtt', captionCodec]
/** Limit of text tracks. Real files have fewer. */
const maxTracks = 40

/** The text tracks in ffprobe's JSON. Throws a ZodError for other input. */
export function parseTextTracks(json: unknown): SourceText[] {
  const { streams } = Answer.parse(json)
  return streams
    .filter(({ codec_type, codec_name }) => codec_type === 'subtitle' && codecs.includes(codec_name))
    .slice(0, maxTracks)
    .map(({ index, codec_name, tags, disposition }) => ({
      index,
      language: tags.language ?? null,
      title: tags.title ?? null,
      isCaptions:
        codec_name === captionCodec || disposition.hearing_impaired === 1 || disposition.captions === 1,
      ...(subStationCodecs.includes(codec_name) && { isSubStation: true as const }),
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

type TrackFile = Pick<SourceText, 'index' | 'isSubStation'>

/** Writes each track into the working directory, relative to the source's time zero: as WebVTT, or as SubStation. */
export function textArgs(input: Input, tracks: readonly TrackFile[]): string[] {
  const outputs = tracks.flatMap((track) => [
    '-map',
    `0:${track.index}`,
    '-c:s',
    ...(track.isSubStation ? ['ass', '-f', 'ass'] : ['webvtt', '-map_metadata', '-1', '-f', 'webvtt']),
    textName(track),
  ])
  return [...runArgs, ...pinnedInput(input), ...outputs]
}

export function textName({ index, isSubStation }: TrackFile): string {
  return `text-${index}.${isSubStation ? 'ass' : 'vtt'}`
}
