import type { Ads } from '../ads.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import type { Decision } from './decision.ts'
import { getStoredSession } from './sessions.ts'
import type { Viewing } from './viewing.ts'

/** A viewer of a live stream in memory. */
export interface LiveSession {
  readonly environmentId: string
  readonly startedMs: number
  readonly viewing: Viewing
  /** By position. New ones come while the viewer watches. */
  decisions: readonly Decision[]
  /** The player asks for parts. */
  isLowLatency: boolean
  /** Breaks that are being decided, by cue. */
  readonly pending: Map<string, Promise<void>>
}

type NewSession = Omit<LiveSession, 'pending' | 'environmentId' | 'isLowLatency'>

export interface LiveSessions {
  add(channel: ChannelRow, session: NewSession): void
  /** Null if the channel has no such session. */
  get(channel: ChannelRow, sessionId: string): Promise<LiveSession | null>
}

/** Those that were used last. Any process can read others from the database. */
const MAX_SESSIONS = 5000

export function liveSessions(ads: Pick<Ads, 'db' | 'viewers'>): LiveSessions {
  const known = new Map<string, LiveSession>()
  const keyOf = ({ id }: ChannelRow, sessionId: string) => `${id} ${sessionId}`

  function put(key: string, session: LiveSession): LiveSession {
    known.delete(key)
    known.set(key, session)
    const [oldest] = known.keys()
    if (known.size > MAX_SESSIONS && oldest !== undefined) known.delete(oldest)
    return session
  }

  function add(channel: ChannelRow, given: NewSession): LiveSession {
    // The answers of ad servers are only for the log.
    const decisions = given.decisions.map((each) => ({ ...each, exchanges: [] }))
    const { environmentId } = channel
    return put(keyOf(channel, given.viewing.sessionId), {
      ...given,
      environmentId,
      decisions,
      isLowLatency: false,
      pending: new Map(),
    })
  }

  return {
    add,
    async get(channel, sessionId) {
      const key = keyOf(channel, sessionId)
      const found = known.get(key)
      if (found !== undefined) return put(key, found)
      const stored = await getStoredSession(ads, channel, sessionId)
      if (stored === null) return null
      const { session, decisions } = stored
      const { id, startedAt, address, userAgent, params } = session
      const viewer = { address, userAgent }
      const facts = await ads.viewers.factsOf(channel, id, viewer)
      const viewing = { sessionId: id, viewer, facts, params, isTrial: false }
      return known.get(key) ?? add(channel, { startedMs: startedAt.getTime(), viewing, decisions })
    },
  }
}
