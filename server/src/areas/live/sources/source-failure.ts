import type { FlvResult } from '@kinora/media'
import { SOURCE_FAULTS } from '../ingest/publisher.ts'

/** Failure of a pulled source. The message is shown to users. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure'
  /** Whether the next request may succeed. */
  readonly isTemporary: boolean
  constructor(message: string, isTemporary = false) {
    super(message)
    this.isTemporary = isTemporary
  }
}

/** Checks the result of reading media. @throws SourceFailure */
export function assertTaken(result: FlvResult): void {
  if (result !== 'taken') throw new SourceFailure(SOURCE_FAULTS[result.reason])
}
