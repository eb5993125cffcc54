import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ProblemId } from '@kinora/contract'
import { type Problem, problem } from '../problem.ts'
import { inTurns } from '../turns/turns.ts'

const WORKERS = Math.min(4, Math.max(2, availableParallelism() - 1))
const WALL_MS = 20_000
const HEAP_MIB = 512

/** A function that workers can run: an export of a module. */
export interface Task<I, O> {
  /** URL of the module. */
  readonly module: string
  readonly name: string
  types?(input: I): O
}

type TaskFunction = (input: never) => unknown

/** The exports of a module as tasks: `tasksOf<typeof import('./x-tasks.ts')>(new URL('./x-tasks.ts', import.meta.url))`. */
export function tasksOf<M extends Record<keyof M, TaskFunction>>(module: URL) {
  return <N extends keyof M & string>(name: N): Task<Parameters<M[N]>[0], Awaited<ReturnType<M[N]>>> => ({
    module: module.href,
    name,
  })
}

/** Threads for work that would hold up the event loop: parsing what users send. */
export interface Workers {
  /** Runs the task in a thread. Input and output are copied. Rethrows problems.
   * @throws TaskFailed if it needs too much time or memory, or has a bug */
  run<I, O>(task: Task<I, O>, input: I): Promise<O>
  close(): Promise<void>
}

export class TaskFailed extends Error {
  override readonly name = 'TaskFailed'
}

/** A request to a worker and its answer. */
export interface TaskRequest {
  readonly task: Task<unknown, unknown>
  readonly input: unknown
}
export type TaskAnswer =
  | { readonly output: unknown }
  | { readonly problem: { readonly id: ProblemId; readonly extra: Problem['extra'] } }
  | { readonly error: string }

/** Starts a thread when a task finds none idle, and replaces those that fail. */
export function openWorkers(): Workers {
  const all = new Set<Worker>()
  const idle = new Set<Worker>()
  const withSlot = inTurns({ count: WORKERS })

  function start(): Worker {
    const worker = new Worker(new URL('./task-worker.ts', import.meta.url), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    })
    worker.unref()
    // `ask` reports the error. Without a listener it would end the process.
    worker.on('error', () => removeWorker(worker))
    all.add(worker)
    return worker
  }

  function removeWorker(worker: Worker): void {
    all.delete(worker)
    idle.delete(worker)
  }

  async function ask(worker: Worker, request: TaskRequest): Promise<TaskAnswer> {
    const answered = once(worker, 'message', { signal: AbortSignal.timeout(WALL_MS) })
    worker.postMessage(request)
    try {
      const [answer] = await answered
      return answer as TaskAnswer
    } catch (cause) {
      removeWorker(worker)
      await worker.terminate()
      throw new TaskFailed(`the task ${request.task.name} was ended`, { cause })
    }
  }

  return {
    run: <I, O>(task: Task<I, O>, input: I) =>
      withSlot(async () => {
        const [worker = start()] = idle
        idle.delete(worker)
        const answer = await ask(worker, { task, input })
        idle.add(worker)
        if ('problem' in answer) throw problem(answer.problem.id, answer.problem.extra)
        if ('error' in answer) throw new TaskFailed(answer.error)
        return answer.output as O
      }),
    async close() {
      await Promise.all(Array.from(all, (worker) => worker.terminate()))
    },
  }
}
