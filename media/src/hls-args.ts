import type { AudioTrack } from './audio-plan.ts'
import { AUDIO } from './audio-plan.ts'
import { pictureFilters, scaleTo, soundFilters } from './filters.ts'
import type { Input } from './input-args.ts'
import { pinnedInput, runArgs } from './input-args.ts'
import type { Plan, Rung, VideoPlan } from './ladder.ts'
import { fitsForcedKeyframes } from './passthrough.ts'
import type { Source, VideoSource } from './probe.ts'
import { bFramesAt, PRIMING_S } from './timeline.ts'

/** Files of one rendition, each in a directory of its rung's or track's name under the run's working directory. */
export const RENDITION = { playlist: 'index.m3u8', init: 'init.mp4', segments: 'seg-%05d.m4s' } as const

/**
 * The run after which a person can watch: the first video rendition and all sound. Its output
 * directories, one for each name in the plan, have to exist. `filters` are the names ffmpeg has.
 */
export function firstArgs(input: Input, source: Source, plan: Plan, filters: ReadonlySet<string>): string[] {
  const outputs = plan.audio.flatMap((track) => soundOutput(track, plan))
  if (plan.mode === 'audio-only' || !source.video) return [...runArgs, ...pinnedInput(input), ...outputs]
  const { first } = plan
  const picture =
    first.kind === 'passthrough'
      ? [
          '-map',
          `0:${source.video.index}`,
          '-c:v',
          'copy',
          '-bsf:v',
          exactDurations,
          ...hls(first.name, plan.segmentS, plan.startS),
        ]
      : [
          ...['-map', `0:${source.video.index}`, '-vf'],
          pictureFilters(source.video, [scaleTo(first)], first.frameRate, filters).join(),
          ...encodedPicture(first, everySegment(plan.segmentS), bFramesAt(first.frameRate), plan.startS),
        ]
  return [...runArgs, ...pinnedInput(input), ...picture, ...outputs]
}

/**
 * All remaining rungs of a plan, or the ones to try again, decoding once. `segmentStartsS` are where the segments
 * of a repackaged first rendition begin (see `segmentStarts`): rungs cut exactly there and keep its frames' times.
 * Null where every segment is as long as the plan says.
 */
export function ladderArgs(
  input: Input,
  source: VideoSource,
  plan: VideoPlan,
  rungs: Rung[],
  segmentStartsS: number[] | null,
  filters: ReadonlySet<string>,
): string[] {
  const { video } = source
  const largest = rungs.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a))
  const frameRate = segmentStartsS ? null : largest.frameRate
  const prepared = pictureFilters(video, [scaleTo(largest)], frameRate, filters)
  const branches = rungs.map((rung, n) => `[p${n}]${scaleTo(rung)}[v${n}]`)
  const split = `split=${rungs.length}${rungs.map((_, n) => `[p${n}]`).join('')}`
  const graph = [`[0:${video.index}]${prepared.join()},${split}`, ...branches].join(';')
  // At a variable rate, waits between decoding and showing would vary (see KEYFRAMES): without B-frames there are none.
  const bFrames = segmentStartsS && video.isVfr ? 0 : bFramesAt(largest.frameRate)
  const firstFrameS = video.startTimeS - source.startTimeS
  const keyframes = segmentStartsS
    ? [...atSegments(segmentStartsS.map((startS) => startS + firstFrameS)), ...sourceTimes]
    : everySegment(plan.segmentS)
  return [
    ...runArgs,
    ...pinnedInput(input),
    ...['-filter_complex', graph],
    ...rungs.flatMap((rung, n) => [
      '-map',
      `[v${n}]`,
      ...encodedPicture(rung, keyframes, bFrames, plan.startS),
    ]),
    ...sameClock(plan.audio),
  ]
}

/** ffmpeg counts a transport stream from the earliest stream in use, so the sound of the first run stays in use. */
function sameClock(audio: AudioTrack[]): string[] {
  if (audio.length === 0) return []
  return [
    ...audio.flatMap(({ sourceIndex }) => ['-map', `0:${sourceIndex}`]),
    '-c',
    'copy',
    '-f',
    'null',
    '-',
  ]
}

/** Whether rungs can still follow a repackaged rendition with so many segments (see `fitsForcedKeyframes`). */
export function canFollowSegments(segmentStartsS: number[]): boolean {
  return fitsForcedKeyframes(segmentStartsS.length)
}

function everySegment(segmentS: number): string[] {
  return ['-force_key_frames', `expr:gte(t,n_forced*${segmentS})`]
}

/** A frame counts from the forced time on, so each is asked for a moment before the frame it means. */
const forcedLeadS = 0.001

function atSegments(startsS: number[]): string[] {
  const times = startsS.map((startS) => Math.max(0, startS - forcedLeadS).toFixed(6))
  return ['-force_key_frames', times.join()]
}

/** Frames keep the times they had: the encoder's own clock would round them to its frame rate. */
const sourceTimes = ['-fps_mode', 'passthrough', '-enc_time_base', '1:90000']

/** Only forced keyframes exist in what we encode, so a segment is cut at each of them. */
const cutAtEveryKeyframeS = 0.001

function encodedPicture(rung: Rung, keyframes: string[], bFrames: number, startS: number): string[] {
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
    ...['-crf', '23', '-maxrate', `${rung.maxrateKbps}k`, '-bufsize', `${rung.bufsizeKbps}k`],
    ...['-g', '100000', '-keyint_min', '1', '-sc_threshold', '0'],
    ...['-bf', String(bFrames)],
    ...keyframes,
    ...['-bsf:v', exactDurations],
    ...hls(rung.name, cutAtEveryKeyframeS, startS),
  ]
}

function soundOutput(track: AudioTrack, { segmentS, startS }: Plan): string[] {
  const codec =
    track.kind === 'copy'
      ? ['-c:a', 'copy', '-bsf:a', `aac_adtstoasc,noise=drop=lt(pts*tb\\,-${PRIMING_S})`]
      : [
          ...['-af', soundFilters(track).join(), '-c:a', 'aac', '-profile:a', 'aac_low'],
          ...[
            '-b:a',
            `${track.bitrateKbps}k`,
            '-ar',
            String(AUDIO.sampleRate),
            '-ac',
            String(track.channels),
          ],
        ]
  return ['-map', `0:${track.sourceIndex}`, ...codec, ...hls(track.name, segmentS, startS)]
}

/**
 * The muxer takes the last frame's duration of each segment from the packet and adds them up as the next
 * segment's time; with variable frame rates they are guesses, so they are set to what the next frame says.
 */
const exactDurations = 'setts=pts=PTS:dts=DTS:duration=if(eq(NEXT_DTS\\,NOPTS)\\,DURATION\\,NEXT_DTS-DTS)'

/**
 * Time zero of the source is `startS` in tfdt itself, for picture and sound alike: there is no edit list, which
 * players on Media Source Extensions may ignore, and no negative composition offset, which ffmpeg misreads.
 */
const timesInFragments = 'movflags=+frag_discont:use_editlist=0:avoid_negative_ts=disabled'

function hls(dir: string, segmentS: number, startS: number): string[] {
  return [
    ...['-dn', '-sn', '-map_metadata', '-1', '-map_chapters', '-1', '-max_muxing_queue_size', '4096'],
    ...['-output_ts_offset', startS.toFixed(6), '-avoid_negative_ts', 'disabled'],
    ...['-f', 'hls', '-hls_time', String(segmentS), '-hls_segment_type', 'fmp4'],
    ...['-hls_playlist_type', 'event', '-hls_list_size', '0', '-hls_flags', 'independent_segments+temp_file'],
    ...['-hls_fmp4_init_filename', RENDITION.init, '-hls_segment_options', timesInFragments],
    ...['-hls_segment_filename', `${dir}/${RENDITION.segments}`, `${dir}/${RENDITION.playlist}`],
  ]
}
