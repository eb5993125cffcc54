import type Hls from 'hls.js'
import { type LivePosition, positionOf } from '../../live/position.ts'
import { SLATE_CLASS } from '../../live/tags.ts'
import type { HlsPlayback } from './playback.ts'

/** Position in a live stream, or null. */
export function livePosition({ hls, isLive, realtime, video }: Readonly<HlsPlayback>): LivePosition | null {
  if (realtime !== null) return realtime.position()
  const details = hls.latestLevelDetails
  if (!isLive || details === null) return null
  if (isInterstitial(hls)) return { latencyS: 0, isAtEdge: true, windowS: 0, isSlate: false }
  return positionOf({
    edgeS: details.edge + (details.live ? details.age : 0),
    currentS: video.currentTime,
    targetS: hls.targetLatency ?? 0,
    windowS: details.totalduration,
    dateMs: hls.playingDate?.getTime() ?? null,
    slates: Object.values(details.dateRanges).flatMap((range) =>
      range?.class === SLATE_CLASS
        ? [{ fromMs: range.startDate.getTime(), untilMs: range.endDate?.getTime() ?? null }]
        : [],
    ),
  })
}

/** The wall-clock time of a media time of a live stream, in ms since 1970, or null. */
export function liveDate({ hls, isLive }: Readonly<HlsPlayback>, seconds: number): number | null {
  const fragments = (isLive ? hls.latestLevelDetails?.fragments : undefined) ?? []
  const fragment = fragments.findLast(({ start }) => start <= seconds) ?? fragments[0]
  const fromMs = fragment?.programDateTime ?? null
  return fragment === undefined || fromMs === null ? null : fromMs + (seconds - fragment.start) * 1000
}

/** An ad that is not among the segments plays, at times of its own. */
export function isInterstitial(hls: Hls): boolean {
  return hls.interstitialsManager?.playingAsset != null
}
