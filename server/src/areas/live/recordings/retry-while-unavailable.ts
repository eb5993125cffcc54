import { setTimeout as pause } from 'node:timers/promises'
import { ContentGone } from '../../library/index.ts'

/** Attempts while the database or the storage is unavailable. */
const MAX_ATTEMPTS = 30
const ATTEMPT_MS = 1000

/** Retries while the database or the storage is unavailable. @throws the error of the last attempt, or ContentGone */
export async function retryWhileUnavailable<T>(task: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await task()
    } catch (error) {
      if (error instanceof ContentGone || attempt === MAX_ATTEMPTS) throw error
      await pause(ATTEMPT_MS)
    }
}
