import type { Clock } from '../clock.ts'
import type { GaugeGroup } from '../gauges/gauges.ts'
import type { Storage } from './storage.ts'

/** Errors of the storage in this process. */
export interface WatchedStorage {
  readonly storage: Storage
  readonly gauges: GaugeGroup
}

/** Counts errors of the storage. Those of canceled requests do not count. */
export function watchStorage(storage: Storage, clock: Clock): WatchedStorage {
  let errors = 0
  let lastError: Date | null = null

  function note(error: unknown): never {
    if (!(error instanceof Error && error.name === 'AbortError')) {
      errors += 1
      lastError = clock.now()
    }
    throw error
  }

  return {
    storage: new Proxy(storage, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return (...given: unknown[]) => {
          const result: unknown = Reflect.apply(member, target, given)
          return result instanceof Promise ? result.catch(note) : result
        }
      },
    }),
    gauges: {
      name: 'storage',
      of: 'process',
      gauges: {
        kinora_storage_errors: { help: 'Requests to the storage that failed, since this process started' },
        kinora_storage_last_error_timestamp_seconds: {
          help: 'Time of the last failed request to the storage',
        },
      },
      async read() {
        const last = lastError && {
          gauge: 'kinora_storage_last_error_timestamp_seconds',
          value: lastError.getTime() / 1000,
        }
        return [{ gauge: 'kinora_storage_errors', value: errors }, ...(last ? [last] : [])]
      },
    },
  }
}
