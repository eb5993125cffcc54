import { intelligenceCalls } from '@kinora/contract'
import { defineArea, openFeatures } from '../../platform/area.ts'
import { pictureReadiness } from './engine-tests/engine-list.ts'
import { embedderReadiness, openEmbedder } from './engines/embedder.ts'
import { openRecognizer } from './engines/speech-model/recognizer.ts'
import { languageModelReadiness } from './enrichment/language-model.ts'
import { features } from './features.gen.ts'
import { speechReadiness } from './transcripts/engines.ts'
import { analysisServerReadiness } from './video-analysis/analysis-server.ts'

export { textFinder } from './text/texts-in-pictures.ts'
export { transcriptCues } from './transcripts/exports.ts'
export { findPeople } from './vision/vision.ts'
export { VisionFailure } from './vision/vision-process.ts'

export const intelligence = defineArea({
  name: 'intelligence',
  contract: intelligenceCalls,
  open(platform, { library }) {
    const embedder = openEmbedder()
    const { STT_MODEL_DIR: folder, STT_MODEL_MEMORY_MB: memoryMib } = platform.config
    const recognizer = folder === undefined ? null : openRecognizer(folder, memoryMib)
    return openFeatures(
      features,
      { ...platform, library, embedder, recognizer },
      {
        close() {
          embedder.close()
          recognizer?.close()
        },
        readiness: {
          speech: () => speechReadiness(platform.config),
          searchByMeaning: async () => embedderReadiness(embedder),
          pictures: async () => pictureReadiness(),
          languageModel: async () => languageModelReadiness(platform.config),
          videoAnalysis: async () => analysisServerReadiness(platform.config),
        },
      },
    )
  },
})
