import type { Clock } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Bus } from '../../../platform/events/bus.ts'
import { problem } from '../../../platform/problem.ts'
import { isRestricted, type Playback, playbackOf } from '../../library/index.ts'
import { assertAllowed } from './access.ts'
import type { Audience, Permit, PlaybackTokens } from './playback-tokens.ts'
import { allRenditions, type Playlists, playlistsOf } from './playlists.ts'
import type { Referrer } from './referrer.ts'

export interface Delivered {
  readonly playback: Playback
  readonly playlists: Playlists
  /** What the token allows; null where none is needed. */
  readonly permit: Permit | null
  /** Where it is not for everybody: only the viewer's own cache may keep it, until then. Null where any may. */
  readonly keptUntil: Date | null
}

export interface Ask {
  readonly playbackId: string
  readonly audience: Audience
  readonly token: string | undefined
  readonly referrer: Referrer
}

export interface Playbacks {
  /** A video that may be played. @throws problem not-found, and any of `playbackRefusals` */
  get(ask: Ask): Promise<Delivered>
  /** A video that is there, whether or not it may be played. */
  find(playbackId: string): Promise<Playback | null>
  /** What `get` would answer anybody, where it is in memory; null where `get` has to be asked. */
  open(playbackId: string): Delivered | null
}

const MAX_ENTRIES = 2000
const MAX_BYTES = 64 * 1024 ** 2
/** About what a segment takes in its list, and an entry apart from its segments and playlists. */
const SEGMENT_BYTES = 100
const ENTRY_BYTES = 4000
/** The last moment that a date can be. */
const LAST_MS = 8.64e15
/** Changes are announced; this is for announcements that got lost. */
const KEPT_MS = 10_000

interface Entry {
  readonly value: Promise<Delivered | null>
  readonly until: number
  loaded: Delivered | null
  bytes: number
}

/** Videos and their playlists in memory, forgotten when they change. */
export function cachePlaybacks(
  db: Queryable,
  bus: Bus,
  clock: Clock,
  tokens: PlaybackTokens,
  maxBytes = MAX_BYTES,
): Playbacks {
  const entries = new Map<string, Entry>()
  bus.subscribe('contents', (playbackId) => {
    if (playbackId === '') entries.clear()
    else entries.delete(playbackId)
  })

  async function load(playbackId: string): Promise<Delivered | null> {
    const playback = await playbackOf(db, playbackId)
    return playback && { playback, playlists: playlistsOf(playback), permit: null, keptUntil: null }
  }

  /** The ones loaded longest ago go; the newest stays, however large. */
  function makeRoom(): void {
    let bytes = 0
    for (const entry of entries.values()) bytes += entry.bytes
    for (const [playbackId, entry] of entries) {
      if (entries.size === 1 || (entries.size <= MAX_ENTRIES && bytes <= maxBytes)) return
      entries.delete(playbackId)
      bytes -= entry.bytes
    }
  }

  function known(playbackId: string): Promise<Delivered | null> {
    const now = clock.now().getTime()
    const entry = entries.get(playbackId)
    if (entry !== undefined && entry.until > now) return entry.value
    const fresh: Entry = {
      value: load(playbackId),
      until: now + KEPT_MS,
      loaded: null,
      bytes: ENTRY_BYTES,
    }
    entries.delete(playbackId)
    entries.set(playbackId, fresh)
    fresh.value.then(
      (loaded) => {
        fresh.loaded = loaded
        if (loaded !== null) fresh.bytes += bytesOf(loaded)
        makeRoom()
      },
      () => entries.delete(playbackId),
    )
    makeRoom()
    return fresh.value
  }

  return {
    async get({ playbackId, audience, token, referrer }) {
      const delivered = await known(playbackId)
      if (delivered === null) throw problem('not-found')
      // The one place where it is decided, on every request, whether something may be played.
      const { playback } = delivered
      if (isOpen(playback)) return delivered
      const { policy, restrictions } = playback
      const permit = await tokens[policy === 'signed' ? 'check' : 'own'](playback, audience, token)
      if (!permit?.isOwn) assertAllowed(restrictions, referrer, clock.now())
      return { ...delivered, permit, keptUntil: endOf(playback, permit) }
    },
    async find(playbackId) {
      return (await known(playbackId))?.playback ?? null
    },
    open(playbackId) {
      const entry = entries.get(playbackId)
      if (!entry?.loaded || entry.until <= clock.now().getTime()) return null
      return isOpen(entry.loaded.playback) ? entry.loaded : null
    },
  }
}

/** Anybody may play it, anywhere and at any time. */
export function isOpen({ policy, restrictions }: Playback): boolean {
  return policy === 'public' && !isRestricted(restrictions)
}

/** What is allowed now ends with its token and with its time. */
function endOf({ restrictions: { playableUntil } }: Playback, permit: Permit | null): Date {
  const ends = [permit?.expiresAt.getTime(), playableUntil === null ? undefined : Date.parse(playableUntil)]
  return new Date(Math.min(LAST_MS, ...ends.filter((end) => end !== undefined)))
}

/** Playlists are held twice, as text and as bytes. */
function bytesOf({ playback, playlists }: Delivered): number {
  const files = [playlists.multivariant, ...playlists.media.values()]
  const segments = allRenditions(playback).reduce((sum, rendition) => sum + rendition.segments.length, 0)
  return files.reduce((sum, file) => sum + 2 * (file?.body.length ?? 0), segments * SEGMENT_BYTES)
}
