import type { Ads } from '../ads.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import { type Decision, isOpen } from '../decisions/decision.ts'
import { getDecisions, storedSession } from './sessions.ts'

type ChannelRef = Pick<ChannelRow, 'id' | 'environmentId'>

/** Decisions of recent sessions in memory. Others are read from the database. */
export interface SessionMemory {
  add(channel: ChannelRef, sessionId: string, decisions: readonly Decision[]): void
  /** Null if the channel has no such session. */
  get(channel: ChannelRef, sessionId: string): Promise<readonly Decision[] | null>
}

/** Approximate limit. The size of a decision depends on the answers of ad servers. */
const MAX_BYTES = 64 * 1024 * 1024

interface Known {
  readonly decisions: readonly Decision[]
  readonly sizeBytes: number
}

export function sessionMemory(
  ads: Pick<Ads, 'db' | 'clock' | 'deciding'>,
  maxBytes = MAX_BYTES,
): SessionMemory {
  const known = new Map<string, Known>()
  let bytes = 0
  const keyOf = ({ id }: ChannelRef, sessionId: string) => `${id} ${sessionId}`

  function remove(key: string): void {
    bytes -= known.get(key)?.sizeBytes ?? 0
    known.delete(key)
  }

  function put(key: string, entry: Known): void {
    remove(key)
    known.set(key, entry)
    bytes += entry.sizeBytes
    for (const oldest of known.keys()) {
      if (bytes <= maxBytes) return
      remove(oldest)
    }
  }

  function add(channel: ChannelRef, sessionId: string, given: readonly Decision[]): void {
    // Another process can decide about an open break.
    if (given.some(isOpen)) return
    // Only the session log needs the requests.
    const decisions = given.map((each) => ({ ...each, exchanges: [] }))
    put(keyOf(channel, sessionId), { decisions, sizeBytes: JSON.stringify(decisions).length })
  }

  return {
    add(channel, sessionId, decisions) {
      // Decisions that are not stored yet are read later.
      if (decisions.length > 0) add(channel, sessionId, decisions)
    },
    async get(channel, sessionId) {
      const key = keyOf(channel, sessionId)
      const found = known.get(key)
      if (found !== undefined) {
        put(key, found)
        return found.decisions
      }
      const stored = await storedSession(ads, sessionId, () => getDecisions(ads, channel, sessionId))
      if (stored !== null) add(channel, sessionId, stored)
      return stored
    },
  }
}
