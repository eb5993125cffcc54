import { useSyncExternalStore } from 'react'
import type { Read } from './read'
import { onStoredElsewhere, readStored, writeStored } from './storage'

/** The owner of a preference. Without an environment it applies to the whole organization. */
export interface PreferenceScope {
  readonly userId: string
  readonly organizationId: string
  readonly environmentId?: string
}

const watchers = new Map<string, Set<() => void>>()

/** A value stored on this device per user and environment: table columns, page size, dismissed messages. `read` still
 * accepts values of older versions. */
export function usePreference<T>(
  scope: PreferenceScope,
  name: string,
  read: Read<T>,
): [value: T, set: (value: T) => void] {
  const key = [scope.userId, scope.organizationId, scope.environmentId ?? 'all', name].join('.')
  const stored = useSyncExternalStore(
    (changed) => watch(key, changed),
    () => readStored('preferences', key),
  )
  const set = (value: T) => {
    writeStored('preferences', key, JSON.stringify(value))
    for (const watcher of watchers.get(key) ?? []) watcher()
  }
  return [read(decode(stored)), set]
}

function watch(key: string, changed: () => void): () => void {
  const heard = watchers.get(key) ?? new Set()
  watchers.set(key, heard.add(changed))
  const stop = onStoredElsewhere('preferences', key, changed)
  return () => {
    heard.delete(changed)
    stop()
  }
}

function decode(stored: string | null): unknown {
  try {
    return stored === null ? undefined : JSON.parse(stored)
  } catch {
    return undefined
  }
}
