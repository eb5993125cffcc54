import { AsyncLocalStorage } from 'node:async_hooks'
import { problem } from '../problem.ts'
import { currentRequester } from './requester.ts'

const MAX_WAITING = 100

const furtherTurns = new AsyncLocalStorage<boolean>()

/** Whether the environment of the current task has several tasks, and more than twice as many as another environment. Running
 * and waiting ones count. The task should yield to those of others, by a lower priority of its process or query. */
export function isInFurtherTurn(): boolean {
  return furtherTurns.getStore() ?? false
}

/** Runs a task in its turn. @param environmentId the environment that it is for, if it is not that of the request
 * @throws problem unavailable if too many wait */
export type InTurn = <T>(run: () => Promise<T>, environmentId?: string) => Promise<T>

interface Waiting {
  readonly environment: string
  readonly address: string
  start(): void
  refuse(error: Error): void
}

interface TurnLimits {
  /** Tasks at once. */
  readonly count: number
  /** Tasks of one environment at once; `count` if left out. */
  readonly ofOne?: number
  readonly maxWaiting?: number
  /** After a task, an environment with more of them waits as long as it took, so that others find every second moment free. */
  readonly rests?: true
}

/**
 * Limits tasks that run at once. Others wait: environments take turns, and addresses within one, so that many requests of
 * one delay no other by more than a turn. If too many wait, the latest of those who have most is refused.
 */
export function inTurns({ count, ofOne = count, maxWaiting = MAX_WAITING, rests }: TurnLimits): InTurn {
  let free = count
  const running = new Map<string, number>()
  const queue = turnQueue<Waiting>()
  const runningOf = (environment: string) => running.get(environment) ?? 0
  const mayRun = (environment: string) => free > 0 && runningOf(environment) < ofOne
  const tasksOf = (environment: string) => runningOf(environment) + queue.countOf(environment)

  function isFurther(environment: string): boolean {
    const others = new Set([...running.keys(), ...queue.environments()])
    others.delete(environment)
    const fewest = others.size === 0 ? 0 : Math.min(...[...others].map(tasksOf))
    return tasksOf(environment) > Math.max(1, 2 * fewest)
  }

  function begin(environment: string): void {
    free -= 1
    running.set(environment, runningOf(environment) + 1)
  }

  function end(environment: string, startedMs: number): void {
    free += 1
    if (rests && queue.has(environment)) {
      setTimeout(() => leave(environment), performance.now() - startedMs)
      startNext()
    } else leave(environment)
  }

  function leave(environment: string): void {
    if (runningOf(environment) > 1) running.set(environment, runningOf(environment) - 1)
    else running.delete(environment)
    startNext()
  }

  function startNext(): void {
    const next = queue.takeNext(mayRun)
    if (next === undefined) return
    begin(next.environment)
    next.start()
  }

  function wait(environment: string): Promise<void> {
    const address = currentRequester().address ?? ''
    return new Promise((start, refuse) => {
      queue.add({ environment, address, start, refuse })
      if (queue.size() > maxWaiting) queue.takeFromLongest()?.refuse(tooMany())
    })
  }

  return async (run, environmentId) => {
    const environment = environmentId ?? currentRequester().environmentId ?? ''
    if (mayRun(environment)) begin(environment)
    else await wait(environment)
    const startedMs = performance.now()
    try {
      return await furtherTurns.run(isFurther(environment), run)
    } finally {
      end(environment, startedMs)
    }
  }
}

function tooMany() {
  return problem('unavailable', {
    detail: 'Too many requests wait for the same work. Try again later.',
    headers: { 'retry-after': '5' },
  })
}

/** A queue in which environments take turns, and the addresses of each. */
function turnQueue<T extends { readonly environment: string; readonly address: string }>() {
  // In order of turns: who had one goes to the end.
  const environments = new Map<string, Map<string, T[]>>()
  let size = 0

  /** Takes the first or last task of an address. */
  function take(environment: string, address: string, end: 'first' | 'last'): T | undefined {
    const addresses = environments.get(environment)
    const tasks = addresses?.get(address)
    const task = end === 'first' ? tasks?.shift() : tasks?.pop()
    if (tasks?.length === 0) addresses?.delete(address)
    if (addresses?.size === 0) environments.delete(environment)
    if (task !== undefined) size -= 1
    return task
  }

  return {
    size: () => size,
    has: (environment: string) => environments.has(environment),
    countOf: (environment: string) => countIn(environments.get(environment) ?? new Map()),
    environments: () => environments.keys(),
    add(task: T): void {
      const addresses = entryOf(environments, task.environment, () => new Map<string, T[]>())
      entryOf(addresses, task.address, () => []).push(task)
      size += 1
    },
    /** Takes the task whose turn it is, of an environment that may run one. */
    takeNext(mayRun: (environment: string) => boolean): T | undefined {
      const environment = environments.keys().find(mayRun)
      const addresses = environment === undefined ? undefined : environments.get(environment)
      const [address] = addresses?.keys() ?? []
      if (environment === undefined || addresses === undefined || address === undefined) return undefined
      const task = take(environment, address, 'first')
      toEnd(addresses, address)
      toEnd(environments, environment)
      return task
    },
    /** Takes the latest task of the address that has most, in the environment that has most. */
    takeFromLongest(): T | undefined {
      const environment = longest(environments, countIn)
      const address = environment && longest(environment[1], (tasks) => tasks.length)
      return environment && address && take(environment[0], address[0], 'last')
    },
  }
}

function countIn(addresses: ReadonlyMap<string, readonly unknown[]>): number {
  return addresses.values().reduce((sum, tasks) => sum + tasks.length, 0)
}

function entryOf<V>(map: Map<string, V>, key: string, create: () => V): V {
  const value = map.get(key) ?? create()
  map.set(key, value)
  return value
}

function toEnd<V>(map: Map<string, V>, key: string): void {
  const value = map.get(key)
  if (value === undefined) return
  map.delete(key)
  map.set(key, value)
}

function longest<V>(map: ReadonlyMap<string, V>, lengthOf: (value: V) => number): [string, V] | undefined {
  return [...map].reduce<[string, V] | undefined>(
    (most, each) => (most === undefined || lengthOf(each[1]) > lengthOf(most[1]) ? each : most),
    undefined,
  )
}
