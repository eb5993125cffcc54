import { intelligenceCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Intelligence } from '../intelligence.ts'
import { automaticVideos } from './automatic-videos.ts'
import { deletedProfiles, getAnalysisRules, setAnalysisRules } from './rules.ts'

export const feature: Feature<Intelligence> = {
  subscriptions: (intelligence) => [automaticVideos(intelligence), deletedProfiles],
  routes(server, intelligence) {
    route(server, calls.getAnalysisRules, ({ caller }) =>
      getAnalysisRules(intelligence.db, caller.scope.environmentId),
    )
    route(server, calls.setAnalysisRules, ({ body, caller }) =>
      setAnalysisRules(intelligence, caller, body.rules),
    )
  },
}
