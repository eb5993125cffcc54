import type { UploadState, UploadView } from '../state'
import { type Entry, viewOf } from './entry'

/** The entries of the queue. Watchers see their changes when they are published. */
export interface Entries {
  all(): readonly Entry[]
  find(id: string): Entry | undefined
  /** Adds an entry, which is not published. */
  append(entry: Entry): void
  drop(id: string): void
  clear(): void
  setState(entry: Entry, state: UploadState): void
  publish(): void
  /** The entries as last published. */
  views(): readonly UploadView[]
  watch(watcher: () => void): () => void
}

export function makeEntries(): Entries {
  const watchers = new Set<() => void>()
  let all: readonly Entry[] = []
  let views: readonly UploadView[] = []

  const publish = () => {
    views = all.map(viewOf)
    for (const watcher of watchers) watcher()
  }
  const keep = (kept: readonly Entry[]) => {
    all = kept
    publish()
  }
  return {
    all: () => all,
    find: (id) => all.find((entry) => entry.id === id),
    append: (entry) => {
      all = [...all, entry]
    },
    drop: (id) => keep(all.filter((entry) => entry.id !== id)),
    clear: () => keep([]),
    setState: (entry, state) => {
      entry.state = state
      publish()
    },
    publish,
    views: () => views,
    watch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}
