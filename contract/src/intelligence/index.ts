// Written by `npm run generate`.
import { aiClipFeature } from './ai-clips.ts'
import { analysisFeature } from './analysis.ts'
import { automationFeature } from './automation.ts'
import { engineFeature } from './engines.ts'
import { enrichmentFeature } from './enrichment.ts'
import { peopleFeature } from './people.ts'
import { sceneFeature } from './scenes.ts'
import { searchFeature } from './search.ts'
import { transcriptFeature } from './transcripts.ts'

export * from './ai-clips.ts'
export * from './analysis.ts'
export * from './automation.ts'
export * from './engines.ts'
export * from './enrichment.ts'
export * from './people.ts'
export * from './scenes.ts'
export * from './search.ts'
export * from './transcripts.ts'
export * from './values.ts'

export const intelligenceCalls = {
  ...aiClipFeature.calls,
  ...analysisFeature.calls,
  ...automationFeature.calls,
  ...engineFeature.calls,
  ...enrichmentFeature.calls,
  ...peopleFeature.calls,
  ...sceneFeature.calls,
  ...searchFeature.calls,
  ...transcriptFeature.calls,
}
