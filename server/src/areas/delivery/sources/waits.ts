import type { ServerResponse } from 'node:http'

/** Notifications of one playback since it was opened. */
export interface Wait {
  /** Resolves to true at the next notification, or at once if one came since the last call. Resolves to false after
   * `waitMs` or when the viewer disconnects. */
  next(waitMs: number, response: ServerResponse): Promise<boolean>
  [Symbol.dispose](): void
}

export interface Waits {
  /** Null if too many requests are waiting. */
  open(playbackId: string): Wait | null
  /** @param playbackId null wakes all */
  wake(playbackId: string | null): void
}

const MAX_WAITING = 20_000

interface Waiting {
  isNotified: boolean
  wake: () => void
}

/** Requests that wait for changes of playbacks. */
export function openWaits(maxWaiting = MAX_WAITING): Waits {
  const waiting = new Map<string, Set<Waiting>>()
  let count = 0

  function wakeAll(all: Iterable<Waiting>): void {
    for (const each of all) {
      each.isNotified = true
      each.wake()
    }
  }

  return {
    open(playbackId) {
      if (count >= maxWaiting) return null
      const own: Waiting = { isNotified: false, wake: () => undefined }
      const all = waiting.get(playbackId) ?? new Set()
      waiting.set(playbackId, all.add(own))
      count += 1
      return {
        async next(waitMs, response) {
          if (!own.isNotified) await pause(own, waitMs, response)
          const { isNotified } = own
          own.isNotified = false
          return isNotified
        },
        [Symbol.dispose]() {
          if (!all.delete(own)) return
          count -= 1
          if (all.size === 0 && waiting.get(playbackId) === all) waiting.delete(playbackId)
        },
      }
    },
    wake(playbackId) {
      if (playbackId === null) for (const all of waiting.values()) wakeAll(all)
      else wakeAll(waiting.get(playbackId) ?? [])
    },
  }
}

function pause(own: Waiting, waitMs: number, response: ServerResponse): Promise<void> {
  if (waitMs <= 0 || response.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      response.off('close', end)
      own.wake = () => undefined
      resolve()
    }
    const timer = setTimeout(end, waitMs)
    response.on('close', end)
    own.wake = end
  })
}
