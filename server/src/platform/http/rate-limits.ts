import { randomInt } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { lt, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { rateCounters } from '../database/tables.ts'
import { problem } from '../problem.ts'

/** Requests per minute from one address to ordinary calls outside environments. */
const ADDRESS_PER_MINUTE = 1200
/** Requests per minute in one environment, from all its members and programs. */
const ENVIRONMENT_PER_MINUTE = 6000
const WINDOW_MS = 60_000
/** More callers than this are dropped from memory, so that forged addresses cannot fill it. */
const MAX_CALLERS = 50_000
/** A process takes this share of a limit at once, so that most requests need no query. */
const LEASES_PER_LIMIT = 300
/** Refusals in a minute that a caller gets at once. One that asks on and on without regard to them waits for each further one, so
 * that a flood costs others nothing. */
const QUICK_REFUSALS = 20
/** Each waits another time in this range, so that refusals do not come all at once, and the requests that follow them. */
const HOLD_MS = [1000, 2000] as const
/** Refusals of one caller, and of all, that are held at the same time. Each is an open request. */
const MOST_HELD_OF_ONE = 1000
const MOST_HELD = 5000

/** Requests that this process may still accept from a caller. */
interface Lease {
  left: number
  /** Requests of the limit that no process has leased. */
  untaken: number
  readonly resetsAt: Date
  /** Refused requests, and those of them that wait for their answer. */
  refused: number
  held: number
}

export interface RateLimits {
  /** Counts a request from the caller's address: against the limit of its route, or null for that of all others.
   * @throws problem rate-limited with Retry-After, in seconds */
  takeByAddress(request: FastifyRequest, reply: FastifyReply, perMinute: number | null): Promise<void>
  /** Counts a request in an environment. @throws problem rate-limited with Retry-After, in seconds */
  takeByEnvironment(reply: FastifyReply, environmentId: string): Promise<void>
}

/**
 * Counts requests in fixed windows of a minute, in the database, so that all processes share the limits. All processes
 * together never exceed a limit; what one took and did not use is lost to the others until the window ends.
 */
export function rateLimits(db: Database, clock: Clock): RateLimits {
  const leases = new Map<string, Lease>()
  let held = 0

  const leaseOf = async (key: string, limit: number, now: Date): Promise<Lease> => {
    const known = leases.get(key)
    // A used-up limit is remembered too, so that a flood does not reach the database.
    if (known !== undefined && known.resetsAt > now && (known.left > 0 || known.untaken === 0)) return known
    const wanted = Math.max(1, Math.floor(limit / LEASES_PER_LIMIT))
    const { used, resetsAt } = await take(db, key, wanted, now)
    const granted = Math.max(0, Math.min(wanted, limit - (used - wanted)))
    const untaken = Math.max(0, limit - used)
    const sameWindow = leases.get(key)
    if (sameWindow?.resetsAt.getTime() === resetsAt.getTime()) {
      // Another request took at the same time.
      sameWindow.left += granted
      sameWindow.untaken = Math.min(sameWindow.untaken, untaken)
      return sameWindow
    }
    const lease = { left: granted, untaken, resetsAt, refused: 0, held: 0 }
    if (leases.size >= MAX_CALLERS) leases.clear()
    leases.set(key, lease)
    return lease
  }

  const count = async (reply: FastifyReply, key: string, limit: number): Promise<void> => {
    const now = clock.now()
    const lease = await leaseOf(key, limit, now)
    const isAllowed = lease.left > 0
    if (isAllowed) lease.left -= 1
    const resetSeconds = Math.ceil((lease.resetsAt.getTime() - now.getTime()) / 1000)
    reply.header('ratelimit-limit', limit)
    reply.header('ratelimit-remaining', lease.left + lease.untaken)
    reply.header('ratelimit-reset', resetSeconds)
    if (isAllowed) return
    const isFull = !(await refuseSlowly(lease))
    throw problem('rate-limited', {
      headers: { 'retry-after': String(resetSeconds), ...(isFull && { connection: 'close' }) },
    })
  }

  /** Waits before a refusal if the caller has got many. @returns false if too many others wait */
  const refuseSlowly = async (lease: Lease): Promise<boolean> => {
    lease.refused += 1
    if (lease.refused <= QUICK_REFUSALS) return true
    if (lease.held >= MOST_HELD_OF_ONE || held >= MOST_HELD) return false
    lease.held += 1
    held += 1
    await pause(randomInt(...HOLD_MS), undefined, { ref: false })
    lease.held -= 1
    held -= 1
    return true
  }

  return {
    takeByAddress(request, reply, perMinute) {
      const address = clientKey(request.ip)
      return perMinute === null
        ? count(reply, address, ADDRESS_PER_MINUTE)
        : count(reply, `${address} ${request.routeOptions.url}`, perMinute)
    },
    takeByEnvironment: (reply, environmentId) => count(reply, environmentId, ENVIRONMENT_PER_MINUTE),
  }
}

/** Adds to the caller's counter. Returns its sum in the current window. */
async function take(
  db: Database,
  key: string,
  requests: number,
  now: Date,
): Promise<{ used: number; resetsAt: Date }> {
  const first = { used: requests, resetsAt: new Date(now.getTime() + WINDOW_MS) }
  const isOver = sql`${rateCounters.resetsAt} <= ${now.toISOString()}::timestamptz`
  const [counter] = await db
    .insert(rateCounters)
    .values({ key, ...first })
    .onConflictDoUpdate({
      target: rateCounters.key,
      set: {
        used: sql`CASE WHEN ${isOver} THEN excluded.used ELSE ${rateCounters.used} + excluded.used END`,
        resetsAt: sql`CASE WHEN ${isOver} THEN excluded.resets_at ELSE ${rateCounters.resetsAt} END`,
      },
    })
    .returning()
  return counter ?? first
}

/** Deletes counters of past minutes. */
export async function pruneRateCounters(db: Database, now: Date): Promise<void> {
  await db.delete(rateCounters).where(lt(rateCounters.resetsAt, now))
}

/** The address range of one caller: a /64 for IPv6, the smallest usual assignment. */
function clientKey(address: string): string {
  // Also IPv4 addresses mapped to IPv6.
  if (!isIPv6(address) || address.includes('.')) return address
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
