import type { Content } from '@kinora/contract'
import { uploadLimits } from '@kinora/contract/library/values'
import { Problem } from '../problem'
import {
  defaultOptions,
  type Entry,
  existingUploadEntry,
  isFileOf,
  measure,
  newEntry,
  newTransfer,
  rememberedEntry,
  uploadIdOf,
  viewOf,
} from './entry'
import { matchFile, type UploadMemory, type UploadScope } from './remembered'
import { sendFile } from './send'
import type { Clock } from './sleeper'
import { makeSlots } from './slots'
import type { UploadState, UploadView } from './state'
import { FileGone, type Transport, type UploadOptions } from './transport'

export interface QueueTools {
  readonly transport: Transport
  readonly memory: UploadMemory
  readonly clock: Clock
  readonly random: () => number
  /** Ids of uploads that another tab is sending. */
  readonly lockedElsewhere: () => Promise<ReadonlySet<string>>
  /** Prevents other tabs from resuming this upload until the signal aborts. */
  readonly lockUpload: (uploadId: string, signal: AbortSignal) => void
}

const filesAtOnce = 3
const measureMs = 500
/** How long an accepted upload stays visible. */
const completedVisibleMs = 8000

/** All uploads of the page. They continue during navigation. */
export function openQueue(tools: QueueTools) {
  const { transport, memory, clock } = tools
  const slots = makeSlots(uploadLimits.partsAtOnce)
  const watchers = new Set<() => void>()
  let entries: readonly Entry[] = []
  let views: readonly UploadView[] = []
  let ticking = false

  const publish = () => {
    views = entries.map(viewOf)
    for (const watcher of watchers) watcher()
  }
  const setState = (entry: Entry, state: UploadState) => {
    entry.state = state
    publish()
  }
  const find = (id: string) => entries.find((entry) => entry.id === id)
  const drop = (id: string) => {
    entries = entries.filter((entry) => entry.id !== id)
    publish()
  }

  const tick = () => {
    for (const entry of entries) measure(entry, clock.now())
    publish()
    ticking = entries.some(({ state }) => state.kind === 'sending')
    if (ticking) clock.after(measureMs, tick)
  }
  const startTicking = () => {
    if (ticking) return
    ticking = true
    tick()
  }

  const startNext = () => {
    const running = entries.filter(({ state: { kind } }) => ['sending', 'lost', 'closing'].includes(kind))
    const waiting = entries.filter(({ state }) => state.kind === 'waiting')
    for (const entry of waiting.slice(0, Math.max(0, filesAtOnce - running.length))) void run(entry)
  }

  const run = async (entry: Entry) => {
    const { transfer, scope } = entry
    if (!transfer) return
    entry.stop = new AbortController()
    const { signal } = entry.stop
    setState(entry, { kind: 'sending' })
    startTicking()
    try {
      await sendFile(
        transfer,
        {
          ...tools,
          slots,
          sleeper: entry.sleeper,
          partsAtOnce: uploadLimits.partsAtOnce,
          onOpen: ({ uploadId, contentId, fileName, fileSize }) => {
            const { lastModified } = transfer.file
            const { folderId, encodingProfileId, isTest, isGiven } = transfer
            const file = { fileName, fileSize, lastModified }
            const options = { folderId, encodingProfileId, isTest }
            memory.remember(scope, { uploadId, contentId, ...file, ...options, isGiven })
            tools.lockUpload(uploadId, signal)
            moves(entry)
          },
          onMove: () => moves(entry),
          onClosing: () => setState(entry, { kind: 'closing' }),
          onStall: (stall) => setState(entry, { kind: 'lost', stall }),
        },
        signal,
      )
      discard(entry)
      setState(entry, { kind: 'done' })
      entry.stop.abort()
    } catch (error) {
      // Pausing or canceling has already set the state.
      if (signal.aborted) return
      if (error instanceof Problem && error.id === 'not-found') discard(entry)
      entry.stop.abort()
      setState(entry, { kind: 'failed', why: reasonOf(error) })
    } finally {
      startNext()
    }
  }
  const moves = (entry: Entry) => {
    if (entry.state.kind !== 'lost') return
    setState(entry, { kind: 'sending' })
    startTicking()
  }
  const discard = (entry: Entry) => {
    const uploadId = uploadIdOf(entry)
    if (uploadId !== undefined) memory.discard(entry.scope, uploadId)
  }

  /** The waiting entry for this file: its file became unreadable, or it was created before the page loaded. */
  const findResumable = (file: File, scope: UploadScope, options: UploadOptions): Entry | undefined => {
    const lost = entries.find((one) => isSame(one, file, scope, options) && isFileOf(file, one))
    if (lost) return lost
    const asleep = entries.filter(
      ({ state, scope: { environmentId } }) =>
        state.kind === 'asleep' && environmentId === scope.environmentId,
    )
    const records = asleep.flatMap(({ before }) => before?.record ?? [])
    const record = matchFile(file, options.isTest, records)
    return record && asleep.find(({ before }) => before?.record === record)
  }
  /** It keeps its original options, even if the server has deleted the upload. */
  const resumeEntry = (entry: Entry, file: File, options: UploadOptions) => {
    const begun = entry.transfer ?? entry.before?.record
    const transfer = newTransfer(entry.scope, file, { ...options, ...begun }, uploadIdOf(entry))
    entry.transfer = { ...transfer, isGiven: begun?.isGiven ?? false }
    entry.state = { kind: 'waiting' }
  }

  const queue = {
    watch: (watcher: () => void) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    uploads: () => views,
    /** The file of an upload, once it is selected. */
    fileOf: (id: string) => find(id)?.transfer?.file,

    /** Queues files; a file of an unfinished upload resumes it. */
    add: (files: readonly File[], scope: UploadScope, options: UploadOptions = defaultOptions) => {
      for (const file of files) {
        const begun = findResumable(file, scope, options)
        if (begun) resumeEntry(begun, file, options)
        else if (!entries.some((other) => isSame(other, file, scope, options)))
          entries = [...entries, newEntry(scope, clock, file, options)]
      }
      publish()
      startNext()
    },

    /** Sends a file to an upload that another part of the console created. */
    send: (file: File, scope: UploadScope, uploadId: string) => {
      entries = [...entries, existingUploadEntry(scope, clock, file, uploadId)]
      publish()
      startNext()
    },

    /** Resumes an upload with its reselected file. Returns false if it is another file. */
    resumeWithFile: (id: string, file: File): boolean => {
      const entry = find(id)
      if (!entry || !isFileOf(file, entry)) return false
      resumeEntry(entry, file, defaultOptions)
      publish()
      startNext()
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
      for (const { id } of entries) queue.pause(id)
    },
    resumeAll: () => {
      for (const { id, state } of entries) if (state.kind === 'paused') queue.resume(id)
    },
    /** Skips the wait before the next retry. */
    tryNow: (id: string) => find(id)?.sleeper.wake(),
    tryAllNow: () => {
      for (const { sleeper } of entries) sleeper.wake()
    },
    /** Cancels the upload here and on the server. */
    cancel: async (id: string) => {
      const entry = find(id)
      if (!entry) return
      const uploadId = uploadIdOf(entry)
      entry.stop.abort()
      discard(entry)
      drop(id)
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
      if (entry && ['done', 'rejected', 'failed'].includes(entry.state.kind)) drop(id)
    },

    /** Restores unfinished uploads of this device and environment. */
    recall: async (scope: UploadScope) => {
      const held = await tools.lockedElsewhere()
      const known = new Set(entries.map(uploadIdOf))
      const records = memory
        .recall(scope)
        .filter(({ uploadId }) => !held.has(uploadId) && !known.has(uploadId))
      for (const record of records) {
        try {
          const upload = await transport.read(
            scope.environmentId,
            record.uploadId,
            AbortSignal.timeout(20_000),
          )
          if (upload.status === 'completed') memory.discard(scope, record.uploadId)
          else if (!entries.some((entry) => uploadIdOf(entry) === record.uploadId)) {
            entries = [...entries, rememberedEntry(scope, clock, record, upload)]
            publish()
          }
        } catch (error) {
          if (error instanceof Problem && error.id === 'not-found') memory.discard(scope, record.uploadId)
        }
      }
    },
    /** The user signed out: stops all uploads. The stored parts remain for later. */
    leave: () => {
      for (const { stop } of entries) stop.abort()
      entries = []
      publish()
    },
  }
  return queue
}

function isSame(
  { transfer, state, scope }: Entry,
  file: File,
  { environmentId }: UploadScope,
  { isTest }: UploadOptions,
): boolean {
  if (!transfer || hasEnded(state) || scope.environmentId !== environmentId) return false
  if (transfer.isTest !== isTest) return false
  const { name, size, lastModified } = transfer.file
  return name === file.name && size === file.size && lastModified === file.lastModified
}

function hasEnded({ kind }: UploadState): boolean {
  return kind === 'done' || kind === 'rejected'
}

function reasonOf(error: unknown): Problem | 'file-gone' | 'unknown' {
  if (error instanceof Problem) return error
  return error instanceof FileGone ? 'file-gone' : 'unknown'
}
