import type { ChildProcess } from 'node:child_process'
import { forkModel } from './model-process.ts'

/** A model did not answer. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
  readonly reason: 'missing' | 'busy' | 'crashed' | 'stalled'
  constructor(reason: ModelFailure['reason'], detail: string) {
    super(`a model did not answer (${reason}): ${detail}`)
    this.reason = reason
  }
}

interface ModelWorkerOptions<Start> {
  /** The program of the process, which answers one request after another. */
  readonly main: string
  readonly heapMib: number
  /** The first message to the process. */
  readonly start: Start
  /** The process ends after so long without a request. */
  readonly idleMs: number
  /** The process is stopped if it owes an answer for so long, also if nobody waits for it any more. */
  readonly stalledMs: number
  /** Requests that wait for an answer. More are refused. */
  readonly mostOwed: number
}

/** A process with a model, which starts with the first request. */
export interface ModelWorker<Request, Answer> {
  /** @param longestMs the answer may take so long @param signal stops the process @throws ModelFailure */
  ask(request: Request, longestMs: number, signal?: AbortSignal): Promise<Answer>
  close(): void
}

type Numbered<T> = T & { readonly id: number }

/** Opens the process of a model. Requests and answers have an `id` beside their own fields. */
export function openModelWorker<Start extends object, Request extends object, Answer extends object>({
  main,
  heapMib,
  start,
  idleMs,
  stalledMs,
  mostOwed,
}: ModelWorkerOptions<Start>): ModelWorker<Request, Answer> {
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
  const started = (): ChildProcess => {
    const process = forkModel(main, heapMib)
    process.setMaxListeners(0)
    owed = 0
    process.on('message', () => {
      if (child !== process) return
      owed -= 1
      watch()
    })
    const gone = () => {
      if (child === process) child = null
    }
    process.once('exit', gone).on('error', gone)
    // Without a channel it was not started, and says so by an error.
    if (process.connected) process.send(start)
    return process
  }
  return {
    async ask(request, longestMs, signal) {
      signal?.throwIfAborted()
      if (owed >= mostOwed) throw new ModelFailure('busy', `${owed} requests wait`)
      child ??= started()
      clearTimeout(idle)
      idle = setTimeout(stop, idleMs)
      idle.unref()
      owed += 1
      // The time of the oldest request counts, so later ones must not extend it.
      if (owed === 1) watch()
      lastId += 1
      signal?.addEventListener('abort', stop, { once: true })
      try {
        return await answerOf<Request, Answer>(child, { ...request, id: lastId }, longestMs)
      } catch (error) {
        signal?.throwIfAborted()
        throw error
      } finally {
        signal?.removeEventListener('abort', stop)
      }
    },
    close: stop,
  }
}

async function answerOf<Request, Answer extends object>(
  child: ChildProcess,
  request: Numbered<Request>,
  longestMs: number,
): Promise<Answer> {
  const over = new AbortController()
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const failed = (reason: ModelFailure['reason'], detail: string) =>
        reject(new ModelFailure(reason, detail))
      const timer = setTimeout(() => failed('stalled', `no answer in ${longestMs} ms`), longestMs)
      const answered = (answer: Numbered<Answer> | { fault: string }) => {
        if ('fault' in answer) failed('crashed', answer.fault)
        else if (answer.id === request.id) resolve(answer)
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

/** How often the memory is checked. */
const CHECK_MS = 1000

/** Ends this process if it needs more memory: that of native libraries and WebAssembly is outside the heap of V8. */
export function limitMemory(memoryBytes: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytes) process.exit(1)
  }, CHECK_MS).unref()
}

/** Answers the requests to this process, one after another, until its parent disconnects. Rejects with the first fault. */
export async function answerRequests<Request extends object, Answer extends object>(
  report: (answer: Numbered<Answer>) => void,
  disconnected: Promise<unknown>,
  answer: (request: Request) => Promise<Answer>,
): Promise<void> {
  const failed = new Promise<never>((_, reject) => {
    let last: Promise<void> = Promise.resolve()
    process.on('message', (request: Numbered<Request>) => {
      last = last.then(async () => report({ ...(await answer(request)), id: request.id }))
      last.catch(reject)
    })
  })
  await Promise.race([failed, disconnected])
}
