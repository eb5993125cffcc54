import {
  audioLengths,
  type Insertion,
  nearestBoundary,
  RENDITION,
  readStitchSource,
  type StitchSegment,
  type StitchSource,
  stitchedPlaylist,
} from '@kinora/media'
import type { ChannelRow } from '../channels/channel-row.ts'
import { type AdOutput, adFileName } from '../creatives/outputs.ts'
import { type Decision, type InsertedAd, insertedAds } from '../decisions/decision.ts'
import { BEAT, beatsAfter, isMarked } from './marked-segments.ts'

/** Role of a media playlist, to choose the matching output of ads. */
export type OutputRole =
  | { readonly type: 'video'; readonly width: number; readonly height: number }
  | { readonly type: 'audio' }
  | { readonly type: 'subtitles' }

/** Relative path from `s/{session}/{output}/` to the paths that all viewers share. */
export const SHARED = '../../../'
/** File name of an empty subtitle segment. */
export const BLANK_TEXT = 'blank.vtt'

/** Media playlist of the video with the ads of a session. All viewers share its segments, except for segments of ads whose
 * delivery counts.
 * @param tracking `player` if delivery does not count */
export function sessionPlaylist(
  playlist: string,
  outputId: string,
  role: OutputRole,
  decisions: readonly Decision[],
  tracking: ChannelRow['tracking'],
): string {
  const shared = readStitchSource(playlist, `${SHARED}${outputId}/`)
  const isCounted = tracking === 'server' && role.type === 'video'
  const content = isCounted ? withBeats(shared, decisions) : shared
  const insertions = decisions.map((decision): Insertion => {
    const { atS, returnS } = decision
    const afterSegments = nearestBoundary(content.boundariesS, atS)
    const hides = returnS === null ? 0 : nearestBoundary(content.boundariesS, returnS) - afterSegments
    return { afterSegments, hides, ads: adSegments(decision, role, tracking, audioLengths) }
  })
  return stitchedPlaylist(content, insertions)
}

/** Marks segments of the video after the first ads, so that the server notices that the viewer goes on watching. */
function withBeats(content: StitchSource, decisions: readonly Decision[]): StitchSource {
  const first = decisions.find((decision) => insertedAds(decision).length > 0)
  if (first === undefined) return content
  const firstAd = nearestBoundary(content.boundariesS, first.atS)
  const beats = beatsAfter(
    firstAd,
    content.segments.map(({ durationS }) => durationS),
  )
  const segments = content.segments.map((segment, n) =>
    beats.has(n) ? { ...segment, uri: `../${segment.uri.slice(SHARED.length)}?${BEAT}=1` } : segment,
  )
  return { ...content, segments }
}

/** Segments of each ad of a decision. @param fit fits the lengths of audio segments to those of the video */
export function adSegments(
  decision: Decision,
  role: OutputRole,
  tracking: ChannelRow['tracking'],
  fit: (audioS: readonly number[], videoS: readonly number[]) => readonly number[],
): StitchSegment[][] {
  return insertedAds(decision).map(({ index, filler, ad }) => {
    const found = outputFor(ad, role)
    const video = role.type === 'audio' ? ad.outputs.find(({ type }) => type === 'video') : undefined
    const output = found && video ? { ...found, segments: fit(found.segments, video.segments) } : found
    const isCounted = tracking !== 'player' && filler === null
    const adParam = isCounted ? `${decision.position}.${index}` : null
    return output === null ? [] : segmentsOf(ad, output, role, adParam)
  })
}

/** Segments of an ad, with URLs relative to the path of the session.
 * @param adParam query parameter that identifies the ad, or null if delivery does not count */
export function segmentsOf(
  { creativeId }: InsertedAd,
  { name, segments }: AdOutput,
  { type }: Pick<OutputRole, 'type'>,
  adParam: string | null,
): StitchSegment[] {
  const shared = `${SHARED}${creativeId}/`
  return segments.map((durationS, n) => {
    if (type === 'subtitles')
      return { uri: `${shared}${BLANK_TEXT}`, durationS, initUri: null, isDiscontinuous: false }
    const file = adFileName(name, adSegmentName(n))
    const own = adParam !== null && type === 'video' && isMarked(n, segments)
    const uri = own ? `../${creativeId}/${file}?ad=${adParam}` : `${shared}${file}`
    return { uri, durationS, initUri: `${shared}${adFileName(name, RENDITION.init)}`, isDiscontinuous: false }
  })
}

export function adSegmentName(segment: number): string {
  return `seg-${String(segment).padStart(5, '0')}.m4s`
}

/** Output of an ad for a playlist of the video. The nearest size, because the video may have been re-encoded. */
export function outputFor({ outputs }: Pick<InsertedAd, 'outputs'>, role: OutputRole): AdOutput | null {
  if (role.type === 'audio') return outputs.find(({ type }) => type === 'audio') ?? null
  const videos = outputs.filter(({ type }) => type === 'video')
  if (role.type === 'subtitles') return videos[0] ?? null
  const pixels = role.width * role.height
  const distance = ({ width, height }: AdOutput) => Math.abs(width * height - pixels)
  return videos.reduce<AdOutput | null>(
    (best, each) => (best === null || distance(each) < distance(best) ? each : best),
    null,
  )
}
