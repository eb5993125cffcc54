import type { Input } from '../probe/input-args.ts'
import { pinnedInput, runArgs } from '../probe/input-args.ts'
import { fitsForcedKeyframes } from '../probe/passthrough.ts'
import type { Source, SourceVideo, VideoSource } from '../probe/probe.ts'
import type { Rational } from '../probe/rational.ts'
import { bFramesAt } from '../probe/timeline.ts'
import type { AudioTrack } from './audio-plan.ts'
import { AUDIO } from './audio-plan.ts'
import { encoderArgs } from './encoder-args.ts'
import { audioFilters, scaleWhole, videoFilters } from './filters.ts'
import type { Plan, Rung, VideoPlan } from './ladder.ts'
import { type Overlay, overlayInput, sizedBranches } from './watermark.ts'

/** File names of a rendition. Each rendition has a directory, named like its rung or track, in the working directory. */
export const RENDITION = { playlist: 'index.m3u8', init: 'init.mp4', segments: 'seg-%05d.m4s' } as const

/** The first run, which makes the video playable: the first video rendition and all audio. The output directories
 * must exist, one for each name in the plan. `filters` are the filters of the installed ffmpeg. */
export function firstArgs(
  input: Input,
  source: Source,
  plan: Plan,
  filters: ReadonlySet<string>,
  overlay: Overlay | null = null,
): string[] {
  const outputs = plan.audio.flatMap((track) => audioOutput(track, plan))
  if (plan.mode === 'audio-only' || !source.video) return [...runArgs, ...pinnedInput(input), ...outputs]
  const { first } = plan
  if (first.kind === 'passthrough') {
    const copied = ['-map', `0:${source.video.index}`, '-c:v', 'copy', '-bsf:v', exactDurations]
    const videoOutputArgs = [...copied, ...hls(first.name, plan.segmentS)]
    return [...runArgs, ...pinnedInput(input), ...videoOutputArgs, ...outputs]
  }
  const bFrames = bFramesAt(first.frameRate)
  const encoded = encodedVideo(first, plan, everySegment(plan), bFrames)
  const { video } = source
  const videoOutputArgs =
    overlay === null
      ? [
          '-map',
          `0:${video.index}`,
          '-vf',
          videoFilters(video, scaleWhole(first), first.frameRate, filters).join(),
        ]
      : ['-filter_complex', videoGraph(video, [first], first.frameRate, filters, overlay), '-map', '[v0]']
  return [
    ...runArgs,
    ...pinnedInput(input),
    ...overlayInput(overlay),
    ...videoOutputArgs,
    ...encoded,
    ...outputs,
  ]
}

/** Encodes rungs of a plan, or those to retry, and decodes once. `segmentStartsS` are the segment starts of a
 * repackaged first rendition (see `segmentStarts`): rungs are cut exactly there and keep its timestamps. Null if all
 * segments have the length of the plan. */
export function ladderArgs(
  input: Input,
  source: VideoSource,
  plan: VideoPlan,
  rungs: Rung[],
  segmentStartsS: number[] | null,
  filters: ReadonlySet<string>,
  overlay: Overlay | null = null,
): string[] {
  const { video } = source
  const { frameRate } = largestOf(rungs)
  const graph = videoGraph(video, rungs, segmentStartsS ? null : frameRate, filters, overlay)
  // With a variable frame rate, decoding delays would vary (see KEYFRAMES), so B-frames are disabled.
  const bFrames = segmentStartsS && video.isVfr ? 0 : bFramesAt(frameRate)
  const firstFrameS = video.startTimeS - source.startTimeS
  const keyframes = segmentStartsS
    ? [...atSegments(segmentStartsS.map((startS) => startS + firstFrameS)), ...sourceTimes]
    : everySegment(plan)
  return [
    ...runArgs,
    ...pinnedInput(input),
    ...overlayInput(overlay),
    '-filter_complex',
    graph,
    ...rungs.flatMap((rung, n) => ['-map', `[v${n}]`, ...encodedVideo(rung, plan, keyframes, bFrames)]),
    ...sameClock(plan.audio),
  ]
}

/** One video output `[v0]`, `[v1]` … per rung. */
function videoGraph(
  video: SourceVideo,
  rungs: Rung[],
  frameRate: Rational | null,
  filters: ReadonlySet<string>,
  overlay: Overlay | null,
): string {
  const prepared = videoFilters(video, scaleWhole(largestOf(rungs)), frameRate, filters)
  const split = `split=${rungs.length}${rungs.map((_, n) => `[p${n}]`).join('')}`
  const branches = rungs.map((size, n) => ({ from: `p${n}`, to: `v${n}`, size }))
  return [`[0:${video.index}]${prepared.join()},${split}`, ...sizedBranches(branches, overlay)].join(';')
}

function largestOf(rungs: Rung[]): Rung {
  return rungs.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a))
}

/** ffmpeg's time of a transport stream starts with the earliest stream in use, so the audio of the first run stays in
 * use. */
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

/** Whether rungs can follow a repackaged rendition with this number of segments (see `fitsForcedKeyframes`). */
export function canFollowSegments(segmentStartsS: number[]): boolean {
  return fitsForcedKeyframes(segmentStartsS.length)
}

function everySegment({ segmentS, segmentFrames }: VideoPlan): string[] {
  const when = segmentFrames === undefined ? `t,n_forced*${segmentS}` : `n,n_forced*${segmentFrames}`
  return ['-force_key_frames', `expr:gte(${when})`]
}

/** The first frame at or after the forced time becomes the keyframe, so the time is slightly before it. */
const forcedLeadS = 0.001

export function atSegments(startsS: readonly number[]): string[] {
  const times = startsS.map((startS) => Math.max(0, startS - forcedLeadS).toFixed(6))
  return ['-force_key_frames', times.join()]
}

/** Keeps timestamps: the encoder's time base would round them to its frame rate. */
const sourceTimes = ['-fps_mode', 'passthrough', '-enc_time_base', '1:90000']

/** Our renditions have only forced keyframes, so segments are cut at each of them. */
export const cutAtEveryKeyframeS = 0.001

function encodedVideo(rung: Rung, plan: VideoPlan, keyframes: string[], bFrames: number): string[] {
  return [
    ...encoderArgs(rung, plan, bFrames),
    ...keyframes,
    '-bsf:v',
    rung.codec === 'av1' || rung.codec === 'vp9' ? shownAsDecoded : exactDurations,
    ...hls(rung.name, cutAtEveryKeyframeS),
  ]
}

/** Audio of a separate file, with the length and segments of the video. Silence fills the rest. */
export function trackArgs(input: Input, track: AudioTrack, plan: Plan, durationS: number): string[] {
  const length = durationS.toFixed(6)
  const filters = [...audioFilters(track), `apad=whole_dur=${length}`, `atrim=end=${length}`]
  return [
    ...runArgs,
    ...pinnedInput(input),
    '-map',
    `0:${track.sourceIndex}`,
    ...encodedAudio(track, filters),
    '-bsf:a',
    fromTimeZero,
    ...hls(track.name, plan.segmentS),
  ]
}

/** Makes the rendition of one track without storing it, and without silence after it, which shows whether that
 * works. */
export function audioCheckArgs(input: Input, track: AudioTrack): string[] {
  return [...runArgs, ...pinnedInput(input), ...madeAudio(track, []), '-f', 'null', '-']
}

/** Decodes the tracks, and fails at the first packet that cannot be decoded. Players fail there too. */
export function strictAudioArgs(input: Input, tracks: readonly AudioTrack[]): string[] {
  const maps = tracks.flatMap(({ sourceIndex }) => ['-map', `0:${sourceIndex}`])
  return [...runArgs, '-xerror', ...pinnedInput(input), ...maps, '-f', 'null', '-']
}

function audioOutput(track: AudioTrack, { segmentS }: Plan): string[] {
  const { silentUntilS } = track
  const padding = silentUntilS === undefined ? [] : [`apad=whole_dur=${silentUntilS.toFixed(6)}`]
  return [...madeAudio(track, padding), ...hls(track.name, segmentS)]
}

function madeAudio(track: AudioTrack, padding: readonly string[]): string[] {
  const codec =
    track.kind === 'copy'
      ? ['-c:a', 'copy', '-bsf:a', `aac_adtstoasc,${fromTimeZero}`]
      : [...encodedAudio(track, [...audioFilters(track), ...padding]), '-bsf:a', fromTimeZero]
  return ['-map', `0:${track.sourceIndex}`, ...codec]
}

function encodedAudio({ bitrateKbps, channels }: AudioTrack, filters: readonly string[]): string[] {
  return [
    '-af',
    filters.join(),
    '-c:a',
    'aac',
    '-profile:a',
    'aac_low',
    '-b:a',
    `${bitrateKbps}k`,
    '-ar',
    String(AUDIO.sampleRate),
    '-ac',
    String(channels),
  ]
}

/** The muxer computes the next segment's time from packet durations. With variable frame rates these are guesses, so
 * they are set from the next frame. */
export const exactDurations =
  'setts=pts=PTS:dts=DTS:duration=if(eq(NEXT_DTS\\,NOPTS)\\,DURATION\\,NEXT_DTS-DTS)'

/** Like `exactDurations`, for codecs whose packets are shown in decoding order. */
const shownAsDecoded = 'setts=pts=PTS:dts=PTS:duration=if(eq(NEXT_PTS\\,NOPTS)\\,DURATION\\,NEXT_PTS-PTS)'

/** Half an AAC frame of 1024 samples at 44.1 kHz, rounded up. Copied tracks rarely start exactly at zero. */
const halfAudioFrameS = 0.012

/** Drops audio before time zero, because decode times (tfdt) are unsigned, and moves a first frame within half a
 * frame of it to zero. The encoder's priming samples are not delivered: decoders fade in over the first frame, 21
 * ms. */
export const fromTimeZero = [
  `noise=drop=lt(pts*tb\\,-${halfAudioFrameS})`,
  `setts=ts=TS-if(lt(abs(STARTPTS*TB)\\,${halfAudioFrameS})\\,STARTPTS\\,0)`,
].join()

/**
 * Composition offsets are signed (CMAF brand cmf2, ISO 23000-19 7.5.17): a segment's decode time is the time of its
 * first picture. With positive offsets alone it is earlier, by as long as the picture waits for reordering, and players
 * on Media Source Extensions count from there. There is no edit list, which these players may ignore.
 */
const timesInFragments =
  'movflags=+frag_discont+negative_cts_offsets:use_editlist=0:avoid_negative_ts=disabled'

export function hls(dir: string, segmentS: number): string[] {
  return [
    '-dn',
    '-sn',
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    '-max_muxing_queue_size',
    '4096',
    '-avoid_negative_ts',
    'disabled',
    '-f',
    'hls',
    '-hls_time',
    String(segmentS),
    '-hls_segment_type',
    'fmp4',
    '-hls_playlist_type',
    'event',
    '-hls_list_size',
    '0',
    '-hls_flags',
    'independent_segments+temp_file',
    '-hls_fmp4_init_filename',
    RENDITION.init,
    '-hls_segment_options',
    timesInFragments,
    '-hls_segment_filename',
    `${dir}/${RENDITION.segments}`,
    `${dir}/${RENDITION.playlist}`,
  ]
}
