import { AsyncLocalStorage } from 'node:async_hooks'

/** The sender of a request. `address` and `userAgent` are null outside HTTP, `environmentId` also for calls outside
 * environments. */
export interface Requester {
  readonly environmentId: string | null
  readonly address: string | null
  readonly userAgent: string | null
  /** Whether a person with a session sent it, as the console does. */
  readonly isPerson: boolean
}

const requesters = new AsyncLocalStorage<Requester>()
const nobody: Requester = { environmentId: null, address: null, userAgent: null, isPerson: false }

/** Runs the function with a requester, also all that it awaits. */
export function withRequester<T>(requester: Requester, run: () => T): T {
  return requesters.run(requester, run)
}

export function currentRequester(): Requester {
  return requesters.getStore() ?? nobody
}
