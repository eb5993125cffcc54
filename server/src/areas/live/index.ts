import { liveCalls } from '@kinora/contract'
import { defineArea, openFeatures } from '../../platform/area.ts'
import { nodeAccess } from '../../platform/nodes/node-access.ts'
import type { Previews } from '../../platform/nodes/previews.ts'
import type { PlaybackChanges } from '../delivery/index.ts'
import { features } from './features.gen.ts'
import { liveAlertSource } from './monitoring/alert-source.ts'
import { nodeProcess } from './node/node-process.ts'
import type { LivePlayback } from './playback/live-playback.ts'
import { liveSource } from './playback/live-source.ts'
import { openLivePreviews, type WatchedState } from './preview/live-previews.ts'
import { createSourceChecks, type SourceCheck } from './streams/source-checks.ts'
import { whepRoutes } from './webrtc/whep-routes.ts'
import { whipRoutes } from './webrtc/whip-routes.ts'

export { type CueRow, cuesSince, endOf, findCues } from './cues/cues.ts'
export { rtmpKeyOf } from './ingest/rtmp/commands.ts'
export { readStreamId } from './ingest/srt/stream-id.ts'
export { mustWait, readBlocking } from './playback/blocking.ts'
export { getStreamFacts } from './playback/live-facts.ts'
export {
  addRelayKey,
  enableRelayKey,
  findRelayNodes,
  findRelayOfKey,
  openRelayKey,
  removeRelayKey,
} from './relay-keys/relay-keys.ts'
export { findMediaNodes, findPublishPlace, type PublishPlace } from './sessions/media-node.ts'
export { lastSessionTimes } from './sessions/session-times.ts'
export { type HlsMedia, type HlsVariant, parseHlsPlaylist } from './sources/hls-playlist.ts'
export { ingestAddresses, loadIngestPorts } from './streams/ingest-addresses.ts'
export { listStreamNames } from './streams/livestream-list.ts'
export { liveCueChannel } from './streams/open-cues.ts'
export { type PulledStream, pulledStreams } from './streams/pulled-streams.ts'
export { findStreamByKey } from './streams/stream-keys.ts'
export { streamNames } from './streams/stream-names.ts'
export type { LivePlayback, WatchedState }

declare module '../../platform/area.ts' {
  interface Offers {
    /** Playback of streams, for areas that offer streams under playback IDs of their own. */
    readonly live: {
      /** @param playbackId the stream's own. Null if it is disabled or gone. */
      resolveStream(playbackId: string): Promise<LivePlayback | null>
      /** Reports changes of resolved streams by playback ID, as delivery gets them. */
      observeStreams(changes: PlaybackChanges): void
      readonly previews: Previews<WatchedState>
      /** Checks new sources of streams, in the transaction that has stored them. */
      checkSources(check: SourceCheck): void
    }
  }
}

export const live = defineArea({
  name: 'live',
  contract: liveCalls,
  async open(platform, { delivery, library }) {
    platform.alertSources.add(liveAlertSource(platform))
    const access = await nodeAccess(platform)
    const source = liveSource(platform, library, access)
    delivery.register(source)
    const { countViewer: onViewer } = source
    const whep = whepRoutes({ live: platform, access, authorize: delivery.authorize, onViewer })
    const node = nodeProcess(platform)
    const sourceChecks = createSourceChecks()
    const previews = openLivePreviews(platform, access)
    return openFeatures(
      features,
      { ...platform, library, sourceChecks },
      {
        routes: { web: (server) => whipRoutes(server, platform, access), delivery: whep.addRoutes },
        services: { ingest: node.start },
        readiness: { live: node.readiness },
        offers: {
          live: {
            resolveStream: (playbackId) => source.resolve(playbackId, null),
            observeStreams: source.subscribe,
            previews,
            checkSources: sourceChecks.add,
          },
        },
        close() {
          whep.close()
          previews.close()
          source.close()
        },
      },
    )
  },
})
