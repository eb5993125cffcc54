import type { FlvResult } from '@kinora/media'
import { sourceFaults } from '../ingest/publisher.ts'

/** Messages for media that cannot be taken. MPEG-TS has neither AV1 nor Opus. */
export const SOURCE_FAULTS = sourceFaults('Use H.264 or HEVC video and AAC audio.')

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
