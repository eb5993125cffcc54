import { FRAME_RATE } from '@kinora/media'
import { asc } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { type ContentRef, partOf } from '../../library/index.ts'
import { analysisShots, type ShotRow } from './tables.ts'

/** The shots of a video, in order. */
export function loadShots(db: Queryable, content: ContentRef): Promise<ShotRow[]> {
  const { number } = analysisShots
  return db.select().from(analysisShots).where(partOf(analysisShots, content)).orderBy(asc(number))
}

/** The frames of a shot among those that are stored at a rate: the first, and the one after the last. */
export function framesOf(
  { startMs, endMs }: ShotTimes,
  rate: number = FRAME_RATE,
): readonly [number, number] {
  return [Math.ceil((startMs / 1000) * rate), Math.ceil((endMs / 1000) * rate)]
}

/** Times of a shot, and when its picture is calmest. */
export type ShotTimes = Pick<ShotRow, 'startMs' | 'endMs' | 'restMs'>

/** The picture of a shot in which text and objects are searched. */
export interface SettledPicture<Shot extends ShotTimes = ShotRow> {
  readonly shot: Shot
  readonly frame: number
}

/** The calmest stored picture of each shot. Shots between two stored frames have none. */
export function settledPictures<Shot extends ShotTimes>(
  shots: readonly Shot[],
  rate: number = FRAME_RATE,
): SettledPicture<Shot>[] {
  return shots.flatMap((shot) => {
    const [first, next] = framesOf(shot, rate)
    const calmest = Math.round((shot.restMs / 1000) * rate)
    return next <= first ? [] : [{ shot, frame: Math.min(next - 1, Math.max(first, calmest)) }]
  })
}
