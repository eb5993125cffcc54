import { type LiveShift, NO_SHIFT } from '@kinora/media'
import { together } from '../../../platform/jobs/together.ts'
import type { Ads } from '../ads.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import type { Decision } from '../decisions/decision.ts'
import type { Viewing } from '../facts/viewing.ts'
import {
  type DecisionSplice,
  getDecisions,
  getStoredSession,
  storedSession,
  storeSplices,
  viewingOf,
} from './sessions.ts'

/** A session of a live stream in memory. */
export interface LiveSession {
  readonly environmentId: string
  readonly startedMs: number
  readonly viewing: Viewing
  /** Decisions by position, without breaks that have left the window. Decisions are added while the viewer watches. */
  decisions: readonly Decision[]
  /** Shift of the playlist's numbers by breaks that have left the window. */
  past: LiveShift
  /** Positions of decisions that were removed from memory. */
  readonly over: Set<number>
  /** IDs of decided live breaks. */
  readonly decidedCues: Set<string>
  /** Whether the player requests parts. */
  isLowLatency: boolean
  /** End of the listed stream in epoch milliseconds. The playlist before it cannot change. */
  listedMs: number
  /** Time until which events of its ads can be held, and of the last look for them, in epoch milliseconds. */
  heldUntilMs: number
  lookedMs: number
  /** Set while the decisions with which the session begins are read, if they were not stored in time for the first playlist. */
  begun?: Promise<unknown>
  /** Decisions in progress, by ID of the live break. */
  readonly pending: Map<string, Promise<void>>
}

type NewSession = Pick<LiveSession, 'startedMs' | 'viewing' | 'decisions'>

export interface LiveSessions {
  add(channel: ChannelRow, session: NewSession): void
  /** Null if the channel has no such session. */
  get(channel: ChannelRow, sessionId: string): Promise<LiveSession | null>
  /** Decisions of a session, also those of other processes or that were removed from memory.
   * @param position of a decision that has to be included @returns null if the channel has no such session */
  decisionsOf(channel: ChannelRow, sessionId: string, position?: number): Promise<readonly Decision[] | null>
  /** Stores the splice of a break, for other processes. A failure is only logged, because this process does not need it. */
  storeSplice(splice: DecisionSplice): Promise<void>
}

/** Time after the last ads in the window in which their events can be held. */
export const HELD_MS = 120_000
/** Maximum number of sessions in memory. Others are read from the database. */
const MAX_SESSIONS = 5000
/** Time without requests after which the player has probably used another process. */
const AWAY_MS = 10_000

interface Known {
  readonly session: LiveSession
  /** Last request, by `performance.now()`. */
  seenMs: number
}

export function liveSessions(ads: Pick<Ads, 'db' | 'clock' | 'deciding' | 'viewers' | 'log'>): LiveSessions {
  const known = new Map<string, Known>()
  // All viewers reach a break within seconds, so their splices are stored together.
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
      heldUntilMs: ads.clock.now().getTime() + HELD_MS,
      lookedMs: 0,
      over: new Set(),
      decidedCues: new Set(),
      pending: new Map(),
    }
    addDecisions(session, given.decisions)
    const deciding = ads.deciding.get(given.viewing.sessionId)
    if (deciding !== undefined)
      session.begun = deciding
        .then(() => refresh(channel, session))
        .catch((err: unknown) =>
          ads.log.warn({ err }, 'the first decisions of a live session cannot be read'),
        )
    return put(keyOf(channel, given.viewing.sessionId), session)
  }

  /** Reads the decisions of other processes. */
  async function refresh(channel: ChannelRow, session: LiveSession): Promise<readonly Decision[]> {
    const stored = (await getDecisions(ads, channel, session.viewing.sessionId)) ?? []
    addDecisions(session, stored)
    return stored
  }

  async function get(channel: ChannelRow, sessionId: string): Promise<LiveSession | null> {
    const key = keyOf(channel, sessionId)
    const found = known.get(key)
    if (found !== undefined) {
      await found.session.begun
      if (performance.now() - found.seenMs > AWAY_MS)
        await refresh(channel, found.session).catch((err: unknown) =>
          ads.log.warn({ err, sessionId }, 'the decisions of a live session cannot be read again'),
        )
      return put(key, found.session)
    }
    const stored = await storedSession(ads, sessionId, () => getStoredSession(ads, channel, sessionId))
    if (stored === null) return null
    const { session, decisions } = stored
    const viewing = await viewingOf(ads, channel, session)
    // Another process may have listed the stream up to now.
    const listedMs = Number.POSITIVE_INFINITY
    return (
      known.get(key)?.session ??
      add(channel, { startedMs: session.startedAt.getTime(), viewing, decisions }, listedMs)
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

/** Adds decisions, and splices of known decisions that other processes stored. */
export function addDecisions(session: LiveSession, added: readonly Decision[]): void {
  const byPosition = new Map(session.decisions.map((each) => [each.position, each]))
  for (const decision of added) {
    const { position, cueId, splice } = decision
    if (cueId !== null) session.decidedCues.add(cueId)
    if (session.over.has(position)) continue
    const own = byPosition.get(position)
    const isFurther = own === undefined || isAhead(splice, own.splice)
    // Only the session log needs the requests.
    if (isFurther) byPosition.set(position, { ...decision, exchanges: [] })
  }
  session.decisions = [...byPosition.values()].sort((a, b) => a.position - b.position)
}

function isAhead(one: Decision['splice'], other: Decision['splice']): boolean {
  if (one === null) return false
  return other === null || (one.returnMsn !== null && other.returnMsn === null)
}
