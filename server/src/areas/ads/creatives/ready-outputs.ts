import { and, desc, eq } from 'drizzle-orm'
import type { Platform } from '../../../platform/platform.ts'
import { type AdShape, shapeKeyOf } from './shape.ts'
import { adCreatives, type CreativeRow } from './tables.ts'

/** Maximum number of ads that the bandwidth of a live stream is taken from. */
const MOST = 100

/** Outputs of the ads that were used last for videos of this shape. */
export async function readyOutputs(
  { db }: Pick<Platform, 'db'>,
  environmentId: string,
  shape: AdShape,
): Promise<Pick<CreativeRow, 'outputs'>[]> {
  const isReady = and(
    eq(adCreatives.environmentId, environmentId),
    eq(adCreatives.shapeKey, shapeKeyOf(shape)),
    eq(adCreatives.state, 'ready'),
  )
  return db
    .select({ outputs: adCreatives.outputs })
    .from(adCreatives)
    .where(isReady)
    .orderBy(desc(adCreatives.usedAt))
    .limit(MOST)
}
