import { problem } from '../problem.ts'

const MAX_WAITING = 100

/** Runs at most `count` tasks at once. Others wait. @throws problem unavailable if too many wait */
export function limitConcurrency(count: number) {
  let free = count
  const waiting: (() => void)[] = []
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (waiting.length >= MAX_WAITING) throw problem('unavailable', { headers: { 'retry-after': '5' } })
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else free -= 1
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
