import { hashPayload } from './payload-hash.ts'

/** Merges two paths that carry identical payloads, such as two SRT connections of one encoder: a payload that one path has lost
 * comes from the other. Pure: times come from the caller. */
export interface PathMerge {
  /** @param number counts the payloads of the path, also lost ones */
  push(path: number, number: number, payload: Buffer, atUs: number, nowMs: number): void
  /** Gives up payloads that neither path has delivered in time. */
  tick(nowMs: number): void
  /** The path has ended. It may begin again with other numbers. */
  leave(path: number): void
  /** Payloads that neither path had. */
  lost(): number
  /** Whether both paths carry the stream now. */
  isDouble(): boolean
}

interface Waiting {
  readonly payload: Buffer
  readonly atUs: number
  readonly sinceMs: number
}

/** Numbers of payloads by their hash. Null for payloads that look the same, such as the padding of a constant
 * bitrate: they prove nothing. */
type Numbers = Map<number, number | null>

/** A path whose distance is not known yet. */
interface Candidate {
  distance: number
  count: number
  /** Numbers of its last payloads by their hash: it can be ahead of the others. */
  readonly recent: Numbers
}

/** Equal payloads in a row that prove the distance of two paths. */
const PROOF = 20
/** Payloads of the first path that are compared with those of the second. */
const KEPT = 4096
const MAX_WAITING = 4096

export function createPathMerge(holdMs: number, deliver: (payload: Buffer, atUs: number) => void): PathMerge {
  /** Distance of the numbers of each path to ours. Missing while it is unknown. */
  const distances = new Map<number, number>()
  /** Highest own number of each path whose distance is known. */
  const reached = new Map<number, number>()
  const candidates = new Map<number, Candidate>()
  const recent: Numbers = new Map()
  const waiting = new Map<number, Waiting>()
  let next = 0
  let lost = 0

  return {
    push(path, number, payload, atUs, nowMs) {
      const hash = hashPayload(payload)
      // Without another path, this one goes on where the last one has ended.
      if (distances.size === 0) distances.set(path, number - next)
      const distance = distances.get(path)
      if (distance === undefined) {
        compare(path, number, hash)
        return
      }
      const own = number - distance
      remember(recent, hash, own)
      for (const [other, { recent: theirs }] of candidates) {
        const same = theirs.get(hash) ?? null
        if (same !== null) prove(other, same, own)
      }
      reached.set(path, Math.max(reached.get(path) ?? own, own))
      if (own < next || waiting.has(own)) return
      waiting.set(own, { payload, atUs, sinceMs: nowMs })
      drain()
      // Nobody can fill a hole that all paths have passed.
      while (waiting.size > 0 && [...distances.keys()].every((each) => (reached.get(each) ?? 0) > next))
        skip()
      while (waiting.size > MAX_WAITING) skip()
    },
    tick(nowMs) {
      for (let first = oldest(); first !== null && nowMs - first.sinceMs > holdMs; first = oldest()) skip()
    },
    leave(path) {
      distances.delete(path)
      reached.delete(path)
      candidates.delete(path)
      if (distances.size === 0) while (waiting.size > 0) skip()
    },
    lost: () => lost,
    isDouble: () => distances.size > 1,
  }

  /** Looks for the distance of a path by payloads that are the same. */
  function compare(path: number, number: number, hash: number): void {
    const candidate = candidates.get(path) ?? { distance: 0, count: 0, recent: new Map() }
    candidates.set(path, candidate)
    remember(candidate.recent, hash, number)
    const own = recent.get(hash) ?? null
    if (own !== null) prove(path, number, own)
  }

  function prove(path: number, number: number, own: number): void {
    const candidate = candidates.get(path)
    if (candidate === undefined) return
    const distance = number - own
    candidate.count = candidate.distance === distance ? candidate.count + 1 : 1
    candidate.distance = distance
    if (candidate.count < PROOF) return
    candidates.delete(path)
    distances.set(path, distance)
    reached.set(path, own)
  }

  function drain(): void {
    for (let found = waiting.get(next); found !== undefined; found = waiting.get(next)) {
      waiting.delete(next)
      next += 1
      deliver(found.payload, found.atUs)
    }
  }

  function oldest(): Waiting | null {
    const [first] = waiting.values()
    return first ?? null
  }

  /** Gives up what is missing before the next payload that waits. */
  function skip(): void {
    const first = Math.min(...waiting.keys())
    lost += first - next
    next = first
    drain()
  }
}

function remember(hashes: Numbers, hash: number, number: number): void {
  const isKnown = hashes.has(hash)
  // A payload that repeats stays, so that it stays ambiguous while it goes on.
  if (isKnown) hashes.delete(hash)
  hashes.set(hash, isKnown ? null : number)
  const [first] = hashes.keys()
  if (hashes.size > KEPT && first !== undefined) hashes.delete(first)
}
