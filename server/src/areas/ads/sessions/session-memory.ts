import type { Ads } from '../ads.ts'
import type { ChannelRow } from '../channels/channels.ts'
import type { Decision } from './decision.ts'
import { getDecisions } from './sessions.ts'

type ChannelRef = Pick<ChannelRow, 'id' | 'environmentId'>

/** Decisions of recent sessions in memory. Any process can read those of others from the database. */
export interface SessionMemory {
  add(channel: ChannelRef, sessionId: string, decisions: readonly Decision[]): void
  /** Null if the channel has no such session. */
  get(channel: ChannelRef, sessionId: string): Promise<readonly Decision[] | null>
}

const MAX_SESSIONS = 2000

export function sessionMemory(ads: Pick<Ads, 'db'>): SessionMemory {
  const known = new Map<string, readonly Decision[]>()
  const keyOf = ({ id }: ChannelRef, sessionId: string) => `${id} ${sessionId}`

  function add(channel: ChannelRef, sessionId: string, decisions: readonly Decision[]): void {
    // The answers of ad servers are only for the log, and can be long.
    const kept = decisions.map((each) => ({ ...each, exchanges: [] }))
    const key = keyOf(channel, sessionId)
    known.delete(key)
    known.set(key, kept)
    const [oldest] = known.keys()
    if (known.size > MAX_SESSIONS && oldest !== undefined) known.delete(oldest)
  }

  return {
    add,
    async get(channel, sessionId) {
      const key = keyOf(channel, sessionId)
      const found = known.get(key) ?? (await getDecisions(ads, channel, sessionId))
      if (found !== null) add(channel, sessionId, found)
      return found
    },
  }
}
