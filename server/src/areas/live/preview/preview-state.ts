import type { StreamHealth } from '@kinora/contract'

/** State of a running stream, as its node sends it. */
export interface PreviewState {
  /** Kind of source that viewers see. Null before the first frame. */
  readonly source: 'publisher' | 'slate' | null
  /** Null without a signal. */
  readonly health: StreamHealth | null
}
