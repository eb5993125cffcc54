// Written by `npm run generate`.
import { aiClipFeature } from './ai-clips.ts'
import { analysisFeature } from './analysis.ts'
import { sceneFeature } from './scenes.ts'
import { transcriptFeature } from './transcripts.ts'

export * from './ai-clips.ts'
export * from './analysis.ts'
export * from './scenes.ts'
export * from './transcripts.ts'

export const intelligenceCalls = {
  ...aiClipFeature.calls,
  ...analysisFeature.calls,
  ...sceneFeature.calls,
  ...transcriptFeature.calls,
}
