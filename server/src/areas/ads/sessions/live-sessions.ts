import type { Viewer } from '../../delivery/index.ts'
import type { Ads } from '../ads.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import type { Decision } from './decision.ts'
import { getStoredSession } from './sessions.ts'

type ChannelRef = Pick<ChannelRow, 'id' | 'environmentId'>

/** A viewer of a live stream in memory. */
export interface LiveSession {
  readonly id: string
  readonly environmentId: string
  readonly startedMs: number
  readonly viewer: Viewer
  /** By position. New ones come while the viewer watches. */
  decisions: readonly Decision[]
  /** The player asks for parts. */
  isLowLatency: boolean
  /** Breaks that are being decided, by cue. */
  readonly pending: Map<string, Promise<void>>
}

type NewSession = Omit<LiveSession, 'pending' | 'environmentId' | 'isLowLatency'>

export interface LiveSessions {
  add(channel: ChannelRef, session: NewSession): void
  /** Null if the channel has no such session. */
  get(channel: ChannelRef, sessionId: string): Promise<LiveSession | null>
}

/** Those that were used last. Any process can read others from the database. */
const MAX_SESSIONS = 5000

export function liveSessions(ads: Pick<Ads, 'db'>): LiveSessions {
  const known = new Map<string, LiveSession>()
  const keyOf = ({ id }: ChannelRef, sessionId: string) => `${id} ${sessionId}`

  function put(key: string, session: LiveSession): LiveSession {
    known.delete(key)
    known.set(key, session)
    const [oldest] = known.keys()
    if (known.size > MAX_SESSIONS && oldest !== undefined) known.delete(oldest)
    return session
  }

  function add(channel: ChannelRef, given: NewSession): LiveSession {
    // The answers of ad servers are only for the log.
    const decisions = given.decisions.map((each) => ({ ...each, exchanges: [] }))
    const { environmentId } = channel
    return put(keyOf(channel, given.id), {
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
      const { id, startedAt, address, userAgent } = session
      const own = known.get(key)
      return (
        own ?? add(channel, { id, startedMs: startedAt.getTime(), viewer: { address, userAgent }, decisions })
      )
    },
  }
}
