import { createHash } from 'node:crypto'
import type {
  PlayableRendition,
  PlayableSubtitle,
  PlayableVideo,
  RetiredEncoding,
} from '../playable/playable-video.ts'

/** A published subtitle, cut at the segments of a rendition. */
export interface SubtitleOutput {
  /**
   * Identifies this version with these segments: another version or rendition has other URLs, which are cached forever.
   */
  readonly outputId: string
  readonly subtitle: PlayableSubtitle
  /** The rendition whose segments it follows. */
  readonly reference: PlayableRendition
  /** Start of the first segment in the source's time. */
  readonly offsetS: number
}

export interface SubtitleSegment {
  readonly outputId: string
  readonly versionId: string
  readonly number: number
  /** Seconds in the source's time. */
  readonly stretch: { readonly startS: number; readonly endS: number }
}

export function subtitleSegmentName(segment: number): string {
  return `seg-${String(segment).padStart(5, '0')}.vtt`
}

/** A video's subtitles for new viewers. */
export function subtitleOutputs(video: PlayableVideo): SubtitleOutput[] {
  return outputsFor(video, video)
}

/** Subtitles for all viewers: those for new viewers, and those cut for retired renditions. */
export function allSubtitleOutputs(video: PlayableVideo): SubtitleOutput[] {
  return [video, ...video.retired].flatMap((encoding) => outputsFor(encoding, video))
}

function outputsFor({ renditions }: RetiredEncoding, video: PlayableVideo): SubtitleOutput[] {
  const reference = chooseReference(renditions)
  if (reference === undefined) return []
  // hls.js counts subtitle times from the first frame of the video.
  const offsetS = reference.type === 'video' ? video.firstFrameS : 0
  return video.subtitles.map((subtitle) => ({
    outputId: outputIdOf(subtitle.versionId, reference.outputId),
    subtitle,
    reference,
    offsetS,
  }))
}

/** The segment with this name; null if it does not exist. */
export function subtitleSegment(output: SubtitleOutput, name: string): SubtitleSegment | null {
  const number = Number(/^seg-(\d{5,})\.vtt$/.exec(name)?.[1] ?? -1)
  const { outputId, subtitle, reference, offsetS } = output
  const { segments } = reference
  if (number < 0 || number >= segments.count || name !== subtitleSegmentName(number)) return null
  const startS = (segments.startsS[number] ?? 0) + offsetS
  const endS = startS + (segments.durationsS[number] ?? 0)
  // The first segment includes cues before the first frame.
  const stretch = { startS: number === 0 ? 0 : startS, endS }
  return { outputId, versionId: subtitle.versionId, number, stretch }
}

/**
 * The rendition that was made first: the repackaged source, else the lowest rung. All others are cut at the same times.
 */
function chooseReference(renditions: readonly PlayableRendition[]): PlayableRendition | undefined {
  const videos = renditions.filter(({ type }) => type === 'video')
  return videos.find(({ isOriginal }) => isOriginal) ?? videos[0] ?? renditions[0]
}

/** A UUID derived from both ids (RFC 9562, version 8), the same in every process. */
function outputIdOf(versionId: string, referenceId: string): string {
  const hex = createHash('sha256').update(`${versionId} ${referenceId}`).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`]
  return [...parts, hex.slice(20, 32)].join('-')
}
