import { createRequire } from 'node:module'
import { runForked } from '../../../platform/forked.ts'
import type { EmbedderAnswer, EmbedderRequest, EmbedderStart } from './embedder.ts'

/** The part of the packages that Kinora uses. */
interface Embeddings {
  initModel(source: unknown): Promise<{ embed(texts: readonly string[]): Promise<number[][]> }>
}
interface ModelPackage {
  readonly modelSource: unknown
}

/** Finds numbers for the meaning of texts. Loads the model of its package once, and nothing else. */
await runForked<EmbedderStart, EmbedderAnswer>(async ({ program, model }, report, disconnected) => {
  globalThis.fetch = async (input) => {
    throw new Error(`${String(input)} is not a model of the package`)
  }
  const load = createRequire(import.meta.url)
  const { initModel } = load(program) as Embeddings
  const loading = initModel((load(model) as ModelPackage).modelSource)
  const failed = new Promise<never>((_, reject) => {
    process.on('message', ({ id, texts }: EmbedderRequest) => {
      loading.then((loaded) => loaded.embed(texts)).then((vectors) => report({ id, vectors }), reject)
    })
  })
  await Promise.race([failed, disconnected])
})
