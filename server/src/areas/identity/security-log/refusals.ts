import { eq } from 'drizzle-orm'
import type { Actor, Refusal } from '../../../platform/auth.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { writeSecurityRecord } from '../../../platform/events/security-log.ts'
import type { Later } from '../later.ts'
import { users } from '../tables.ts'
import { accountOfRow, recordAccountEvent } from './records.ts'

/** Refusals of the same kind within this time are counted in memory. */
const WRITE_EVERY_MS = 60_000
/** More kinds than this are dropped from memory, so that forged addresses cannot fill it. */
const MAX_KINDS = 10_000
const action = 'access.refused'

interface Counted {
  waiting: number
  readonly nextAt: Date
}

/** Makes the function that records requests that were refused because of their credential or their tenant. */
export function refusalRecorder(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  later: Later,
): (refusal: Refusal) => void {
  const kinds = new Map<string, Counted>()

  /** Refusals to write now. Zero if the last ones were written a moment ago. */
  const countOf = (key: string): number => {
    const now = clock.now()
    const known = kinds.get(key)
    if (known !== undefined && known.nextAt > now) {
      known.waiting += 1
      return 0
    }
    if (kinds.size >= MAX_KINDS) kinds.clear()
    kinds.set(key, { waiting: 0, nextAt: new Date(now.getTime() + WRITE_EVERY_MS) })
    return (known?.waiting ?? 0) + 1
  }

  return (refusal) => {
    const { actor, tenantId, address } = refusal
    const key = `${action} ${actor?.userId ?? address} ${tenantId ?? ''}`
    const repeats = countOf(key)
    if (repeats > 0) later.add(() => write(refusal, key, repeats))
  }

  async function write(
    { actor, tenantId, path, reason, ...from }: Refusal,
    repeatKey: string,
    repeats: number,
  ) {
    const details = { reason, path, ...(tenantId && { tenantId }), ...tokenOf(actor) }
    const given = { action, failed: true, details, repeatKey, repeats, from } as const
    if (actor === null) {
      await writeSecurityRecord(db, { ...given, user: null, actor: null, at: clock.now() })
      return
    }
    const [user] = await db.select().from(users).where(eq(users.id, actor.userId))
    if (user) await recordAccountEvent(db, clock, { ...given, account: accountOfRow(user), by: actor })
  }
}

function tokenOf(actor: Actor | null) {
  return actor?.kind === 'token' ? { tokenId: actor.tokenId, token: actor.name } : {}
}
