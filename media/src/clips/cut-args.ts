import type { AudioTrack } from '../encode/audio-plan.ts'
import { planAudio } from '../encode/audio-plan.ts'
import { mixFilters, scaleWhole, videoFilters } from '../encode/filters.ts'
import { frameRateFor } from '../probe/frame-rate.ts'
import type { Input } from '../probe/input-args.ts'
import { pinnedInput, runArgs } from '../probe/input-args.ts'
import { packetArgs } from '../probe/packets.ts'
import type { Source, VideoSource } from '../probe/probe.ts'
import { seekTo, trimLead } from '../probe/seek.ts'
import { PRIMING_S } from '../probe/timeline.ts'
import type { Cut, Hold, Piece, Span } from './cut.ts'
import { profileOf, ROUNDING_S } from './cut.ts'

/** Files of a cut in its folder. `joinArgs` reads the list of pieces. */
export const CUT = { head: 'head.mp4', middle: 'middle.mp4', tail: 'tail.mp4', list: 'pieces.txt' } as const

/** Longer than any group of pictures that can be copied. */
const AROUND_S = 20
/** Fine enough for every frame rate, and equal in all pieces. */
const TIMESCALE = ['-video_track_timescale', '90000']
/** The encoded edges are short, so a high quality costs little. */
const EDGE_CRF = '16'
const WHOLE_CRF = '18'
const AUDIO_CODEC = ['aac', '192k'] as const
const noHold: Hold = { heldForS: 0, isHeldAtEnd: false }

/** ffprobe arguments for the packets that `planCut` reads. */
export function cutPacketArgs(input: Input, { startTimeS, video }: VideoSource, span: Span): string[] {
  const from = Math.max(0, span.startS - AROUND_S) + startTimeS
  return packetArgs(input, video.index, `${seconds(from)}%${seconds(span.endS + AROUND_S + startTimeS)}`)
}

/** Copies the whole groups of pictures in the middle. */
export function middleArgs(input: Input, { video }: VideoSource, { middle, frameS }: Cut): string[] {
  return [
    ...runArgs,
    // ffmpeg seeks to the keyframe before this time, which is the first one of the middle.
    '-ss',
    seconds(middle.startS + frameS / 4),
    ...pinnedInput(input),
    '-map',
    `0:${video.index}`,
    '-c',
    'copy',
    '-bsf:v',
    'setts=pts=PTS-STARTPTS:dts=DTS-STARTPTS',
    '-frames:v',
    String(middle.frames),
    ...TIMESCALE,
    CUT.middle,
  ]
}

/** Encodes the frames before or after the middle so that the decoder of the middle can continue. `setId` must not
 * be in use there. */
export function edgeArgs(
  input: Input,
  { video }: VideoSource,
  { delay, frameS }: Cut,
  edge: Piece,
  setId: number,
  outputPath: string,
): string[] {
  // The encoder's delay must equal the source's: one frame for B-frames, two if other frames reference the B-frames.
  const bFrames = [0, 1, 3][delay] ?? 0
  return [
    ...runArgs,
    '-ss',
    seconds(Math.max(0, edge.startS - frameS / 2)),
    ...pinnedInput(input),
    '-map',
    `0:${video.index}`,
    '-vf',
    'setpts=PTS-STARTPTS',
    '-frames:v',
    String(edge.frames),
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    EDGE_CRF,
    '-profile:v',
    profileOf(video),
    '-pix_fmt',
    'yuv420p',
    '-bf',
    String(bFrames),
    '-x264-params',
    `sps-id=${setId}`,
    '-g',
    '100000',
    '-sc_threshold',
    '0',
    ...TIMESCALE,
    outputPath,
  ]
}

/** The list for ffmpeg's concat demuxer: the pieces in order, with the total duration of their frames. */
export function pieceList({ head, middle, tail }: Cut): string {
  const line = (name: string, piece: Piece | null) =>
    piece ? `file ${name}\nduration ${seconds(piece.durationS)}\n` : ''
  return `${line(CUT.head, head)}${line(CUT.middle, middle)}${line(CUT.tail, tail)}`
}

/** Joins the pieces and adds the audio. Decoder parameters are only in the file header. */
export function joinArgs(input: Input, source: Source, cut: Cut, outputPath: string): string[] {
  const startS = cut.head?.startS ?? cut.middle.startS
  const endS = (cut.tail ?? cut.middle).startS + (cut.tail ?? cut.middle).durationS
  return [
    ...runArgs,
    '-protocol_whitelist',
    'file',
    '-f',
    'concat',
    '-i',
    CUT.list,
    ...seekTo(input, startS - ROUNDING_S, endS).args,
    '-map',
    '0:v',
    '-c:v',
    'copy',
    '-bsf:v',
    'filter_units=remove_types=7|8',
    ...audioArgs(source, 1, 0),
    ...TIMESCALE,
    ...mp4Output(outputPath),
  ]
}

/** Encodes the whole span. For sources that cannot be cut otherwise. A picture that stays on screen until
 * the end is repeated. */
export function encodedCutArgs(
  input: Input,
  source: Source,
  span: Span,
  filters: ReadonlySet<string>,
  outputPath: string,
  hold: Hold = noHold,
): string[] {
  const { video } = source
  const rate = video && hold.isHeldAtEnd ? frameRateFor(video) : null
  const heldS = hold.heldForS
  const seek = seekTo(input, span.startS - heldS - ROUNDING_S, span.endS - ROUNDING_S)
  const zeroS = seek.leadS + heldS
  const lastS = seconds(span.endS - span.startS - ROUNDING_S)
  const toEnd = hold.isHeldAtEnd ? [`trim=end=${lastS}`] : []
  return [
    ...runArgs,
    ...seek.args,
    ...(video
      ? [
          '-map',
          `0:${video.index}`,
          '-vf',
          [
            ...trimLead(seek.leadS, zeroS),
            ...(hold.isHeldAtEnd ? ['tpad=stop=-1:stop_mode=clone'] : []),
            ...videoFilters(video, scaleWhole(evenSize(video)), rate, filters),
            ...toEnd,
          ].join(),
          '-c:v',
          'libx264',
          '-preset',
          'veryfast',
          '-crf',
          WHOLE_CRF,
          '-pix_fmt',
          'yuv420p',
          '-fps_mode',
          'passthrough',
          '-enc_time_base',
          '1:90000',
        ]
      : []),
    ...audioArgs(source, 0, zeroS),
    ...mp4Output(outputPath),
  ]
}

/** Copies audio that browsers can play. Drops audio before the span, except for the decoder's priming samples.
 * @param zeroS the start of the span, from where the input is read */
export function audioArgs(source: Source, inputNo: number, zeroS: number): string[] {
  const lead = seconds(zeroS)
  const shift = zeroS > 0 ? `,setts=ts=TS-${lead}/TB` : ''
  const trim = zeroS > 0 ? [`atrim=start=${lead}`, `asetpts=PTS-${lead}/TB`] : []
  const filtersOf = (track: AudioTrack) => [...trim, ...mixFilters(track)].join()
  return planAudio(source).flatMap((track, n) => {
    const codec =
      track.kind === 'copy'
        ? [
            `-c:a:${n}`,
            'copy',
            `-bsf:a:${n}`,
            `noise=drop=lt(pts*tb\\,${seconds(zeroS - PRIMING_S)})${shift}`,
          ]
        : [
            ...(filtersOf(track) === '' ? [] : [`-filter:a:${n}`, filtersOf(track)]),
            `-c:a:${n}`,
            AUDIO_CODEC[0],
            `-b:a:${n}`,
            AUDIO_CODEC[1],
            `-ac:a:${n}`,
            '2',
          ]
    return ['-map', `${inputNo}:${track.sourceIndex}`, ...codec, ...trackMetadata(track, n)]
  })
}

/** Metadata of output track `n`, as named in the source. */
export function trackMetadata(
  { language, title }: Pick<AudioTrack, 'language' | 'title'>,
  n: number,
): string[] {
  return Object.entries({ language, title }).flatMap(([key, value]) =>
    value === null ? [] : [`-metadata:s:a:${n}`, `${key}=${value}`],
  )
}

function evenSize({ displayWidth, displayHeight }: { displayWidth: number; displayHeight: number }) {
  const even = (pixels: number) => Math.max(2, Math.round(pixels / 2) * 2)
  return { width: even(displayWidth), height: even(displayHeight) }
}

/** Writes the moov box last, where it can be changed without moving other boxes. */
export function mp4Output(path: string): string[] {
  return ['-dn', '-sn', '-map_metadata', '-1', '-map_chapters', '-1', '-f', 'mp4', path]
}

export function seconds(value: number): string {
  return value.toFixed(6)
}
