import type { Encoding } from '../encode/encoding.ts'
import { type Size, scaleTo } from '../encode/filters.ts'
import { ratesOf } from '../encode/ladder.ts'
import { flvOutput, quiet } from './ffmpeg-words.ts'

/** An encoded rendition of a live stream, below the source in the ladder. */
export interface LiveRung extends Size {
  /** Name such as `480p`. */
  readonly name: string
  readonly bitrateKbps: number
}

/** Limit of encoded renditions, which leaves CPU time for other streams. */
const MAX_RUNGS = 3
/** Maximum bit rate of a rung relative to its average. */
const PEAK_FACTOR = 1.25
/** Bitrate of a profile without rungs. */
const DEFAULT_KBPS = 5000
const KEYFRAME_S = 2

/** Keyframes of encoded renditions: at those of the source, or every 2 s from a time on. ffmpeg counts that time from the
 * first frame. */
export type LadderKeyframes = 'source' | { readonly fromS: number }

/** Renditions to encode below the unmodified source, low to high. */
export function liveRungs(source: Size, { rungs }: Pick<Encoding, 'rungs'>): LiveRung[] {
  const lines = Math.min(source.width, source.height)
  return rungs
    .filter((rung) => rung.lines < lines)
    .slice(-MAX_RUNGS)
    .map((rung) => ({
      name: `${rung.lines}p`,
      width: evenPart(source.width, rung.lines / lines),
      height: evenPart(source.height, rung.lines / lines),
      bitrateKbps: Math.round(rung.maxKbps / PEAK_FACTOR),
    }))
}

/** Top rendition in the size of the source, for a source that must be encoded. */
export function sourceRung({ width, height }: Size, { rungs }: Pick<Encoding, 'rungs'>): LiveRung {
  const lines = Math.min(width, height)
  const ordered = rungs.toSorted((one, other) => one.lines - other.lines)
  const step = ordered.find((rung) => rung.lines >= lines) ?? ordered.at(-1)
  const bitrateKbps = Math.round((step?.maxKbps ?? DEFAULT_KBPS) / PEAK_FACTOR)
  return { name: 'source', width: evenPart(width, 1), height: evenPart(height, 1), bitrateKbps }
}

/** 4:2:0 requires even sides. */
function evenPart(side: number, ratio: number): number {
  return Math.max(2, 2 * Math.round((side * ratio) / 2))
}

/** Output of the rung with index n: file descriptors after stdin, stdout and stderr. */
export const ladderOutput = (n: number) => `pipe:${n + 3}`

/** Arguments of an ffmpeg that reads video as Matroska from stdin and writes each rung as FLV. It keeps the times of the
 * input, and all rungs have keyframes at the same frames. FLV because fragmented MP4 would add a frame of delay. */
export function liveLadderArgs(rungs: readonly LiveRung[], keyframes: LadderKeyframes): string[] {
  const branches = rungs.map((_rung, n) => `[in${n}]`)
  const graph = [
    `[0:v]split=${rungs.length}${branches.join('')}`,
    ...rungs.map((rung, n) => `${branches[n]}${scaleTo(rung)},format=yuv420p[out${n}]`),
  ].join(';')
  return [
    ...quiet,
    '-probesize',
    '65536',
    '-analyzeduration',
    '100000',
    '-copyts',
    '-f',
    'matroska',
    '-i',
    'pipe:0',
    '-filter_complex',
    graph,
    ...rungs.flatMap((rung, n) => ['-map', `[out${n}]`, ...encoderArgs(rung, keyframes), ladderOutput(n)]),
  ]
}

/** Expression for forced keyframes, one millisecond early, because FLV rounds times. */
function forcedKeyframes(keyframes: LadderKeyframes): string {
  if (keyframes === 'source') return 'source'
  const [first, next] = [keyframes.fromS - 0.001, KEYFRAME_S - 0.001]
  return `expr:if(isnan(prev_forced_t),gte(t,${first.toFixed(3)}),gte(t,prev_forced_t+${next}))`
}

function encoderArgs({ bitrateKbps }: LiveRung, keyframes: LadderKeyframes): string[] {
  const { maxrateKbps, bufsizeKbps } = ratesOf(bitrateKbps)
  return [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-tune',
    'zerolatency',
    '-profile:v',
    'high',
    '-bf',
    '0',
    '-b:v',
    `${bitrateKbps}k`,
    '-maxrate',
    `${maxrateKbps}k`,
    '-bufsize',
    `${bufsizeKbps}k`,
    '-sc_threshold',
    '0',
    '-g',
    '100000',
    '-force_key_frames',
    forcedKeyframes(keyframes),
    '-fps_mode',
    'passthrough',
    '-enc_time_base',
    '1:90000',
    ...flvOutput,
  ]
}

const SLATE_S = 2
const SLATE_RATE = 30

const SLATE_COLOR = '0x14161a'

/** Arguments of an ffmpeg that writes the slate as FLV: a dark frame of this size, with the JPEG from stdin
 * fitted in. */
export function slateArgs({ width, height }: Size, hasImage: boolean): string[] {
  const picture = `color=c=${SLATE_COLOR}:s=${width}x${height}:r=${SLATE_RATE}:d=${SLATE_S},format=yuv420p`
  const frames = SLATE_S * SLATE_RATE
  const fitted = [
    `scale=${width}:${height}:force_original_aspect_ratio=decrease`,
    `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:color=${SLATE_COLOR},setsar=1,format=yuv420p`,
    `loop=loop=${frames - 1}:size=1,setpts=N/(${SLATE_RATE}*TB)`,
  ].join(',')
  const input = hasImage
    ? ['-f', 'jpeg_pipe', '-framerate', String(SLATE_RATE), '-i', 'pipe:0', '-vf', fitted]
    : ['-f', 'lavfi', '-i', picture]
  return [...quiet, ...input, ...stillOutput]
}

/** Arguments of an ffmpeg that reads video as Matroska from stdin and writes its last picture as FLV, as long as the
 * slate. @param lastS time at which that picture is shown */
export function heldPictureArgs({ width, height }: Size, lastS: number): string[] {
  const still = [
    `select=gte(t\\,${(lastS - 0.001).toFixed(3)}),scale=${width}:${height},setsar=1,format=yuv420p`,
    `loop=loop=${SLATE_S * SLATE_RATE - 1}:size=1,setpts=N/(${SLATE_RATE}*TB)`,
  ].join(',')
  const input = ['-copyts', '-f', 'matroska', '-i', 'pipe:0', '-vf', still, '-r', String(SLATE_RATE)]
  return [...quiet, ...input, ...stillOutput]
}

const stillOutput: readonly string[] = [
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-tune',
  'stillimage',
  '-bf',
  '0',
  '-g',
  `${SLATE_RATE}`,
  '-flvflags',
  'no_duration_filesize',
  '-f',
  'flv',
  'pipe:3',
]
