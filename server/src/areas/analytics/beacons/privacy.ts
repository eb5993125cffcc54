import type { Database } from '../../../platform/database/database.ts'
import { hasViewerPrivacy } from '../../identity/index.ts'

/** Cache time: a change of the setting takes effect in all processes after this time. */
const KNOWN_MS = 5000
const MAX_KNOWN = 10_000

/** Returns a cached check whether an environment stores neither cities nor IDs of viewers. */
export function environmentPrivacy(db: Database): (environmentId: string) => Promise<boolean> {
  const known = new Map<string, { readonly untilMs: number; readonly isPrivate: Promise<boolean> }>()
  return (environmentId) => {
    const before = known.get(environmentId)
    const nowMs = performance.now()
    if (before !== undefined && before.untilMs > nowMs) return before.isPrivate
    if (known.size >= MAX_KNOWN) known.clear()
    const isPrivate = hasViewerPrivacy(db, environmentId)
    known.set(environmentId, { untilMs: nowMs + KNOWN_MS, isPrivate })
    isPrivate.catch(() => known.delete(environmentId))
    return isPrivate
  }
}
