import type { Upload } from '@kinora/contract'
import { Problem } from '../problem'
import { bytesIn, missingParts, partRange, wholeParts } from './parts'
import { partStallOf, retryAfterMs, type Stall, stallOf } from './retry'
import type { Sleeper } from './sleeper'
import type { Slots } from './slots'
import type { NewUpload, Transport } from './transport'

/** The state of one file's transfer, which survives pauses. */
export interface Transfer extends NewUpload {
  readonly environmentId: string
  readonly uploadId: string | undefined
  /** Another part of the console created the upload for an existing object. */
  readonly isGiven: boolean
  upload: Upload | undefined
  /** ETags of completely uploaded parts by number. */
  whole: Map<number, string>
  /** Bytes sent of parts in progress by number. */
  readonly moving: Map<number, number>
}

export interface SendTools {
  readonly transport: Transport
  readonly slots: Slots
  readonly sleeper: Sleeper
  readonly random: () => number
  readonly partsAtOnce: number
  readonly onOpen: (upload: Upload) => void
  readonly onMove: () => void
  readonly onClosing: () => void
  readonly onStall: (stall: Stall) => void
}

/** How often the server may report parts as missing that we have sent. */
const maxRounds = 5

/**
 * Sends the missing parts of a file and completes the upload. Retries temporary failures. @throws Problem that needs
 * the user, FileGone, or the signal's reason
 */
export async function sendFile(transfer: Transfer, tools: SendTools, signal: AbortSignal): Promise<void> {
  await open(transfer, tools, signal)
  for (let round = 1; round <= maxRounds; round++) {
    if (isCompleted(transfer)) return
    try {
      await sendParts(transfer, tools, signal)
      tools.onClosing()
      await close(transfer, tools, signal)
      return
    } catch (error) {
      signal.throwIfAborted()
      if (!isAboutParts(error) || round === maxRounds) throw error
      await refreshParts(transfer, tools, signal)
      if (error.id === 'upload-closed' && !isCompleted(transfer)) throw error
    }
  }
}

export function safeBytes({ upload, whole }: Transfer): number {
  return upload ? bytesIn(upload, whole.keys()) : 0
}

async function open(transfer: Transfer, tools: SendTools, signal: AbortSignal): Promise<void> {
  const { environmentId, uploadId } = transfer
  const id = transfer.upload?.uploadId ?? uploadId
  const { transport } = tools
  const upload = await retryUntilDone(tools, signal, () =>
    id === undefined
      ? transport.create(environmentId, transfer, signal)
      : transport.read(environmentId, id, signal),
  )
  transfer.upload = upload
  transfer.whole = wholeParts(upload)
  tools.onOpen(upload)
}

async function sendParts(transfer: Transfer, tools: SendTools, signal: AbortSignal): Promise<void> {
  const upload = openUpload(transfer)
  const missing = missingParts(upload, transfer.whole)
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const sendNext = async (): Promise<void> => {
    for (let next = missing.shift(); next !== undefined; next = missing.shift()) {
      const partNumber = next
      await retryUntilDone(
        tools,
        either,
        () => tools.slots.use(() => sendPart(transfer, upload, partNumber, tools, either), either),
        partStallOf,
      )
    }
  }
  try {
    await Promise.all(Array.from({ length: tools.partsAtOnce }, sendNext))
  } finally {
    failed.abort()
  }
}

async function sendPart(
  { environmentId, file, whole, moving }: Transfer,
  upload: Upload,
  partNumber: number,
  { transport, onMove }: SendTools,
  signal: AbortSignal,
): Promise<void> {
  try {
    const target = await transport.partTarget(environmentId, upload.uploadId, partNumber, signal)
    const bytes = file.slice(...partRange(upload, partNumber))
    const sent = (count: number) => {
      moving.set(partNumber, count)
      onMove()
    }
    whole.set(partNumber, await transport.put(target, bytes, sent, signal))
  } finally {
    moving.delete(partNumber)
  }
}

async function close(transfer: Transfer, tools: SendTools, signal: AbortSignal): Promise<void> {
  const { environmentId } = transfer
  const { uploadId } = openUpload(transfer)
  if ([...transfer.whole.values()].includes('')) await refreshParts(transfer, tools, signal)
  const parts = [...transfer.whole].map(([partNumber, etag]) => ({ partNumber, etag }))
  await retryUntilDone(tools, signal, () => tools.transport.complete(environmentId, uploadId, parts, signal))
}

/** Reads which parts the server has; parts that differ from the sent ones are sent again. */
async function refreshParts(transfer: Transfer, tools: SendTools, signal: AbortSignal): Promise<void> {
  const { uploadId } = openUpload(transfer)
  const upload = await retryUntilDone(tools, signal, () =>
    tools.transport.read(transfer.environmentId, uploadId, signal),
  )
  const ours = transfer.whole
  const agreed = [...wholeParts(upload)].filter(([number, etag]) => (ours.get(number) || etag) === etag)
  transfer.upload = upload
  transfer.whole = new Map(agreed)
}

/** Repeats the work until it succeeds, with longer waits after each temporary failure. */
async function retryUntilDone<T>(
  { sleeper, random, onStall }: SendTools,
  signal: AbortSignal,
  work: () => Promise<T>,
  waitFor: (error: unknown, failures: number) => Stall | undefined = stallOf,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      const stall = waitFor(error, failures)
      if (!stall) throw error
      onStall(stall)
      await sleeper.sleep(retryAfterMs(failures, random()), signal)
    }
  }
}

function isAboutParts(error: unknown): error is Problem {
  const ids: readonly string[] = ['upload-incomplete', 'upload-part-mismatch', 'upload-closed']
  return error instanceof Problem && ids.includes(error.id)
}

function isCompleted({ upload }: Transfer): boolean {
  return upload?.status === 'completed'
}

function openUpload({ upload }: Transfer): Upload {
  if (!upload) throw new Error('the upload was not opened')
  return upload
}
