import { type LiveShift, NO_SHIFT } from '@kinora/media'
import { together } from '../../../platform/jobs/together.ts'
import type { Ads } from '../ads.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import type { Decision } from './decision.ts'
import { type DecisionSplice, getDecisions, getStoredSession, storeSplices } from './sessions.ts'
import type { Viewing } from './viewing.ts'

/** A viewer of a live stream in memory. */
export interface LiveSession {
  readonly environmentId: string
  readonly startedMs: number
  readonly viewing: Viewing
  /** By position, without those of breaks that have left the window. New ones come while the viewer watches. */
  decisions: readonly Decision[]
  /** What breaks that have left the window did to the numbers of the playlist. */
  past: LiveShift
  /** Positions of decisions that are not in memory any more. */
  readonly over: Set<number>
  /** Breaks that were decided about, by cue. */
  readonly decidedCues: Set<string>
  /** The player asks for parts. */
  isLowLatency: boolean
  /** Epoch milliseconds of the stream until which playlists have listed it. What is before does not change any more. */
  listedMs: number
  /** Breaks that are being decided, by cue. */
  readonly pending: Map<string, Promise<void>>
}

type NewSession = Pick<LiveSession, 'startedMs' | 'viewing' | 'decisions'>

export interface LiveSessions {
  add(channel: ChannelRow, session: NewSession): void
  /** Null if the channel has no such session. */
  get(channel: ChannelRow, sessionId: string): Promise<LiveSession | null>
  /** Decisions of a session, also those that another process made or that are not in memory any more.
   * @param position of the one that is asked for @returns null if the channel has no such session */
  decisionsOf(channel: ChannelRow, sessionId: string, position?: number): Promise<readonly Decision[] | null>
  /** Keeps where a break was, for processes that have not seen it. A fault is only logged: viewers need no other process. */
  storeSplice(splice: DecisionSplice): Promise<void>
}

/** Those that were used last. Any process can read others from the database. */
const MAX_SESSIONS = 5000
/** Players ask every few seconds. One that did not has been to another process. */
const AWAY_MS = 10_000

interface Known {
  readonly session: LiveSession
  /** By `performance.now()`. */
  seenMs: number
}

export function liveSessions(ads: Pick<Ads, 'db' | 'viewers' | 'log'>): LiveSessions {
  const known = new Map<string, Known>()
  // All viewers come to a break within seconds.
  const keep = together<DecisionSplice>((splice) => storeSplices(ads, splice))
  const keyOf = ({ id }: ChannelRow, sessionId: string) => `${id} ${sessionId}`

  function put(key: string, session: LiveSession): LiveSession {
    known.delete(key)
    known.set(key, { session, seenMs: performance.now() })
    const [oldest] = known.keys()
    if (known.size > MAX_SESSIONS && oldest !== undefined) known.delete(oldest)
    return session
  }

  function add(channel: ChannelRow, given: NewSession, listedMs = Number.NEGATIVE_INFINITY): LiveSession {
    const { environmentId } = channel
    const session: LiveSession = {
      ...given,
      environmentId,
      decisions: [],
      past: NO_SHIFT,
      isLowLatency: false,
      listedMs,
      over: new Set(),
      decidedCues: new Set(),
      pending: new Map(),
    }
    addDecisions(session, given.decisions)
    return put(keyOf(channel, given.viewing.sessionId), session)
  }

  /** Reads what other processes decided. */
  async function refresh(channel: ChannelRow, session: LiveSession): Promise<readonly Decision[]> {
    const stored = (await getDecisions(ads, channel, session.viewing.sessionId)) ?? []
    addDecisions(session, stored)
    return stored
  }

  async function get(channel: ChannelRow, sessionId: string): Promise<LiveSession | null> {
    const key = keyOf(channel, sessionId)
    const found = known.get(key)
    if (found !== undefined) {
      if (performance.now() - found.seenMs > AWAY_MS)
        await refresh(channel, found.session).catch((err: unknown) =>
          ads.log.warn({ err, sessionId }, 'the decisions of a live session cannot be read again'),
        )
      return put(key, found.session)
    }
    const stored = await getStoredSession(ads, channel, sessionId)
    if (stored === null) return null
    const { session, decisions } = stored
    const { id, startedAt, address, userAgent, params } = session
    const viewer = { address, userAgent }
    const facts = await ads.viewers.factsOf(channel, id, viewer)
    const viewing = { sessionId: id, viewer, facts, params, isTrial: false }
    // Another process has listed the stream until now.
    const listedMs = Number.POSITIVE_INFINITY
    return (
      known.get(key)?.session ??
      add(channel, { startedMs: startedAt.getTime(), viewing, decisions }, listedMs)
    )
  }

  return {
    add: (channel, session) => void add(channel, session),
    get,
    async decisionsOf(channel, sessionId, position) {
      const session = await get(channel, sessionId)
      if (session === null) return null
      const { decisions } = session
      const isKnown = position === undefined || decisions.some((each) => each.position === position)
      return isKnown ? decisions : refresh(channel, session)
    },
    storeSplice: (splice) =>
      keep(splice).catch((err: unknown) =>
        ads.log.warn({ err, sessionId: splice.sessionId }, 'the splice of a break cannot be stored'),
      ),
  }
}

/** Adds decisions, and where other processes placed those that are known. */
export function addDecisions(session: LiveSession, added: readonly Decision[]): void {
  const byPosition = new Map(session.decisions.map((each) => [each.position, each]))
  for (const decision of added) {
    const { position, cueId, splice } = decision
    if (cueId !== null) session.decidedCues.add(cueId)
    if (session.over.has(position)) continue
    const own = byPosition.get(position)
    const isFurther = own === undefined || isAhead(splice, own.splice)
    // The answers of ad servers are only for the log.
    if (isFurther) byPosition.set(position, { ...decision, exchanges: [] })
  }
  session.decisions = [...byPosition.values()].sort((a, b) => a.position - b.position)
}

function isAhead(one: Decision['splice'], other: Decision['splice']): boolean {
  if (one === null) return false
  return other === null || (one.returnMsn !== null && other.returnMsn === null)
}
