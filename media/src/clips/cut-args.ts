import type { AudioTrack } from '../encode/audio-plan.ts'
import { planAudio } from '../encode/audio-plan.ts'
import { pictureFilters, scaleTo } from '../encode/filters.ts'
import type { Input } from '../probe/input-args.ts'
import { pinnedInput, runArgs } from '../probe/input-args.ts'
import { packetArgs } from '../probe/packets.ts'
import type { Source, VideoSource } from '../probe/probe.ts'
import { PRIMING_S } from '../probe/timeline.ts'
import type { Cut, Piece, Span } from './cut.ts'
import { profileOf, ROUNDED_S } from './cut.ts'

/** Files of a cut in its folder: the list of the pieces is read by `joinArgs`. */
export const CUT = { head: 'head.mp4', middle: 'middle.mp4', tail: 'tail.mp4', list: 'pieces.txt' } as const

/** Longer than any group of pictures that can be taken as it is. */
const AROUND_S = 20
/** Fine enough for every frame rate, and the same in all pieces. */
const TIMESCALE = ['-video_track_timescale', '90000']
/** The encoded edges are a small part of it: they may cost what keeps them as good as the rest. */
const EDGE_CRF = '16'
const WHOLE_CRF = '18'
const SOUND = ['aac', '192k'] as const

/** ffprobe's arguments for the packets that `planCut` looks at. */
export function cutPacketArgs(input: Input, { startTimeS, video }: VideoSource, span: Span): string[] {
  const from = Math.max(0, span.startS - AROUND_S) + startTimeS
  return packetArgs(input, video.index, `${seconds(from)}%${seconds(span.endS + AROUND_S + startTimeS)}`)
}

/** The whole groups of pictures in the middle, as they are. */
export function middleArgs(input: Input, { video }: VideoSource, { middle, frameS }: Cut): string[] {
  return [
    ...runArgs,
    // The keyframe before that moment is the one that is meant.
    ...['-ss', seconds(middle.startS + frameS / 4), ...pinnedInput(input), '-map', `0:${video.index}`],
    ...['-c', 'copy', '-bsf:v', 'setts=pts=PTS-STARTPTS:dts=DTS-STARTPTS'],
    ...['-frames:v', String(middle.frames), ...TIMESCALE, CUT.middle],
  ]
}

/** Frames before or after the middle, encoded so that its decoder can go on: `setId` is a number it does not use. */
export function edgeArgs(
  input: Input,
  { video }: VideoSource,
  { delay, frameS }: Cut,
  edge: Piece,
  setId: number,
  outputPath: string,
): string[] {
  // Where frames lean on each other, the encoder is ahead by one frame; where these are leaned on as well, by two.
  const bFrames = [0, 1, 3][delay] ?? 0
  return [
    ...runArgs,
    ...['-ss', seconds(Math.max(0, edge.startS - frameS / 2)), ...pinnedInput(input)],
    ...['-map', `0:${video.index}`, '-vf', 'setpts=PTS-STARTPTS', '-frames:v', String(edge.frames)],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', EDGE_CRF, '-profile:v', profileOf(video)],
    ...['-pix_fmt', 'yuv420p', '-bf', String(bFrames), '-x264-params', `sps-id=${setId}`],
    ...['-g', '100000', '-sc_threshold', '0', ...TIMESCALE, outputPath],
  ]
}

/** What ffmpeg's concat demuxer reads: the pieces in order, each as long as its frames are shown. */
export function pieceList({ head, middle, tail }: Cut): string {
  const line = (name: string, piece: Piece | null) =>
    piece ? `file ${name}\nduration ${seconds(piece.durationS)}\n` : ''
  return `${line(CUT.head, head)}${line(CUT.middle, middle)}${line(CUT.tail, tail)}`
}

/** The pieces after each other, and the sound beside them. What decoders have to know stands in the file's head alone. */
export function joinArgs(input: Input, source: Source, cut: Cut, outputPath: string): string[] {
  const startS = cut.head?.startS ?? cut.middle.startS
  const endS = (cut.tail ?? cut.middle).startS + (cut.tail ?? cut.middle).durationS
  return [
    ...runArgs,
    ...['-protocol_whitelist', 'file', '-f', 'concat', '-i', CUT.list],
    ...spanOf(input, { startS, endS }),
    ...['-map', '0:v', '-c:v', 'copy', '-bsf:v', 'filter_units=remove_types=7|8'],
    ...soundOf(source, 1),
    ...[...TIMESCALE, ...output(outputPath)],
  ]
}

/** The span encoded from its first frame to its last; for what cannot be cut otherwise. */
export function encodedCutArgs(
  input: Input,
  source: Source,
  span: Span,
  filters: ReadonlySet<string>,
  outputPath: string,
): string[] {
  const { video } = source
  return [
    ...runArgs,
    ...spanOf(input, span),
    ...(video
      ? [
          ...['-map', `0:${video.index}`, '-vf'],
          pictureFilters(video, [scaleTo(evenSize(video))], null, filters).join(),
          ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', WHOLE_CRF, '-pix_fmt', 'yuv420p'],
          ...['-fps_mode', 'passthrough', '-enc_time_base', '1:90000'],
        ]
      : []),
    ...soundOf(source, 0),
    ...output(outputPath),
  ]
}

/** Reads a span exact to its first frame. */
export function spanOf(input: Input, { startS, endS }: Span): string[] {
  return [
    '-ss',
    seconds(Math.max(0, startS - ROUNDED_S)),
    '-t',
    seconds(endS - startS),
    ...pinnedInput(input),
  ]
}

/** Copied where browsers play it as it is. Sound that began before the span is left out, but for what decoders start with. */
function soundOf(source: Source, inputNo: number): string[] {
  return planAudio(source).flatMap((track, n) => {
    const codec =
      track.kind === 'copy'
        ? [`-c:a:${n}`, 'copy', `-bsf:a:${n}`, `noise=drop=lt(pts*tb\\,-${PRIMING_S})`]
        : [`-c:a:${n}`, SOUND[0], `-b:a:${n}`, SOUND[1], `-ac:a:${n}`, '2']
    return ['-map', `${inputNo}:${track.sourceIndex}`, ...codec, ...namesOf(track, n)]
  })
}

/** What the output's sound `n` is called, as the source calls it. */
export function namesOf({ language, title }: Pick<AudioTrack, 'language' | 'title'>, n: number): string[] {
  return Object.entries({ language, title }).flatMap(([key, value]) =>
    value === null ? [] : [`-metadata:s:a:${n}`, `${key}=${value}`],
  )
}

function evenSize({ displayWidth, displayHeight }: { displayWidth: number; displayHeight: number }) {
  const even = (pixels: number) => Math.max(2, Math.round(pixels / 2) * 2)
  return { width: even(displayWidth), height: even(displayHeight) }
}

/** The head comes last, where it can be changed without moving anything. */
export function output(path: string): string[] {
  return ['-dn', '-sn', '-map_metadata', '-1', '-map_chapters', '-1', '-f', 'mp4', path]
}

export function seconds(value: number): string {
  return value.toFixed(6)
}
