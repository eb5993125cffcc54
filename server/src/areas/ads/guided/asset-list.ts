import type { AssetSignaling } from '@kinora/contract'
import { type Decision, type InsertedAd, insertedAds, lengthOf } from '../sessions/decision.ts'
import { adPath } from './guided-playlists.ts'

/** Players give up on a list that comes later, and some then play the break before again. */
const WAIT_MS = 800

interface Asset {
  /** Below the path of the session. */
  readonly path: string
  readonly durationS: number
  readonly signaling: AssetSignaling
}

/** The ads of a break, for a player that fetches them. */
export function assetsOf(decision: Decision | undefined): Asset[] {
  if (decision === undefined) return []
  return insertedAds(decision).map(({ index, ad }) => {
    const durationS = lengthOf(ad.outputs[0])
    return {
      path: adPath(ad, decision.position, index),
      durationS,
      signaling: signalingOf(durationS, ad.verifications ?? []),
    }
  })
}

/** Scripts of Open Measurement, which only players can run. There is nothing to report for them: Kinora does that. */
function signalingOf(
  duration: number,
  verifications: NonNullable<InsertedAd['verifications']>,
): AssetSignaling {
  return {
    version: 2,
    type: 'slot',
    payload: [
      {
        type: 'linear',
        start: 0,
        duration,
        identifiers: [],
        tracking: [],
        verifications: verifications.map(({ vendor, scriptUrl: resource, parameters }) => ({
          vendor,
          resource,
          parameters: parameters ?? '',
        })),
      },
    ],
  }
}

/** The result, or null if it does not come in time. */
export async function soon<T>(result: Promise<T | null>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), WAIT_MS)
  })
  try {
    return await Promise.race([result.catch(() => null), late])
  } finally {
    clearTimeout(timer)
  }
}
