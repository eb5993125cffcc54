import { LIVE_TICKS } from '@kinora/media'

/** Time without packets after which a source is silent. */
export const SILENCE_TICKS = 0.6 * LIVE_TICKS
/** Time without silence after which viewers see the primary encoder again. */
const GOOD_TICKS = 5 * LIVE_TICKS

export interface SourceStates {
  readonly now: number
  /** Ticks since the last packet of the primary encoder. Null without packets. */
  readonly primary: number | null
  readonly backup: number | null
  readonly isBackupOnAir: boolean
}

/** Chooses between the primary encoder and the backup. Null if both are silent. Call often. */
export function createSourceChoice(): (states: SourceStates) => 'primary' | 'backup' | null {
  let goodSince: number | null = null
  return ({ now, primary, backup, isBackupOnAir }) => {
    goodSince = isGood(primary) ? (goodSince ?? now) : null
    if (isBackupOnAir && isGood(backup))
      return goodSince !== null && now - goodSince >= GOOD_TICKS ? 'primary' : 'backup'
    if (isGood(primary)) return 'primary'
    return isGood(backup) ? 'backup' : null
  }
}

function isGood(silence: number | null): boolean {
  return silence !== null && silence < SILENCE_TICKS
}
