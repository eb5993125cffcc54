import { matchFile, type UploadScope } from '../remembered'
import type { UploadState } from '../state'
import type { UploadOptions } from '../transport'
import { type Entry, isFileOf, isSameFile, newTransfer, uploadIdOf } from './entry'

/** The waiting entry for this file: its file became unreadable, or it was created before the page loaded. */
export function findResumable(
  entries: readonly Entry[],
  file: File,
  scope: UploadScope,
  options: UploadOptions,
): Entry | undefined {
  const lost = entries.find((one) => isSame(one, file, scope, options) && isFileOf(file, one))
  if (lost) return lost
  const asleep = entries.filter(
    ({ state, scope: { environmentId } }) => state.kind === 'asleep' && environmentId === scope.environmentId,
  )
  const records = asleep.flatMap(({ before }) => before?.record ?? [])
  const record = matchFile(file, options.isTest, records)
  return record && asleep.find(({ before }) => before?.record === record)
}

/** Lets an entry wait with this file. It keeps its original options, even if the server has deleted the upload. */
export function resumeEntry(entry: Entry, file: File, options: UploadOptions): void {
  const begun = entry.transfer ?? entry.before?.record
  const transfer = newTransfer(entry.scope, file, { ...options, ...begun }, uploadIdOf(entry))
  entry.transfer = { ...transfer, isGiven: begun?.isGiven ?? false }
  entry.state = { kind: 'waiting' }
}

/** Whether this entry uploads the same file, and has not ended. */
export function isSame(
  { transfer, state, scope }: Entry,
  file: File,
  { environmentId }: UploadScope,
  { isTest }: UploadOptions,
): boolean {
  if (!transfer || hasEnded(state) || scope.environmentId !== environmentId) return false
  return transfer.isTest === isTest && isSameFile(transfer.file, file)
}

function hasEnded({ kind }: UploadState): boolean {
  return kind === 'done' || kind === 'rejected'
}
