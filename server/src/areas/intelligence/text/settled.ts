import { FRAME_RATE } from '@kinora/media'
import type { ShotRow } from '../scenes/tables.ts'

/** The picture of a shot in which text is read. */
export interface SettledPicture {
  readonly shot: ShotRow
  /** Number of the stored frame. */
  readonly frame: number
}

/** The calmest stored picture of each shot. Shots between two stored frames have none. */
export function settledPictures(shots: readonly ShotRow[]): SettledPicture[] {
  return shots.flatMap((shot) => {
    const first = Math.ceil((shot.startMs / 1000) * FRAME_RATE)
    const last = Math.ceil((shot.endMs / 1000) * FRAME_RATE) - 1
    const calmest = Math.round((shot.restMs / 1000) * FRAME_RATE)
    return last < first ? [] : [{ shot, frame: Math.min(last, Math.max(first, calmest)) }]
  })
}
