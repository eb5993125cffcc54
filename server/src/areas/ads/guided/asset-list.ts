import { type Decision, insertedAds, lengthOf } from '../sessions/decision.ts'
import { adPath } from './guided-playlists.ts'

/** Players give up on a list that comes later, and some then play the break before again. */
const WAIT_MS = 800

export interface Asset {
  /** Below the path of the session. */
  readonly path: string
  readonly durationS: number
}

/** The ads of a break, for a player that fetches them. */
export function assetsOf(decision: Decision | undefined): Asset[] {
  if (decision === undefined) return []
  return insertedAds(decision).map(({ index, ad }) => ({
    path: adPath(ad, decision.position, index),
    durationS: lengthOf(ad.outputs[0]),
  }))
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
