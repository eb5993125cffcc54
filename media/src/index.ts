export { plainText } from './cue-text.ts'
export type { Cue, TextTrack } from './cues.ts'
export { cueLimits, inOrder } from './cues.ts'
export type { Fit, FitMode, Size } from './filters.ts'
export { fittedSize } from './filters.ts'
export type { Fragment, InitTrack } from './fmp4.ts'
export { codecsOf, parseFragments, parseInit } from './fmp4.ts'
export type { Bandwidth, MediaPlaylist } from './hls.ts'
export { bandwidthOf, mediaPlaylist, multivariantPlaylist, parseMediaPlaylist, segmentStarts } from './hls.ts'
export { canFollowSegments, firstArgs, ladderArgs, RENDITION } from './hls-args.ts'
export type { Input } from './input-args.ts'
export { durationArgs } from './input-args.ts'
export type { Plan, Rung, VideoPlan } from './ladder.ts'
export { planLadder } from './ladder.ts'
export { mp4Args } from './mp4-args.ts'
export type { ParsedSubtitles } from './parse-subtitles.ts'
export { parseSubtitles, tidyCue } from './parse-subtitles.ts'
export type { KeyframeSample } from './passthrough.ts'
export { keyframeArgs, parseKeyframes } from './passthrough.ts'
export type { PictureHeader } from './picture-header.ts'
export { pictureHeader } from './picture-header.ts'
export type { Source, VideoSource } from './probe.ts'
export { parseProbe, probeArgs } from './probe.ts'
export type { Progress } from './progress.ts'
export { progressReader } from './progress.ts'
export { fps } from './rational.ts'
export { refuse, withDecodableAudio } from './refuse.ts'
export { sampleArgs } from './sample-args.ts'
export { SNIFF_BYTES, sniff } from './sniff.ts'
export type { StillFormat } from './still-args.ts'
export {
  fittedPictureArgs,
  gifArgs,
  logoArgs,
  PICTURE_MAX_PIXELS,
  posterArgs,
  thumbnailArgs,
  uploadedPictureArgs,
} from './still-args.ts'
export type { Storyboard } from './storyboard.ts'
export { planStoryboard, storyboardArgs, storyboardVtt } from './storyboard.ts'
export type { SourceText } from './text-tracks.ts'
export { parseTextTracks, textArgs, textName } from './text-tracks.ts'
export { vttSegment, writeSrt, writeVtt } from './write-subtitles.ts'
