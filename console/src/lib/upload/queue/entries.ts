import type { UploadState, UploadView } from '../state'
import { type Entry, viewOf } from './entry'

/** The entries of the queue. */
export interface Entries {
  all: readonly Entry[]
  /** The views of the entries when they were last published. */
  views: readonly UploadView[]
  readonly watchers: Set<() => void>
}

export function publish(entries: Entries): void {
  entries.views = entries.all.map(viewOf)
  for (const watcher of entries.watchers) watcher()
}

export function setState(entries: Entries, entry: Entry, state: UploadState): void {
  entry.state = state
  publish(entries)
}

/** Adds an entry, which is not published. */
export function append(entries: Entries, entry: Entry): void {
  entries.all = [...entries.all, entry]
}

/** Replaces all entries by these. */
export function keep(entries: Entries, kept: readonly Entry[]): void {
  entries.all = kept
  publish(entries)
}
