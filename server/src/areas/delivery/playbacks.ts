import type { Bus } from '../../platform/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database.ts'
import { problem } from '../../platform/problem.ts'
import { type Playback, playbackOf } from '../library/index.ts'
import type { Audience, Permit, PlaybackTokens } from './playback-tokens.ts'
import { allRenditions, type Playlists, playlistsOf } from './playlists.ts'

export interface Delivered {
  readonly playback: Playback
  readonly playlists: Playlists
  /** What the token allows; null where playback is open to everybody. */
  readonly permit: Permit | null
}

export interface Ask {
  readonly playbackId: string
  readonly audience: Audience
  readonly token: string | undefined
}

export interface Playbacks {
  /** A video that may be played. @throws problem not-found, playback-token-missing, playback-token-invalid */
  get(ask: Ask): Promise<Delivered>
  /** What `get` would answer, where it is in memory and open to everybody; null where `get` has to be asked. */
  open(playbackId: string): Delivered | null
}

const MAX_ENTRIES = 2000
const MAX_BYTES = 64 * 1024 ** 2
/** About what a segment takes in its list, and an entry apart from its segments and playlists. */
const SEGMENT_BYTES = 100
const ENTRY_BYTES = 4000
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
    return playback && { playback, playlists: playlistsOf(playback), permit: null }
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

  return {
    async get({ playbackId, audience, token }) {
      const now = clock.now().getTime()
      let entry = entries.get(playbackId)
      if (entry === undefined || entry.until <= now) {
        const fresh: Entry = {
          value: load(playbackId),
          until: now + KEPT_MS,
          loaded: null,
          bytes: ENTRY_BYTES,
        }
        entry = fresh
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
      }
      const delivered = await entry.value
      if (delivered === null) throw problem('not-found')
      // The one place where it is decided, on every request, whether something may be played.
      if (delivered.playback.policy === 'public') return delivered
      return { ...delivered, permit: await tokens.check(delivered.playback, audience, token) }
    },
    open(playbackId) {
      const entry = entries.get(playbackId)
      if (entry === undefined || entry.until <= clock.now().getTime()) return null
      return entry.loaded?.playback.policy === 'public' ? entry.loaded : null
    },
  }
}

/** Playlists are held twice, as text and as bytes. */
function bytesOf({ playback, playlists }: Delivered): number {
  const files = [playlists.multivariant, ...playlists.media.values()]
  const segments = allRenditions(playback).reduce((sum, rendition) => sum + rendition.segments.length, 0)
  return files.reduce((sum, file) => sum + 2 * (file?.body.length ?? 0), segments * SEGMENT_BYTES)
}
