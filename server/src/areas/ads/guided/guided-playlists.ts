import {
  guidedPlaylist,
  type Interstitial,
  multivariantPlaylist,
  readStitchSource,
  stitchedPlaylist,
} from '@kinora/media'
import type { Streams } from '../../delivery/index.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import type { AdOutput } from '../creatives/outputs.ts'
import { outputFor, SHARED, segmentsOf } from '../playback/session-playlist.ts'
import { type Decision, type InsertedAd, insertedAds, lengthOf } from '../sessions/decision.ts'

type Settings = Pick<ChannelRow, 'allowSeekOverAds' | 'tracking'>

/** A media playlist of the video, in which the breaks of a session are interstitials. */
export function guidedVideoPlaylist(
  playlist: string,
  outputId: string,
  settings: Settings,
  decisions: readonly Decision[],
): string {
  const content = readStitchSource(playlist, `${SHARED}${outputId}/`)
  return guidedPlaylist(content, interstitialsOf(settings, decisions))
}

function interstitialsOf({ allowSeekOverAds }: Settings, decisions: readonly Decision[]): Interstitial[] {
  return decisions.flatMap((decision) => {
    const ads = insertedAds(decision)
    if (ads.length === 0) return []
    const canSkip = allowSeekOverAds || ads.some(({ ad }) => ad.skipAfterS != null)
    const restrictions = [
      ...(allowSeekOverAds ? [] : ['JUMP' as const]),
      ...(canSkip ? [] : ['SKIP' as const]),
    ]
    const { position, kind, atS } = decision
    const durationS = ads.reduce((sum, { ad }) => sum + lengthOf(ad.outputs[0]), 0)
    return [
      {
        ...{ id: `break-${position}`, atS, durationS, position: kind, restrictions },
        assetListUri: `../breaks/${position}.json`,
      },
    ]
  })
}

/** Names the ad of a session in the addresses of its files. */
const placeOf = (position: number, index: number) => `${position}.${index}`

/** Path of the multivariant playlist of an ad, below that of its session. */
export function adPath({ creativeId }: InsertedAd, position: number, index: number): string {
  return `${creativeId}/index.m3u8?ad=${placeOf(position, index)}`
}

/** The multivariant playlist of an ad, with the renditions of the video. */
export function adMultivariant({ video, audio }: Streams, ad: InsertedAd, place: string): string {
  const uriOf = ({ name }: AdOutput) => `${name}.m3u8?ad=${place}`
  const videos = video.flatMap(({ outputId: _, ...rendition }) => {
    const output = outputFor(ad, { type: 'video', width: rendition.width, height: rendition.height })
    return output === null ? [] : [{ ...rendition, uri: uriOf(output) }]
  })
  const track = audio.find(({ isDefault }) => isDefault) ?? audio[0]
  const output = outputFor(ad, { type: 'audio' })
  if (track === undefined || output === null) return multivariantPlaylist(videos, [], [])
  const { outputId: _, ...rendition } = track
  return multivariantPlaylist(videos, [{ ...rendition, uri: uriOf(output) }], [])
}

/** The media playlist of an ad. */
export function adPlaylist(ad: InsertedAd, output: AdOutput, { tracking }: Settings, place: string): string {
  const segments = segmentsOf(ad, output, { type: output.type }, tracking === 'server' ? place : null)
  return stitchedPlaylist({ segments, boundariesS: [], ended: true }, [])
}
