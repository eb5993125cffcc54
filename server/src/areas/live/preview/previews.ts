import { type LivestreamStatus, type PreviewFrame, previewKinds, previewReader } from '@kinora/contract'
import { readNode } from '../feed/feed-client.ts'
import type { NodeAccess } from '../feed/node-access.ts'
import type { Live } from '../live.ts'
import { liveStreamChannel, type StreamRef } from '../streams/stream-changes.ts'
import type { PreviewState } from './preview-state.ts'
import { loadWatchedRows, type WatchedRow } from './watched-rows.ts'

/** State of a stream whose preview is watched. */
export interface WatchedState extends PreviewState {
  readonly name: string
  readonly started: boolean
  /** `gone`: deleted, or not in this environment. */
  readonly status: LivestreamStatus | 'gone'
}

export interface PreviewListener {
  /** Gets pictures with their configuration, and audio levels. Begins with the pictures since the last keyframe. */
  frame(streamId: string, frame: PreviewFrame): void
  /** Gets the first state, each change, and figures once a second while the stream is live. */
  state(streamId: string, state: WatchedState): void
}

/** Previews of live streams in this process. Listeners of a stream share one connection to its node, which ends with the
 * last one. */
export interface Previews {
  watch(environmentId: string, streamIds: readonly string[], listener: PreviewListener): { close(): void }
  close(): void
}

interface Entry {
  readonly ref: StreamRef
  readonly listeners: Set<PreviewListener>
  /** Null until it was looked up, or if the stream is gone. */
  row: WatchedRow | null
  /** The connection to a node. Null while there is none. */
  node: { readonly url: string; readonly close: () => void } | null
  live: PreviewState
  /** Null until it was looked up. */
  state: WatchedState | null
  config: PreviewFrame | null
  /** Pictures since the last keyframe. */
  pictures: PreviewFrame[]
}

/** Streams are looked up again after this time, because announcements can be lost. */
const LOOK_UP_MS = 2000
/** Shortest time between two look-ups. */
const SHORT_MS = 250
const MAX_PICTURES = 600
const away: PreviewState = { source: null, health: null }

export function openPreviews(live: Live, access: NodeAccess): Previews {
  const { db, bus, log } = live
  const entries = new Map<string, Entry>()
  let stopListening: (() => void) | null = null
  let timer: NodeJS.Timeout | undefined
  let isLookingUp = false
  let isClosed = false

  function lookUpIn(ms: number): void {
    clearTimeout(timer)
    if (entries.size === 0) return
    timer = setTimeout(() => void lookUp(), ms)
    timer.unref()
  }

  async function lookUp(): Promise<void> {
    if (isLookingUp) return
    isLookingUp = true
    try {
      const asked = [...entries.values()]
      const refs = asked.map(({ ref }) => ref)
      const known = new Map((await loadWatchedRows(db, refs)).map((row) => [keyOf(row), row]))
      if (isClosed) return
      for (const entry of asked) {
        entry.row = known.get(keyOf(entry.ref)) ?? null
        if (entry.listeners.size > 0) connect(entry)
        publish(entry)
      }
    } catch (err) {
      log.warn({ err }, 'the streams of previews are not known')
    } finally {
      isLookingUp = false
      // Some may have been added meanwhile.
      const isNew = [...entries.values()].some(({ state }) => state === null)
      lookUpIn(isNew ? SHORT_MS : LOOK_UP_MS)
    }
  }

  function connect(entry: Entry): void {
    const url = entry.row?.nodeUrl ?? null
    if (entry.node?.url === url) return
    entry.node?.close()
    entry.node = null
    if (url === null) {
      clear(entry)
      return
    }
    const read = previewReader()
    const node = {
      url,
      close: readNode({
        nodeUrl: url,
        access,
        streamId: entry.ref.id,
        kind: 'preview',
        onChunk(chunk) {
          for (const frame of read(chunk)) take(entry, frame)
        },
        onClosed() {
          if (entry.node !== node) return
          entry.node = null
          clear(entry)
          publish(entry)
          lookUpIn(SHORT_MS)
        },
      }).close,
    }
    entry.node = node
  }

  function take(entry: Entry, frame: PreviewFrame): void {
    if (frame.kind === previewKinds.state) {
      // The sender is another process of the same version, which the secret of nodes proves.
      entry.live = JSON.parse(new TextDecoder().decode(frame.data)) as PreviewState
      publish(entry, true)
      return
    }
    if (frame.kind === previewKinds.config) {
      entry.config = frame
      entry.pictures = []
    }
    if (frame.kind === previewKinds.key) entry.pictures = [frame]
    if (frame.kind === previewKinds.delta && entry.pictures.length > 0) entry.pictures.push(frame)
    // Without a keyframe for so long, new listeners wait for the next one.
    if (entry.pictures.length > MAX_PICTURES) entry.pictures = []
    for (const listener of entry.listeners) listener.frame(entry.ref.id, frame)
  }

  function open(ref: StreamRef): Entry {
    const known = entries.get(keyOf(ref))
    if (known !== undefined) return known
    const entry = newEntry(ref)
    entries.set(keyOf(ref), entry)
    return entry
  }

  function leave(entry: Entry, listener: PreviewListener): void {
    entry.listeners.delete(listener)
    if (entry.listeners.size > 0) return
    entry.node?.close()
    entry.node = null
    entries.delete(keyOf(entry.ref))
    if (entries.size > 0) return
    clearTimeout(timer)
    stopListening?.()
    stopListening = null
  }

  return {
    watch(environmentId, streamIds, listener) {
      const own = [...new Set(streamIds)].map((id) => open({ id, environmentId }))
      stopListening ??= bus.subscribe(liveStreamChannel, (id) => {
        const isWatched = id === '' || [...entries.values()].some(({ ref }) => ref.id === id)
        if (isWatched) lookUpIn(SHORT_MS)
      })
      for (const entry of own) {
        const { ref, state, config, pictures } = entry
        entry.listeners.add(listener)
        if (state !== null) listener.state(ref.id, state)
        if (config !== null) listener.frame(ref.id, config)
        for (const picture of pictures) listener.frame(ref.id, picture)
      }
      if (own.some(({ state }) => state === null)) lookUpIn(0)
      return {
        close() {
          for (const entry of own) leave(entry, listener)
        },
      }
    },
    close() {
      isClosed = true
      for (const { node } of entries.values()) node?.close()
      entries.clear()
      clearTimeout(timer)
      stopListening?.()
    },
  }
}

function clear(entry: Entry): void {
  entry.live = away
  entry.config = null
  entry.pictures = []
}

function publish(entry: Entry, hasFigures = false): void {
  const before = entry.state
  const { row } = entry
  const status = row?.status ?? 'gone'
  const state = { ...entry.live, name: row?.name ?? '', started: row?.started ?? false, status } as const
  if (!hasFigures && before !== null && isSameState(before, state)) return
  entry.state = state
  for (const listener of entry.listeners) listener.state(entry.ref.id, state)
}

const keyOf = ({ id, environmentId }: StreamRef) => `${environmentId} ${id}`

function newEntry(ref: StreamRef): Entry {
  const unknown = { row: null, node: null, live: away, state: null, config: null }
  return { ref, listeners: new Set(), ...unknown, pictures: [] }
}

function isSameState(one: WatchedState, other: WatchedState): boolean {
  return (
    one.name === other.name &&
    one.status === other.status &&
    one.started === other.started &&
    (one.health === null) === (other.health === null)
  )
}
