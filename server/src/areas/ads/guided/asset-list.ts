import type { AssetSignaling } from '@kinora/contract'
import { type Decision, type InsertedAd, insertedAds, lengthOf } from '../decisions/decision.ts'
import { adPath } from './guided-playlists.ts'

/** Maximum wait for a retry. After a second, players skip the break, and some repeat the previous one. */
const WAIT_MS = 800
/** Maximum wait for the decisions that are known then. */
const KNOWN_WAIT_MS = 150

interface Asset {
  /** Path relative to that of the session. */
  readonly path: string
  readonly durationS: number
  readonly signaling: AssetSignaling
}

/** Assets of a break: its ads, which the player loads itself. */
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

/** Open Measurement scripts of an ad, which only players can run. It has no tracking, because the server sends it. */
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

/** Decisions of a session in which an asset list is requested. Null after a failure or a timeout. */
export async function decisionsSoon(
  { decisionsAt, decisionsOf }: Record<'decisionsAt' | 'decisionsOf', FindDecisions>,
  id: string,
  position: number,
): Promise<readonly Decision[] | null> {
  return (
    (await soon(decisionsAt(id, position), WAIT_MS)) ?? (await soon(decisionsOf(id, position), KNOWN_WAIT_MS))
  )
}

type FindDecisions = (sessionId: string, position: number) => Promise<readonly Decision[] | null>

/** Result, or null after a failure or a timeout. */
async function soon<T>(result: Promise<T | null>, waitMs: number): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), waitMs)
  })
  try {
    return await Promise.race([result.catch(() => null), late])
  } finally {
    clearTimeout(timer)
  }
}
