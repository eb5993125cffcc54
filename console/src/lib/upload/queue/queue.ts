import type { Content } from '@kinora/contract'
import { Problem } from '../../problem'
import type { UploadScope } from '../remembered'
import type { UploadOptions } from '../transport'
import { makeEntries } from './entries'
import {
  defaultOptions,
  discardRecord,
  existingUploadEntry,
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
  const entries = makeEntries()
  const { find, setState } = entries
  const startNext = startUploads(tools, entries)
  const publishAndStart = () => {
    entries.publish()
    startNext()
  }

  const queue = {
    watch: entries.watch,
    uploads: entries.views,
    /** The file of an upload, once it is selected. */
    fileOf: (id: string) => find(id)?.transfer?.file,

    /** Queues files; a file of an unfinished upload resumes it. */
    add: (files: readonly File[], scope: UploadScope, options: UploadOptions = defaultOptions) => {
      for (const file of files) {
        const begun = findResumable(entries.all(), file, scope, options)
        if (begun) resumeEntry(begun, file, options)
        else if (!entries.all().some((other) => isSame(other, file, scope, options)))
          entries.append(newEntry(scope, clock, file, options))
      }
      publishAndStart()
    },

    /** Sends a file to an upload that another part of the console created. */
    send: (file: File, scope: UploadScope, uploadId: string) => {
      entries.append(existingUploadEntry(scope, clock, file, uploadId))
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
      const entry = find(id)
      if (!entry || !['waiting', 'sending', 'lost'].includes(entry.state.kind)) return
      entry.stop.abort()
      measure(entry, clock.now())
      setState(entry, { kind: 'paused' })
      startNext()
    },
    /** Resumes a paused upload or retries a failed one. An upload that the server deleted restarts. */
    resume: (id: string) => {
      const entry = find(id)
      if (!entry?.transfer || !['paused', 'failed'].includes(entry.state.kind)) return
      const { state } = entry
      const gone = state.kind === 'failed' && state.why instanceof Problem && state.why.id === 'not-found'
      const { file } = entry.transfer
      if (gone && !entry.transfer.isGiven)
        entry.transfer = newTransfer(entry.scope, file, entry.transfer, undefined)
      setState(entry, { kind: 'waiting' })
      startNext()
    },
    pauseAll: () => {
      for (const { id } of entries.all()) queue.pause(id)
    },
    resumeAll: () => {
      for (const { id, state } of entries.all()) if (state.kind === 'paused') queue.resume(id)
    },
    /** Skips the wait before the next retry. */
    tryNow: (id: string) => find(id)?.sleeper.wake(),
    tryAllNow: () => {
      for (const { sleeper } of entries.all()) sleeper.wake()
    },
    /** Cancels the upload here and on the server. */
    cancel: async (id: string) => {
      const entry = find(id)
      if (!entry) return
      const uploadId = uploadIdOf(entry)
      entry.stop.abort()
      discardRecord(memory, entry)
      entries.drop(id)
      startNext()
      // If the server is unreachable, it deletes the upload itself after a day.
      if (uploadId !== undefined) {
        await transport.cancel(entry.scope.environmentId, uploadId).catch(() => undefined)
      }
    },
    /** The server can use the file of a completed upload, which leaves the list soon. */
    accept: (id: string) => {
      if (find(id)?.state.kind === 'done') clock.after(completedVisibleMs, () => queue.dismiss(id))
    },
    /** The server cannot use the file of a completed upload. */
    reject: (id: string, error: Content['error']) => {
      const entry = find(id)
      if (entry?.state.kind === 'done') setState(entry, { kind: 'rejected', error })
    },
    /** Removes an ended upload from the list. */
    dismiss: (id: string) => {
      const entry = find(id)
      if (entry && ['done', 'rejected', 'failed'].includes(entry.state.kind)) entries.drop(id)
    },

    recall: (scope: UploadScope) => recallUploads(tools, entries, scope),
    /** The user signed out: stops all uploads. The stored parts remain for later. */
    leave: () => {
      for (const { stop } of entries.all()) stop.abort()
      entries.clear()
    },
  }
  return queue
}
