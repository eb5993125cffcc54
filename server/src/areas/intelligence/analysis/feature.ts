import { intelligenceCalls as calls, type SpeechEngine } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { languageModel } from '../enrichment/language-model.ts'
import type { Intelligence } from '../intelligence.ts'
import { type Engine, listEngines } from '../transcripts/engines.ts'
import { getAnalysis, requestAnalysis } from './analysis.ts'
import { deletedVideos } from './deleted-videos.ts'
import { pictureEngines } from './picture-engines.ts'
import { getScene } from './scene.ts'

export const feature: Feature<Intelligence> = {
  subscriptions: () => [deletedVideos],
  routes(server, intelligence) {
    route(server, calls.analyzeContent, ({ params, body, caller }) =>
      requestAnalysis(intelligence, caller, params.id, body),
    )
    route(server, calls.listSpeechEngines, async () => {
      const engines = await listEngines(intelligence.config)
      const model = languageModel(intelligence.config)
      return {
        items: engines.map(engineView),
        pictures: pictureEngines(),
        languageModel: model && { name: model.name, sendsTo: model.sendsTo },
      }
    })
    route(server, calls.getScene, async ({ params, caller }) => {
      const content = await intelligence.library.findVideo(caller.scope, params.id)
      return getScene(intelligence.db, content, params.sceneId)
    })
    route(server, calls.getAnalysis, async ({ params, caller }) =>
      getAnalysis(intelligence.db, await intelligence.library.findVideo(caller.scope, params.id)),
    )
  },
}

function engineView({ name, version, quality, languages, isReady, sendsTo }: Engine): SpeechEngine {
  return { name, version, quality, languages: languages === null ? null : [...languages], isReady, sendsTo }
}
