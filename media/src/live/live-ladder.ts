import type { Encoding } from '../encode/encoding.ts'
import { type Size, scaleTo } from '../encode/filters.ts'
import { ratesOf } from '../encode/ladder.ts'

/** An encoded rendition of a live stream, below the source in the ladder. */
export interface LiveRung extends Size {
  /** `480p`. */
  readonly name: string
  readonly bitrateKbps: number
}

/** Encoding in real time must leave room for other streams. */
const MAX_RUNGS = 3
/** Maximum bit rate of a rung relative to its average. */
const PEAK_FACTOR = 1.25

/** The renditions to encode below a source that viewers also get as it is, low to high. */
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

/** 4:2:0 requires even sides. */
function evenPart(side: number, ratio: number): number {
  return Math.max(2, 2 * Math.round((side * ratio) / 2))
}

/** Output of the rung with index n: file descriptors after stdin, stdout and stderr. */
export const ladderOutput = (n: number) => `pipe:${n + 3}`

/** Arguments of an ffmpeg that reads H.264 as FLV from stdin and writes each rung as FLV. Times are those of the input,
 * and keyframes are at the same frames. FLV needs no frame of delay, unlike fragmented MP4. */
export function liveLadderArgs(rungs: readonly LiveRung[]): string[] {
  const branches = rungs.map((_rung, n) => `[in${n}]`)
  const graph = [
    `[0:v]split=${rungs.length}${branches.join('')}`,
    ...rungs.map((rung, n) => `${branches[n]}${scaleTo(rung)},format=yuv420p[out${n}]`),
  ].join(';')
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'warning'],
    ...['-probesize', '65536', '-analyzeduration', '100000', '-copyts', '-f', 'flv', '-i', 'pipe:0'],
    ...['-filter_complex', graph],
    ...rungs.flatMap((rung, n) => [...['-map', `[out${n}]`], ...encoderArgs(rung), ladderOutput(n)]),
  ]
}

function encoderArgs({ bitrateKbps }: LiveRung): string[] {
  const { maxrateKbps, bufsizeKbps } = ratesOf(bitrateKbps)
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'zerolatency', '-profile:v', 'high', '-bf', '0'],
    ...['-b:v', `${bitrateKbps}k`, '-maxrate', `${maxrateKbps}k`, '-bufsize', `${bufsizeKbps}k`],
    ...['-sc_threshold', '0', '-g', '100000', '-force_key_frames', 'source'],
    ...['-fps_mode', 'passthrough', '-enc_time_base', '1:90000', '-flush_packets', '1'],
    ...['-flvflags', 'no_duration_filesize', '-f', 'flv'],
  ]
}

const SLATE_S = 2
const SLATE_RATE = 30

/** Arguments of an ffmpeg that writes a dark picture of this size as FLV. */
export function slateArgs({ width, height }: Size): string[] {
  const picture = `color=c=0x14161a:s=${width}x${height}:r=${SLATE_RATE}:d=${SLATE_S},format=yuv420p`
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'warning', '-f', 'lavfi', '-i', picture],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'stillimage', '-bf', '0', '-g', `${SLATE_RATE}`],
    ...['-flvflags', 'no_duration_filesize', '-f', 'flv', 'pipe:3'],
  ]
}
