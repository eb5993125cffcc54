import type { UploadScope } from '../remembered'
import { append, type Entries, publish } from './entries'
import { isDeleted, rememberedEntry, uploadIdOf } from './entry'
import type { QueueTools } from './tools'

const readTimeoutMs = 20_000

/** Restores unfinished uploads of this device and environment. */
export async function recallUploads(
  { transport, memory, clock, lockedElsewhere }: QueueTools,
  entries: Entries,
  scope: UploadScope,
): Promise<void> {
  const held = await lockedElsewhere()
  const known = new Set(entries.all.map(uploadIdOf))
  const records = memory.recall(scope).filter(({ uploadId }) => !held.has(uploadId) && !known.has(uploadId))
  for (const record of records) {
    const { uploadId } = record
    try {
      const upload = await transport.read(scope.environmentId, uploadId, AbortSignal.timeout(readTimeoutMs))
      if (upload.status === 'completed') memory.discard(scope, uploadId)
      else if (!entries.all.some((entry) => uploadIdOf(entry) === uploadId)) {
        append(entries, rememberedEntry(scope, clock, record, upload))
        publish(entries)
      }
    } catch (error) {
      if (isDeleted(error)) memory.discard(scope, uploadId)
    }
  }
}
