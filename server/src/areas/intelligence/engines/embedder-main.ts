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

/** How often the memory is checked. */
const CHECK_MS = 1000

/** Finds numbers for the meaning of texts, of one request after another. Loads the model of its package once, and nothing
 * else. */
await runForked<EmbedderStart, EmbedderAnswer>(async (start, report, disconnected) => {
  const { program, model, memoryBytes } = start
  // Memory of WebAssembly is outside the heap of V8.
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytes) process.exit(1)
  }, CHECK_MS).unref()
  globalThis.fetch = async (input) => {
    throw new Error(`${String(input)} is not a model of the package`)
  }
  const load = createRequire(import.meta.url)
  const { initModel } = load(program) as Embeddings
  const loading = initModel((load(model) as ModelPackage).modelSource)
  const failed = new Promise<never>((_, reject) => {
    let last: Promise<void> = Promise.resolve()
    process.on('message', ({ id, texts }: EmbedderRequest) => {
      last = last.then(async () => report({ id, vectors: await (await loading).embed(texts) }))
      last.catch(reject)
    })
  })
  await Promise.race([failed, disconnected])
})
