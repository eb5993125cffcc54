import type { Content } from '@kinora/contract'
import type { UploadScope } from '../remembered'
import type { UploadState } from '../state'
import type { UploadOptions } from '../transport'
import { append, type Entries, keep, publish, setState } from './entries'
import {
  defaultOptions,
  discardRecord,
  existingUploadEntry,
  isDeleted,
  isFileOf,
  measure,
  newEntry,
  newTransfer,
  uploadIdOf,
} from './entry'
import { recallUploads } from './recall'
import { findResumable, isSame, resumeEntry } from './resuming'
import { startUploads } from './sending'
import type { QueueTools } from './tools'

/** How long an accepted upload stays visible. */
const completedVisibleMs = 8000

/** All uploads of the page. They continue during navigation. */
export function openQueue(tools: QueueTools) {
  const { transport, memory, clock } = tools
  const entries: Entries = { all: [], views: [], watchers: new Set() }
  const find = (id: string) => entries.all.find((entry) => entry.id === id)
  const findIn = (id: string, ...kinds: readonly UploadState['kind'][]) =>
    entries.all.find((entry) => entry.id === id && kinds.includes(entry.state.kind))
  const drop = (id: string) =>
    keep(
      entries,
      entries.all.filter((entry) => entry.id !== id),
    )
  const startNext = startUploads(tools, entries)
  const publishAndStart = () => {
    publish(entries)
    startNext()
  }

  const queue = {
    watch: (watcher: () => void) => {
      entries.watchers.add(watcher)
      return () => entries.watchers.delete(watcher)
    },
    uploads: () => entries.views,
    /** The file of an upload, once it is selected. */
    fileOf: (id: string) => find(id)?.transfer?.file,

    /** Queues files; a file of an unfinished upload resumes it. */
    add: (files: readonly File[], scope: UploadScope, options: UploadOptions = defaultOptions) => {
      for (const file of files) {
        const begun = findResumable(entries.all, file, scope, options)
        if (begun) resumeEntry(begun, file, options)
        else if (!entries.all.some((other) => isSame(other, file, scope, options)))
          append(entries, newEntry(scope, clock, file, options))
      }
      publishAndStart()
    },

    /** Sends a file to an upload that another part of the console created. */
    send: (file: File, scope: UploadScope, uploadId: string) => {
      append(entries, existingUploadEntry(scope, clock, file, uploadId))
      publishAndStart()
    },

    /** Resumes an upload with its reselected file. Returns false if it is another file. */
    resumeWithFile: (id: string, file: File): boolean => {
      const entry = find(id)
      if (!entry || !isFileOf(file, entry)) return false
      resumeEntry(entry, file, defaultOptions)
      publishAndStart()
      return true
    },

    pause: (id: string) => {
      const entry = findIn(id, 'waiting', 'sending', 'lost')
      if (!entry) return
      entry.stop.abort()
      measure(entry, clock.now())
      setState(entries, entry, { kind: 'paused' })
      startNext()
    },
    /** Resumes a paused upload or retries a failed one. An upload that the server deleted restarts. */
    resume: (id: string) => {
      const entry = findIn(id, 'paused', 'failed')
      if (!entry?.transfer) return
      const { transfer, state, scope } = entry
      if (state.kind === 'failed' && isDeleted(state.why) && !transfer.isGiven)
        entry.transfer = newTransfer(scope, transfer.file, transfer, undefined)
      setState(entries, entry, { kind: 'waiting' })
      startNext()
    },
    pauseAll: () => {
      for (const { id } of entries.all) queue.pause(id)
    },
    resumeAll: () => {
      for (const { id, state } of entries.all) if (state.kind === 'paused') queue.resume(id)
    },
    /** Skips the wait before the next retry. */
    tryNow: (id: string) => find(id)?.sleeper.wake(),
    tryAllNow: () => {
      for (const { sleeper } of entries.all) sleeper.wake()
    },
    /** Cancels the upload here and on the server. */
    cancel: async (id: string) => {
      const entry = find(id)
      if (!entry) return
      const uploadId = uploadIdOf(entry)
      entry.stop.abort()
      discardRecord(memory, entry)
      drop(id)
      startNext()
      // If the server is unreachable, it deletes the upload itself after a day.
      if (uploadId !== undefined) {
        await transport.cancel(entry.scope.environmentId, uploadId).catch(() => undefined)
      }
    },
    /** The server can use the file of a completed upload, which leaves the list soon. */
    accept: (id: string) => {
      if (findIn(id, 'done')) clock.after(completedVisibleMs, () => queue.dismiss(id))
    },
    /** The server cannot use the file of a completed upload. */
    reject: (id: string, error: Content['error']) => {
      const entry = findIn(id, 'done')
      if (entry) setState(entries, entry, { kind: 'rejected', error })
    },
    /** Removes an ended upload from the list. */
    dismiss: (id: string) => {
      if (findIn(id, 'done', 'rejected', 'failed')) drop(id)
    },

    recall: (scope: UploadScope) => recallUploads(tools, entries, scope),
    /** The user signed out: stops all uploads. The stored parts remain for later. */
    leave: () => {
      for (const { stop } of entries.all) stop.abort()
      keep(entries, [])
    },
  }
  return queue
}
