import {
  guidedPlaylist,
  type Interstitial,
  liveInterstitial,
  multivariantPlaylist,
  readStitchSource,
  type StitchSource,
  stitchedPlaylist,
} from '@kinora/media'
import type { Streams } from '../../delivery/index.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import { adBandwidthOf } from '../creatives/bandwidth.ts'
import type { AdOutput } from '../creatives/outputs.ts'
import { type Decision, type InsertedAd, insertedAds, isAwaited, lengthOf } from '../decisions/decision.ts'
import { NEAR } from '../playlists/marked-segments.ts'
import { type OutputRole, outputFor, SHARED, segmentsOf } from '../playlists/session-playlist.ts'

type Settings = Pick<ChannelRow, 'allowSeekOverAds'>

/** Media playlist of the video with the breaks of a session as HLS interstitials. */
export function guidedVideoPlaylist(
  playlist: string,
  outputId: string,
  { type }: Pick<OutputRole, 'type'>,
  settings: Settings,
  decisions: readonly Decision[],
): string {
  const content = readStitchSource(playlist, `${SHARED}${outputId}/`)
  const marked = type === 'video' ? withNear(content, decisions) : content
  return guidedPlaylist(marked, interstitialsOf(settings, decisions))
}

/** Time before a break at which its ad server is asked again, in seconds. */
const NEAR_S = 20

/** Marks the segments that players request before open breaks. */
function withNear(content: StitchSource, decisions: readonly Decision[]): StitchSource {
  const open = decisions.filter((each) => isAwaited(each) && each.atS > 0)
  const near = new Map(
    open.map(({ atS, position }) => {
      const fromS = Math.max(0, atS - NEAR_S)
      return [content.boundariesS.findLastIndex((startS) => startS <= fromS), position] as const
    }),
  )
  const segments = content.segments.map((segment, n) =>
    near.has(n)
      ? { ...segment, uri: `../${segment.uri.slice(SHARED.length)}?${NEAR}=${near.get(n)}` }
      : segment,
  )
  return { ...content, segments }
}

function interstitialsOf(settings: Settings, decisions: readonly Decision[]): Interstitial[] {
  return decisions.flatMap((decision) => {
    const interstitial = interstitialOf(settings, decision)
    return interstitial === null
      ? []
      : [{ ...interstitial, atS: decision.atS, hiddenS: (decision.returnS ?? decision.atS) - decision.atS }]
  })
}

/** Date ranges of the breaks of a live stream that have begun and end after `fromMs`. */
export function liveInterstitialsOf(
  settings: Settings,
  decisions: readonly Decision[],
  fromMs: number,
): string[] {
  return decisions.flatMap((decision) => {
    const interstitial = interstitialOf(settings, decision)
    const startMs = decision.splice?.startMs
    if (interstitial === null || startMs === undefined) return []
    if (startMs + (interstitial.durationS ?? 0) * 1000 < fromMs) return []
    return [liveInterstitial({ ...interstitial, startMs })]
  })
}

function interstitialOf(
  { allowSeekOverAds }: Settings,
  decision: Decision,
): Omit<Interstitial, 'atS' | 'hiddenS'> | null {
  const ads = insertedAds(decision)
  const isUnknown = isAwaited(decision)
  if (ads.length === 0 && !isUnknown) return null
  const canSkip = allowSeekOverAds || isUnknown || ads.some(({ ad }) => ad.skipAfterS != null)
  const { position, kind } = decision
  return {
    id: `break-${position}`,
    position: kind,
    assetListUri: `../breaks/${position}.json`,
    durationS: isUnknown ? null : ads.reduce((sum, { ad }) => sum + lengthOf(ad.outputs[0]), 0),
    restrictions: [...(allowSeekOverAds ? [] : ['JUMP' as const]), ...(canSkip ? [] : ['SKIP' as const])],
  }
}

/** Value of the query parameter `ad`, which identifies an ad of the session. */
const adParamOf = (position: number, index: number) => `${position}.${index}`

/** Path of an ad's multivariant playlist, relative to that of the session. */
export function adPath({ creativeId }: InsertedAd, position: number, index: number): string {
  return `${creativeId}/index.m3u8?ad=${adParamOf(position, index)}`
}

/** Multivariant playlist of an ad, with the renditions of the video. */
export function adMultivariant({ video, audio }: Streams, ad: InsertedAd, adParam: string): string {
  const uriOf = ({ name }: AdOutput) => `${name}.m3u8?ad=${adParam}`
  const videos = video.flatMap(({ outputId: _, ...rendition }) => {
    const output = outputFor(ad, { type: 'video', width: rendition.width, height: rendition.height })
    return output === null
      ? []
      : [{ ...rendition, uri: uriOf(output), bandwidth: adBandwidthOf(output, rendition) }]
  })
  const track = audio.find(({ isDefault }) => isDefault) ?? audio[0]
  const output = outputFor(ad, { type: 'audio' })
  if (track === undefined || output === null) return multivariantPlaylist(videos, [], [])
  const { outputId: _, ...rendition } = track
  const bandwidth = adBandwidthOf(output, null)
  return multivariantPlaylist(videos, [{ ...rendition, uri: uriOf(output), bandwidth }], [])
}

export function adPlaylist(
  ad: InsertedAd,
  output: AdOutput,
  tracking: ChannelRow['tracking'],
  adParam: string,
): string {
  const segments = segmentsOf(ad, output, { type: output.type }, tracking === 'player' ? null : adParam)
  return stitchedPlaylist({ segments, boundariesS: [], ended: true }, [])
}
