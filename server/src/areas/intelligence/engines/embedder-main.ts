import { createRequire } from 'node:module'
import { runForked } from '../../../platform/forked.ts'
import type { EmbedderAnswer, EmbedderRequest, EmbedderStart } from './embedder.ts'
import { answerRequests, limitMemory } from './model-worker.ts'

/** The part of the packages that Kinora uses. */
interface Embeddings {
  initModel(source: unknown): Promise<{ embed(texts: readonly string[]): Promise<number[][]> }>
}
interface ModelPackage {
  readonly modelSource: unknown
}

/** Finds numbers for the meaning of texts. Loads the model of its package once, and nothing else. */
await runForked<EmbedderStart, EmbedderAnswer & { readonly id: number }>(
  async (start, report, disconnected) => {
    const { program, model, memoryBytes } = start
    limitMemory(memoryBytes)
    globalThis.fetch = async (input) => {
      throw new Error(`${String(input)} is not a model of the package`)
    }
    const load = createRequire(import.meta.url)
    const { initModel } = load(program) as Embeddings
    const loading = initModel((load(model) as ModelPackage).modelSource)
    await answerRequests<EmbedderRequest, EmbedderAnswer>(report, disconnected, async ({ texts }) => ({
      vectors: await (await loading).embed(texts),
    }))
  },
)
