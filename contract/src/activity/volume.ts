import * as z from 'zod/mini'
import { time } from '../common.ts'

/** Maximum number of bars of a volume. */
export const maxVolumeBuckets = 60

/** Records per time, oldest first, in steps of equal length without gaps. */
export function volume<T extends z.core.$ZodShape>(counts: T) {
  return z.object({
    stepSeconds: z.number(),
    /** Records before this time are not counted, because there are too many. */
    countedFrom: z.nullable(time),
    items: z.array(z.object({ at: time, ...counts })),
  })
}

export const recordVolume = volume({ total: z.number(), failed: z.number() })
export type RecordVolume = z.infer<typeof recordVolume>
