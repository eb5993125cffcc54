import type { Upload } from '@kinora/contract'
import { uploadLimits } from '@kinora/contract/library/values'
import { Problem } from '../../problem'
import type { Remembered } from '../remembered'
import { sendFile, type Transfer } from '../send'
import { makeSlots } from '../slots'
import { FileGone } from '../transport'
import { type Entries, setState } from './entries'
import { discardRecord, type Entry, isDeleted } from './entry'
import { speedMeasurement } from './measure-speeds'
import type { QueueTools } from './tools'

const filesAtOnce = 3

/** Returns the function that starts waiting uploads, in their order and a few at once. Each that ends starts the next. */
export function startUploads(tools: QueueTools, entries: Entries): () => void {
  const { memory } = tools
  const slots = makeSlots(uploadLimits.partsAtOnce)
  const measureSpeeds = speedMeasurement(entries, tools.clock)

  const startNext = () => {
    const running = entries.all.filter(({ state }) => ['sending', 'lost', 'closing'].includes(state.kind))
    const waiting = entries.all.filter(({ state }) => state.kind === 'waiting')
    for (const entry of waiting.slice(0, Math.max(0, filesAtOnce - running.length))) void run(entry)
  }

  const run = async (entry: Entry) => {
    const { transfer } = entry
    if (!transfer) return
    entry.stop = new AbortController()
    const { signal } = entry.stop
    begin(entry)
    try {
      await send(entry, transfer, signal)
      discardRecord(memory, entry)
      setState(entries, entry, { kind: 'done' })
      entry.stop.abort()
    } catch (error) {
      // Pausing or canceling has already set the state.
      if (signal.aborted) return
      if (isDeleted(error)) discardRecord(memory, entry)
      entry.stop.abort()
      setState(entries, entry, { kind: 'failed', why: reasonOf(error) })
    } finally {
      startNext()
    }
  }

  const send = (entry: Entry, transfer: Transfer, signal: AbortSignal) => {
    const recover = () => {
      if (entry.state.kind === 'lost') begin(entry)
    }
    return sendFile(
      transfer,
      {
        ...tools,
        slots,
        sleeper: entry.sleeper,
        partsAtOnce: uploadLimits.partsAtOnce,
        onOpen: (upload) => {
          memory.remember(entry.scope, recordOf(transfer, upload))
          tools.lockUpload(upload.uploadId, signal)
          recover()
        },
        onMove: recover,
        onClosing: () => setState(entries, entry, { kind: 'closing' }),
        onStall: (stall) => setState(entries, entry, { kind: 'lost', stall }),
      },
      signal,
    )
  }

  const begin = (entry: Entry) => {
    setState(entries, entry, { kind: 'sending' })
    measureSpeeds()
  }

  return startNext
}

function recordOf(transfer: Transfer, { uploadId, contentId, fileName, fileSize }: Upload): Remembered {
  const { folderId, encodingProfileId, isTest, isGiven, file } = transfer
  const { lastModified } = file
  const options = { folderId, encodingProfileId, isTest, isGiven }
  return { uploadId, contentId, fileName, fileSize, lastModified, ...options }
}

function reasonOf(error: unknown): Problem | 'file-gone' | 'unknown' {
  if (error instanceof Problem) return error
  return error instanceof FileGone ? 'file-gone' : 'unknown'
}
