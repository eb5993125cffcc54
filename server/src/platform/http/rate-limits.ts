import { isIPv6 } from 'node:net'
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
/** More refused callers than this are forgotten, so that forged addresses cannot fill the memory. */
const MAX_REFUSED = 50_000

export interface RateLimits {
  /** Counts a request from the caller's address: against the limit of its route, or null for that of all others.
   * @throws problem rate-limited with Retry-After, in seconds */
  takeByAddress(request: FastifyRequest, reply: FastifyReply, perMinute: number | null): Promise<void>
  /** Counts a request in an environment. @throws problem rate-limited with Retry-After, in seconds */
  takeByEnvironment(reply: FastifyReply, environmentId: string): Promise<void>
}

/** Counts requests in fixed windows of a minute, in the database, so that all processes share the limits. */
export function rateLimits(db: Database, clock: Clock): RateLimits {
  /** Until when a caller is refused, so that a flood does not reach the database. */
  const refused = new Map<string, Date>()

  const take = async (reply: FastifyReply, key: string, limit: number): Promise<void> => {
    const now = clock.now()
    const until = refused.get(key)
    const isRefused = until !== undefined && until > now
    const { used, resetsAt } = isRefused ? { used: limit + 1, resetsAt: until } : await count(db, key, now)
    const resetSeconds = Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)
    reply.header('ratelimit-limit', limit)
    reply.header('ratelimit-remaining', Math.max(0, limit - used))
    reply.header('ratelimit-reset', resetSeconds)
    if (used <= limit) return
    if (refused.size >= MAX_REFUSED) refused.clear()
    refused.set(key, resetsAt)
    throw problem('rate-limited', { headers: { 'retry-after': String(resetSeconds) } })
  }

  return {
    takeByAddress(request, reply, perMinute) {
      const address = clientKey(request.ip)
      return perMinute === null
        ? take(reply, address, ADDRESS_PER_MINUTE)
        : take(reply, `${address} ${request.routeOptions.url}`, perMinute)
    },
    takeByEnvironment: (reply, environmentId) => take(reply, environmentId, ENVIRONMENT_PER_MINUTE),
  }
}

async function count(db: Database, key: string, now: Date): Promise<{ used: number; resetsAt: Date }> {
  const first = { used: 1, resetsAt: new Date(now.getTime() + WINDOW_MS) }
  const isOver = sql`${rateCounters.resetsAt} <= ${now.toISOString()}::timestamptz`
  const [counter] = await db
    .insert(rateCounters)
    .values({ key, ...first })
    .onConflictDoUpdate({
      target: rateCounters.key,
      set: {
        used: sql`CASE WHEN ${isOver} THEN 1 ELSE ${rateCounters.used} + 1 END`,
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
