import { LIVE_TICKS } from '@kinora/media'

/** A source that has sent nothing for so long is silent. */
export const SILENCE_TICKS = 0.6 * LIVE_TICKS
/** The primary encoder goes on the air again when it was good for so long. */
const GOOD_TICKS = 5 * LIVE_TICKS

export interface SourceStates {
  readonly now: number
  /** Ticks since the primary encoder's last packet. Null if none came. */
  readonly primary: number | null
  readonly backup: number | null
  readonly isBackupOnAir: boolean
}

/** Chooses between the primary encoder and its backup. Call it often. Null if both are silent. */
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
