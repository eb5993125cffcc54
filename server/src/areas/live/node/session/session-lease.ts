import { uuidv7 } from '../../../../platform/database/ids.ts'
import type { Live } from '../../live.ts'
import { releaseSession, renewSession } from '../../sessions/sessions.ts'
import type { SessionRow } from '../../sessions/tables.ts'

/** The lease of this node on a session, stored with what the next node needs: the IDs of the renditions, the number of
 * the next segment, and the target duration. */
export interface SessionLease {
  /** ID of a rendition by its name: `source`, `480p`, `audio`. */
  idOf(name: string): string
  nameOf(rendition: string): string
  /** Sets the target duration, before the first segment. */
  setTarget(targetS: number): void
  /** A rendition has begun a segment. The first one stores that its number is used. */
  segmentBegun(msn: number): void
  /** A publisher was accepted: what runs from now on may be metered in another way. */
  published(): void
  /** False if another node has taken the session, or the stream was deleted. */
  renew(): Promise<boolean>
  release(at: Date): Promise<void>
}

/** @param isTest whether the test signal is published; null without a publisher */
export function holdLease(
  live: Pick<Live, 'db' | 'clock' | 'log' | 'usage'>,
  session: SessionRow,
  isTest: () => boolean | null,
): SessionLease {
  const outputs = new Map(Object.entries(session.outputs))
  let { nextMsn, targetS } = session
  const renewal = () => ({ outputs: Object.fromEntries(outputs), nextMsn, targetS })
  const renew = () => renewSession(live, session, renewal(), isTest())
  const renewSoon = () => {
    renew().catch((err: unknown) => live.log.warn({ err }, 'a live stream cannot store its state'))
  }
  return {
    renew,
    idOf(name) {
      const known = outputs.get(name) ?? uuidv7(live.clock.now().getTime())
      outputs.set(name, known)
      return known
    },
    nameOf: (rendition) => [...outputs].find(([, id]) => id === rendition)?.[0] ?? rendition,
    setTarget(seconds) {
      targetS = seconds
    },
    segmentBegun(msn) {
      if (msn < nextMsn) return
      nextMsn = msn + 1
      // If this process dies, the next one must not reuse the number.
      renewSoon()
    },
    published: renewSoon,
    release: (at) => releaseSession(live.db, session, renewal(), at),
  }
}
