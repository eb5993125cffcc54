import { liveCalls } from '@kinora/contract'
import { defineArea, openFeatures } from '../../platform/area.ts'
import { installationSecret } from '../../platform/database/installation.ts'
import type { PlaybackChanges } from '../delivery/index.ts'
import { features } from './features.gen.ts'
import { readFeedAuthority } from './feed/node-access.ts'
import { liveAlertSource } from './monitoring/alert-source.ts'
import { FEED_SECRET } from './node/live-node.ts'
import { nodeProcess } from './node/node-process.ts'
import type { LivePlayback } from './playback/live-playback.ts'
import { liveSource } from './playback/live-source.ts'
import { openPreviews, type Previews } from './preview/previews.ts'
import { whepRoutes } from './webrtc/whep-routes.ts'
import { whipRoutes } from './webrtc/whip-routes.ts'

export { type CueRow, cuesSince, endOf, findCues } from './cues/cues.ts'
export { mustWait, readBlocking } from './playback/blocking.ts'
export { getStreamFacts } from './playback/live-facts.ts'
export type { WatchedState } from './preview/previews.ts'
export { lastSessionTimes } from './sessions/session-times.ts'
export { type HlsMedia, type HlsVariant, parseHlsPlaylist } from './sources/hls-playlist.ts'
export { listStreamNames } from './streams/livestream-list.ts'
export { liveCueChannel } from './streams/open-cues.ts'
export { streamNames } from './streams/stream-names.ts'
export type { LivePlayback }

declare module '../../platform/area.ts' {
  interface Offers {
    /** Playback of streams, for areas that offer streams under playback IDs of their own. */
    readonly live: {
      /** @param playbackId the stream's own. Null if it is disabled or gone. */
      resolveStream(playbackId: string): Promise<LivePlayback | null>
      /** Reports changes of resolved streams by playback ID, as delivery gets them. */
      observeStreams(changes: PlaybackChanges): void
      readonly previews: Previews
    }
  }
}

export const live = defineArea({
  name: 'live',
  contract: liveCalls,
  async open(platform, { delivery, library }) {
    platform.alertSources.add(liveAlertSource(platform))
    const access = {
      secret: await installationSecret(platform.db, FEED_SECRET),
      ca: await readFeedAuthority(platform.config),
    }
    const source = liveSource(platform, library, access)
    delivery.register(source)
    const { countViewer: onViewer } = source
    const whep = whepRoutes({ live: platform, access, authorize: delivery.authorize, onViewer })
    const node = nodeProcess(platform)
    const previews = openPreviews(platform, access)
    return openFeatures(
      features,
      { ...platform, library },
      {
        routes: { web: (server) => whipRoutes(server, platform, access), delivery: whep.addRoutes },
        services: { ingest: node.start },
        readiness: { live: node.readiness },
        offers: {
          live: {
            resolveStream: (playbackId) => source.resolve(playbackId, null),
            observeStreams: source.subscribe,
            previews,
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
