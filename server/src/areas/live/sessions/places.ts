import type { StreamRef } from '../streams/stream-changes.ts'

/** Places of environments for their streams on a live node. */
export interface Places {
  /** Takes a place for the stream. False if its environment has no other place. */
  take(stream: StreamRef): boolean
  leave(streamId: string): void
}

/** @param most places of each environment, so that one cannot take the machine from the others */
export function openPlaces(most: number): Places {
  /** Environments by stream. */
  const taken = new Map<string, string>()
  return {
    take({ id, environmentId }) {
      const own = [...taken.values()].filter((each) => each === environmentId)
      if (!taken.has(id) && own.length >= most) return false
      taken.set(id, environmentId)
      return true
    },
    leave: (streamId) => void taken.delete(streamId),
  }
}
