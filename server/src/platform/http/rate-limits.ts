import { isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { problem } from '../problem.ts'

/** Requests per minute from one address to ordinary calls. */
const GENERAL_PER_MINUTE = 1200
const WINDOW_MS = 60_000
/** Above this number of counters the oldest are deleted, so that forged addresses cannot fill the memory. */
const MAX_COUNTERS = 50_000

interface Counter {
  used: number
  resetsAt: number
}

/** Counts requests in fixed windows of a minute, in this process. */
export function rateLimits(clock: Clock) {
  const general = new Map<string, Counter>()
  // Separate, so that a flood of other requests cannot evict the counters of sign-in.
  const special = new Map<string, Counter>()

  return {
    /** @throws problem rate-limited with Retry-After, in seconds. */
    take(request: FastifyRequest, reply: FastifyReply, perMinute: number | null): void {
      const limit = perMinute ?? GENERAL_PER_MINUTE
      const now = clock.now().getTime()
      const counter =
        perMinute === null
          ? counterFor(general, clientKey(request.ip), now)
          : counterFor(special, `${clientKey(request.ip)} ${request.routeOptions.url}`, now)
      counter.used += 1
      const resetSeconds = Math.ceil((counter.resetsAt - now) / 1000)
      reply.header('ratelimit-limit', limit)
      reply.header('ratelimit-remaining', Math.max(0, limit - counter.used))
      reply.header('ratelimit-reset', resetSeconds)
      if (counter.used > limit)
        throw problem('rate-limited', { headers: { 'retry-after': String(resetSeconds) } })
    },
  }

  function counterFor(counters: Map<string, Counter>, key: string, now: number): Counter {
    const found = counters.get(key)
    if (found !== undefined && found.resetsAt > now) return found
    if (counters.size >= MAX_COUNTERS) {
      for (const oldest of counters.keys()) {
        counters.delete(oldest)
        if (counters.size < MAX_COUNTERS / 2) break
      }
    }
    const counter = { used: 0, resetsAt: now + WINDOW_MS }
    counters.delete(key)
    counters.set(key, counter)
    return counter
  }
}

/** The address range of one caller: a /64 for IPv6, the smallest usual assignment. */
function clientKey(address: string): string {
  // Also IPv4 addresses mapped to IPv6.
  if (!isIPv6(address) || address.includes('.')) return address
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
