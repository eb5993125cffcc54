import type { Clock } from '../../../platform/clock.ts'
import { problem } from '../../../platform/problem.ts'
import type { Playback, PlaybackSource } from '../sources/playback-source.ts'
import type { PlaylistFile } from '../sources/playlist-file.ts'
import { assertAllowed, isOpen } from './access.ts'
import { multivariantFile } from './multivariant.ts'
import type { Audience, Permit, PlaybackTokens } from './playback-tokens.ts'
import type { Referrer } from './referrer.ts'

export interface PlaybackAccess {
  readonly playback: Playback
  /** Shared by all viewers. Null while nothing can be played, or if each viewer has a session. */
  readonly multivariant: PlaylistFile | null
  /** The token's permit. Null if none is needed. */
  readonly permit: Permit | null
  /** For restricted playbacks, only the viewer's own cache may keep it, until this time. Null for public ones. */
  readonly privateUntil: Date | null
}

export interface PlaybackRequest {
  readonly playbackId: string
  readonly audience: Audience
  readonly token: string | undefined
  readonly referrer: Referrer
}

export interface Playbacks {
  /** Adds a source. Sources are asked in this order. */
  add(source: PlaybackSource): void
  /** Marks a playback of the source as changed. Null marks all of them. */
  expire(playbackId: string | null, source: PlaybackSource): void
  /** The playback, if the request may play it. @throws problem not-found, and any of `playbackRefusals` */
  get(ask: PlaybackRequest): Promise<PlaybackAccess>
  /** The playback, without checking access. */
  find(playbackId: string): Promise<Playback | null>
  /** The cached playback, if it is open to everybody. Null means that `get` must decide. */
  open(playbackId: string): PlaybackAccess | null
}

const MAX_ENTRIES = 2000
const MAX_MISSES = 5000
const MAX_BYTES = 64 * 1024 ** 2
/** Approximate memory of an entry without its playback. */
const ENTRY_BYTES = 1000
/** The maximum time of a Date. */
const LAST_MS = 8.64e15
/** Limits the effect of lost change notifications. */
const CACHE_MS = 10_000
const MISS_CACHE_MS = 2000

interface Found {
  readonly source: PlaybackSource
  readonly access: PlaybackAccess
}

interface Entry {
  readonly value: Promise<Found | null>
  readonly until: number
  /** It has changed: the next request resolves it again. */
  isExpired: boolean
  /** The latest resolved playback, taken from the previous entry while this one loads. */
  found: Found | null
  isLoaded: boolean
  bytes: number
}

/** Caches playbacks with their multivariant playlists, and resolves them again after changes. */
export function openPlaybacks(clock: Clock, tokens: PlaybackTokens, maxBytes = MAX_BYTES): Playbacks {
  const sources: PlaybackSource[] = []
  const entries = new Map<string, Entry>()
  const misses = new Map<string, number>()

  async function load(playbackId: string, previous: Found | null): Promise<Found | null> {
    if (previous !== null) {
      const again = await previous.source.resolve(playbackId, previous.access.playback)
      if (again !== null) return foundIn(previous.source, again)
    }
    for (const source of sources) {
      const playback = source === previous?.source ? null : await source.resolve(playbackId, null)
      if (playback !== null) return foundIn(source, playback)
    }
    return null
  }

  /** Evicts the entries that were loaded first. Keeps the newest, regardless of its size. */
  function evictOldest(): void {
    let bytes = 0
    for (const entry of entries.values()) bytes += entry.bytes
    for (const [playbackId, entry] of entries) {
      if (entries.size === 1 || (entries.size <= MAX_ENTRIES && bytes <= maxBytes)) return
      entries.delete(playbackId)
      bytes -= entry.bytes
    }
  }

  function storeFound(playbackId: string, entry: Entry, found: Found | null): void {
    entry.found = found
    entry.isLoaded = true
    if (found !== null) entry.bytes += bytesOf(found.access)
    else if (entries.get(playbackId) === entry) {
      entries.delete(playbackId)
      if (!entry.isExpired) storeMiss(playbackId)
    }
    evictOldest()
  }

  function storeMiss(playbackId: string): void {
    misses.delete(playbackId)
    misses.set(playbackId, clock.now().getTime() + MISS_CACHE_MS)
    const [oldest] = misses.keys()
    if (misses.size > MAX_MISSES && oldest !== undefined) misses.delete(oldest)
  }

  function lookUp(playbackId: string): Promise<Found | null> {
    const now = clock.now().getTime()
    const entry = entries.get(playbackId)
    if (entry !== undefined && !entry.isExpired && entry.until > now) return entry.value
    if ((misses.get(playbackId) ?? 0) > now) return Promise.resolve(null)
    const previous = entry?.found ?? null
    const next: Entry = {
      value: load(playbackId, previous),
      until: now + CACHE_MS,
      isExpired: false,
      found: previous,
      isLoaded: false,
      bytes: ENTRY_BYTES,
    }
    entries.delete(playbackId)
    entries.set(playbackId, next)
    next.value.then(
      (found) => storeFound(playbackId, next, found),
      () => {
        if (entries.get(playbackId) === next) entries.delete(playbackId)
      },
    )
    evictOldest()
    return next.value
  }

  return {
    add: (source) => void sources.push(source),
    expire(playbackId, source) {
      if (playbackId !== null) {
        misses.delete(playbackId)
        const entry = entries.get(playbackId)
        if (entry !== undefined) entry.isExpired = true
        return
      }
      misses.clear()
      for (const entry of entries.values())
        if (!entry.isLoaded || entry.found?.source === source) entry.isExpired = true
    },
    async get({ playbackId, audience, token, referrer }) {
      const found = await lookUp(playbackId)
      if (found === null) throw problem('not-found')
      // The only place that decides, for each request, whether something may be played.
      const { access } = found
      const { playback } = access
      if (isOpen(playback)) return access
      const { policy, restrictions } = playback
      const permit = await tokens[policy === 'signed' ? 'check' : 'own'](playback, audience, token)
      if (!permit?.isOwn) assertAllowed(restrictions, referrer, clock.now())
      return { ...access, permit, privateUntil: endOf(playback, permit) }
    },
    async find(playbackId) {
      return (await lookUp(playbackId))?.access.playback ?? null
    },
    open(playbackId) {
      const entry = entries.get(playbackId)
      if (!entry?.isLoaded || entry.isExpired || entry.until <= clock.now().getTime()) return null
      const { access } = entry.found ?? {}
      return access !== undefined && isOpen(access.playback) ? access : null
    },
  }
}

function foundIn(source: PlaybackSource, playback: Playback): Found {
  const multivariant = playback.openSession ? null : multivariantFile(playback)
  return { source, access: { playback, multivariant, permit: null, privateUntil: null } }
}

/** Access ends with the token and with the playable time. */
function endOf({ restrictions: { playableUntil } }: Playback, permit: Permit | null): Date {
  const ends = [permit?.expiresAt.getTime(), playableUntil === null ? undefined : Date.parse(playableUntil)]
  return new Date(Math.min(LAST_MS, ...ends.filter((end) => end !== undefined)))
}

function bytesOf({ playback, multivariant }: PlaybackAccess): number {
  return playback.memoryBytes + 2 * (multivariant?.sizeBytes ?? 0)
}
