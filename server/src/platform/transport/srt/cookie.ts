import { createHmac, randomBytes } from 'node:crypto'

/** Cookies prove that a caller receives at its address (draft-sharabayko-srt-01, 4.3.1). The server keeps no state for
 * callers without a valid cookie. */
export interface Cookies {
  issue(peer: string, nowMs: number): number
  isValid(cookie: number, peer: string, nowMs: number): boolean
}

export function createCookies(lifetimeMs: number): Cookies {
  const secret = randomBytes(32)
  const cookieOf = (peer: string, period: number) =>
    createHmac('sha256', secret).update(`${period} ${peer}`).digest().readUInt32BE()
  return {
    issue: (peer, nowMs) => cookieOf(peer, Math.floor(nowMs / lifetimeMs)),
    isValid(cookie, peer, nowMs) {
      const period = Math.floor(nowMs / lifetimeMs)
      return [period, period - 1].some((candidate) => cookieOf(peer, candidate) === cookie)
    },
  }
}
