import type { Transaction } from '../../../platform/database/database.ts'

/** A downloaded file of an ad. */
export interface SeenFile {
  readonly environmentId: string
  readonly mediaUrl: string
  /** SHA-256 of the file. */
  readonly hash: string
  readonly at: Date
}

/** Learns of downloaded files. */
export interface FileObserver {
  /** Checks that a file is still the approved one. */
  fileSeen(tx: Transaction, file: SeenFile): Promise<void>
}
