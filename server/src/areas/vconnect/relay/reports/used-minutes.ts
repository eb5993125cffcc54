import type { UsageFact } from '../../../../platform/usage/usage.ts'

interface Used {
  readonly id: string
  readonly usedMs: number
  readonly usedBytes: number
}

/** Adds up what connects carry, so that each has a usage record per minute and not per report. */
export interface UsedMinutes {
  /** Adds what was used, and returns the facts of minutes that are over. */
  add(
    of: { readonly environmentId: string; readonly fence: number },
    used: readonly Used[],
    now: Date,
  ): UsageFact[]
  /** The facts of an input's connects so far. */
  flush(of: { readonly environmentId: string; readonly fence: number }, ids: readonly string[]): UsageFact[]
}

const MINUTE_MS = 60_000

export function addUpMinutes(): UsedMinutes {
  const sums = new Map<string, { minute: number; usedMs: number; usedBytes: number }>()

  function factsOf(of: { environmentId: string; fence: number }, id: string): UsageFact[] {
    const sum = sums.get(id)
    if (sum === undefined) return []
    sums.delete(id)
    const key = `${id}:${of.fence}:${sum.minute * MINUTE_MS}`
    const common = {
      environmentId: of.environmentId,
      objectId: id,
      occurredAt: new Date(sum.minute * MINUTE_MS),
    }
    return [
      { ...common, key: `vconnect:${key}`, meter: 'vconnect', quantity: Math.min(sum.usedMs, MINUTE_MS) },
      { ...common, key: `vconnect-bytes:${key}`, meter: 'vconnect-bytes', quantity: sum.usedBytes },
    ]
  }

  return {
    add(of, used, now) {
      const minute = Math.floor(now.getTime() / MINUTE_MS)
      return used.flatMap(({ id, usedMs, usedBytes }) => {
        const before = sums.get(id)
        const facts = before !== undefined && before.minute !== minute ? factsOf(of, id) : []
        if (usedMs === 0 && usedBytes === 0) return facts
        const sum = sums.get(id) ?? { minute, usedMs: 0, usedBytes: 0 }
        sum.usedMs += usedMs
        sum.usedBytes += usedBytes
        sums.set(id, sum)
        return facts
      })
    },
    flush: (of, ids) => ids.flatMap((id) => factsOf(of, id)),
  }
}
