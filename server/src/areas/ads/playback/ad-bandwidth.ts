import type { Streams } from '../../delivery/index.ts'
import { type AdBandwidth, adBandwidthOf } from '../creatives/bandwidth.ts'
import { lengthOf } from '../decisions/decision.ts'
import { type OutputRole, outputFor } from '../playlists/session-playlist.ts'

type Outputs = Parameters<typeof outputFor>[0]

/** Streams with the bandwidth of video and ads together.
 * @param ads ads of the session, or those that can come in a live stream
 * @param videoS length of the video in seconds. Null for a live stream, whose share of ads is unknown */
export function streamsWithAds(streams: Streams, ads: readonly Outputs[], videoS: number | null): Streams {
  if (ads.length === 0) return streams
  const withAds = (
    own: AdBandwidth,
    role: OutputRole,
    rendition: Parameters<typeof adBandwidthOf>[1],
  ): AdBandwidth => {
    const others = ads.map((ad) => {
      const output = outputFor(ad, role)
      return { ...adBandwidthOf(output, rendition), lengthS: lengthOf(output ?? undefined) }
    })
    const peak = Math.max(own.peak, ...others.map((each) => each.peak))
    if (videoS === null)
      return { peak, average: Math.max(own.average, ...others.map((each) => each.average)) }
    const all = [...others, { average: own.average, lengthS: videoS }]
    const bits = all.reduce((sum, { average, lengthS }) => sum + average * lengthS, 0)
    const totalS = all.reduce((sum, { lengthS }) => sum + lengthS, 0)
    return { peak, average: totalS === 0 ? own.average : Math.round(bits / totalS) }
  }
  return {
    ...streams,
    video: streams.video.map((each) => {
      const { width, height, bandwidth } = each
      return { ...each, bandwidth: withAds(bandwidth, { type: 'video', width, height }, each) }
    }),
    audio: streams.audio.map((each) => ({
      ...each,
      bandwidth: withAds(each.bandwidth, { type: 'audio' }, null),
    })),
  }
}
