import { LIVE_TICKS } from '@kinora/media'

/** Time without silence after which viewers see the primary encoder again. */
const GOOD_TICKS = 5 * LIVE_TICKS

export interface SourceStates {
  readonly now: number
  /** Whether the encoder is sending. */
  readonly primary: boolean
  readonly backup: boolean
  readonly isBackupOnAir: boolean
}

/** Chooses between the primary encoder and the backup. Null if both are silent. Call often. */
export function createSourceChoice(): (states: SourceStates) => 'primary' | 'backup' | null {
  let goodSince: number | null = null
  return ({ now, primary, backup, isBackupOnAir }) => {
    goodSince = primary ? (goodSince ?? now) : null
    if (isBackupOnAir && backup)
      return goodSince !== null && now - goodSince >= GOOD_TICKS ? 'primary' : 'backup'
    if (primary) return 'primary'
    return backup ? 'backup' : null
  }
}
