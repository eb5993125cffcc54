import type { UploadMemory } from '../remembered'
import type { Clock } from '../sleeper'
import type { Transport } from '../transport'

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
