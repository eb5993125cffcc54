import { createHash } from 'node:crypto'
import { segmentStarts } from '@kinora/media'
import type { FormerRenditions, PlayableRendition, PlayableSubtitle, Playback } from '../../library/index.ts'

/** Times on the source's clock, in seconds. */
interface Stretch {
  readonly startS: number
  readonly endS: number
  readonly durationS: number
}

/** A published subtitle as a rendition. */
export interface SubtitleFiles {
  /** Of this version on these segments: another of either has other addresses, which are cached for ever. */
  readonly filesId: string
  readonly subtitle: PlayableSubtitle
  readonly stretches: readonly Stretch[]
  readonly ended: boolean
}

export interface SubtitleSegment {
  readonly filesId: string
  readonly versionId: string
  readonly number: number
  readonly stretch: Stretch
}

export function subtitleSegmentName(segment: number): string {
  return `seg-${String(segment).padStart(5, '0')}.vtt`
}

/** A video's subtitles, cut where its pictures are. */
export function subtitleFilesOf(playback: Playback): SubtitleFiles[] {
  return filesOn(playback, playback)
}

/** Those, and the ones cut as the pictures of a short while ago were. */
export function allSubtitleFiles(playback: Playback): SubtitleFiles[] {
  return [playback, ...playback.former].flatMap((encoding) => filesOn(encoding, playback))
}

function filesOn({ renditions }: FormerRenditions, playback: Playback): SubtitleFiles[] {
  const { subtitles } = playback
  const reference = referenceOf(renditions)
  if (subtitles.length === 0 || reference === undefined) return []
  const stretches = stretchesOf(reference, playback)
  return subtitles.map((subtitle) => ({
    filesId: nameOf(subtitle.versionId, reference.filesId),
    subtitle,
    stretches,
    ended: reference.ended,
  }))
}

/** The segment that an address means; null where it is none of a published subtitle's. */
export function subtitleSegmentOf(playback: Playback, filesId: string, file: string): SubtitleSegment | null {
  const number = Number(/^seg-(\d{5,})\.vtt$/.exec(file)?.[1] ?? -1)
  if (number < 0 || file !== subtitleSegmentName(number)) return null
  const files = allSubtitleFiles(playback).find((each) => each.filesId === filesId)
  const stretch = files?.stretches[number]
  if (files === undefined || stretch === undefined) return null
  return { filesId, versionId: files.subtitle.versionId, number, stretch }
}

/** What was made first and stays: the repackaged source, else the lowest rung. All others are cut at the same times. */
function referenceOf(renditions: readonly PlayableRendition[]): PlayableRendition | undefined {
  const pictures = renditions.filter(({ type }) => type === 'video')
  return pictures.find(({ isOriginal }) => isOriginal) ?? pictures[0] ?? renditions[0]
}

/** The first one reaches back to what is said before the first picture. */
function stretchesOf({ type, segments }: PlayableRendition, { firstFrameS }: Playback): Stretch[] {
  const durations = segments.map(([durationS]) => ({ uri: '', durationS }))
  const offsetS = type === 'video' ? firstFrameS : 0
  return segmentStarts(durations).map((atS, n) => {
    const durationS = durations[n]?.durationS ?? 0
    const startS = atS + offsetS
    return { startS: n === 0 ? 0 : startS, endS: startS + durationS, durationS }
  })
}

/** A UUID of both names (RFC 9562, version 8), the same in every process. */
function nameOf(versionId: string, filesId: string): string {
  const hex = createHash('sha256').update(`${versionId} ${filesId}`).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`]
  return [...parts, hex.slice(20, 32)].join('-')
}
