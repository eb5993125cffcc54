/** A segment of a stitched playlist. URIs are relative to this playlist. */
export interface StitchSegment {
  readonly uri: string
  readonly durationS: number
  readonly initUri: string | null
  /** Whether a discontinuity precedes the segment. */
  readonly isDiscontinuous: boolean
}

/** A parsed media playlist, to insert ads into. */
export interface StitchSource {
  readonly segments: readonly StitchSegment[]
  /** Segment boundaries in seconds: starts of all segments, and the end of the last one. */
  readonly boundariesS: readonly number[]
  readonly ended: boolean
}

/** Ads between two segments. Each ad is a list of segments. */
export interface Insertion {
  /** Number of content segments before the ads. */
  readonly afterSegments: number
  /** Number of content segments that the ads replace. Default: 0. */
  readonly hides?: number
  readonly ads: readonly (readonly StitchSegment[])[]
}

/** Parses a media playlist that Kinora made. @param base prefix of relative URIs */
export function readStitchSource(playlist: string, base: string): StitchSource {
  const segments: StitchSegment[] = []
  const boundariesS = [0]
  let initUri: string | null = null
  let isDiscontinuous = false
  let durationS = 0
  for (const line of playlist.split('\n')) {
    if (line.startsWith('#EXTINF:')) durationS = Number.parseFloat(line.slice('#EXTINF:'.length))
    else if (line.startsWith('#EXT-X-MAP:')) initUri = `${base}${/URI="([^"]+)"/.exec(line)?.[1] ?? ''}`
    else if (line.startsWith('#EXT-X-DISCONTINUITY')) isDiscontinuous = true
    else if (line !== '' && !line.startsWith('#')) {
      segments.push({ uri: `${base}${line}`, durationS, initUri, isDiscontinuous })
      boundariesS.push((boundariesS.at(-1) ?? 0) + durationS)
      isDiscontinuous = false
    }
  }
  return { segments, boundariesS, ended: playlist.includes('#EXT-X-ENDLIST') }
}

/** Weight of a mismatch of video and audio boundaries, relative to the distance from the requested time. */
const MISMATCH_WEIGHT = 20

/** Finds the best video segment boundary for a break: near the requested time, and near an audio boundary, because repackaged video
 * and audio are not cut at the same times. A break inside the video stays inside.
 * @param audioS audio boundaries, empty without audio */
export function breakTime(videoS: readonly number[], audioS: readonly number[], wantedS: number): number {
  const nearest = nearestBoundary(videoS, wantedS)
  let best = videoS[nearest] ?? 0
  if (nearest === 0 || nearest === videoS.length - 1) return best
  let least = Number.POSITIVE_INFINITY
  const distance = (n: number) => Math.abs((videoS[n] ?? Number.POSITIVE_INFINITY) - wantedS)
  // Searches outward from the nearest boundary, as long as a better one is possible.
  for (const step of [-1, 1]) {
    for (let n = nearest; n > 0 && n < videoS.length - 1 && distance(n) < least; n += step) {
      const timeS = videoS[n] ?? 0
      const mismatchS =
        audioS.length === 0 ? 0 : Math.abs((audioS[nearestBoundary(audioS, timeS)] ?? 0) - timeS)
      const cost = distance(n) + MISMATCH_WEIGHT * mismatchS
      if (cost < least) [best, least] = [timeS, cost]
    }
  }
  return best
}

/** Index of the boundary that is nearest to a time. */
export function nearestBoundary(boundariesS: readonly number[], timeS: number): number {
  let low = 0
  let high = boundariesS.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((boundariesS[middle] ?? 0) < timeS) low = middle + 1
    else high = middle
  }
  const distance = (n: number) => Math.abs((boundariesS[n] ?? Number.POSITIVE_INFINITY) - timeS)
  return low > 0 && distance(low - 1) <= distance(low) ? low - 1 : low
}

/** Media playlist of the content with ads between its segments. Each ad, and the content after it, begins with a discontinuity and
 * its own initialization section. @param insertions in order, none inside a part that another one replaces */
export function stitchedPlaylist(content: StitchSource, insertions: readonly Insertion[]): string {
  const body: string[] = []
  let longestS = 1
  let isFirst = true
  const add = (segment: StitchSegment, isJoin: boolean) => {
    const { uri, durationS, initUri, isDiscontinuous } = segment
    const isNew = !isFirst && (isJoin || isDiscontinuous)
    if (isNew) body.push('#EXT-X-DISCONTINUITY')
    if ((isNew || isFirst) && initUri !== null) body.push(`#EXT-X-MAP:URI="${initUri}"`)
    isFirst = false
    longestS = Math.max(longestS, Math.round(durationS))
    body.push(`#EXTINF:${durationS.toFixed(6)},`, uri)
  }
  const adsAt = Map.groupBy(insertions, ({ afterSegments }) => afterSegments)
  let isAfterAd = false
  for (let n = 0; n <= content.segments.length; n++) {
    for (const { ads, hides = 0 } of adsAt.get(n) ?? []) {
      for (const ad of ads) for (const [index, segment] of ad.entries()) add(segment, index === 0)
      isAfterAd ||= ads.length > 0
      if (ads.length > 0) n += hides
    }
    const segment = content.segments[n]
    if (segment !== undefined) add(segment, isAfterAd)
    isAfterAd = false
  }
  const head = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${longestS}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    `#EXT-X-PLAYLIST-TYPE:${content.ended ? 'VOD' : 'EVENT'}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ]
  return `${[...head, ...body, ...(content.ended ? ['#EXT-X-ENDLIST'] : [])].join('\n')}\n`
}
