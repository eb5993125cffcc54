import { intelligenceCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Intelligence } from '../intelligence.ts'
import { getAnalysis, requestAnalysis } from './analysis.ts'
import { deletedVideos } from './deleted-videos.ts'
import { getScene } from './scene.ts'

export const feature: Feature<Intelligence> = {
  subscriptions: () => [deletedVideos],
  routes(server, intelligence) {
    route(server, calls.analyzeContent, ({ params, body, caller }) =>
      requestAnalysis(intelligence, caller, params.id, body),
    )
    route(server, calls.getScene, async ({ params, caller }) => {
      const content = await intelligence.library.findVideo(caller.scope, params.id)
      return getScene(intelligence.db, content, params.sceneId)
    })
    route(server, calls.getAnalysis, async ({ params, caller }) =>
      getAnalysis(intelligence.db, await intelligence.library.findVideo(caller.scope, params.id)),
    )
  },
}
