import type { Database } from '../../../platform/database/database.ts'
import { type EnvironmentTraits, environmentTraits } from '../../identity/index.ts'

/** Cache time: a change of the setting takes effect in all processes after this time. */
const KNOWN_MS = 5000
const MAX_KNOWN = 10_000

/** Returns the traits of an environment, and null for an unknown one. Kept in memory for a short time. */
export type TraitsOf = (environmentId: string) => Promise<EnvironmentTraits | null>

export function openTraits(db: Database): TraitsOf {
  const known = new Map<string, { readonly untilMs: number; readonly traits: ReturnType<TraitsOf> }>()
  return (environmentId) => {
    const before = known.get(environmentId)
    const nowMs = performance.now()
    if (before !== undefined && before.untilMs > nowMs) return before.traits
    if (known.size >= MAX_KNOWN) known.clear()
    const traits = environmentTraits(db, environmentId)
    known.set(environmentId, { untilMs: nowMs + KNOWN_MS, traits })
    traits.catch(() => known.delete(environmentId))
    return traits
  }
}
