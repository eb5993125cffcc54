import { type PreviewFrame, previewKinds, previewReader } from '@kinora/contract'
import type { Bus, Channel } from '../events/bus.ts'
import type { Logger } from '../log.ts'
import type { NodeAccess } from './node-access.ts'
import { readNode } from './read-node.ts'

/** A stream and its tenant. */
interface StreamRef {
  readonly id: string
  readonly environmentId: string
}

/** A stream with the node that runs it. */
export interface WatchedRow extends StreamRef {
  /** Null if no node runs it. */
  readonly nodeUrl: string | null
}

/** Streams of a kind, whose nodes send previews.
 * @typeParam Row of the database @typeParam Sent state as nodes send it @typeParam State for listeners */
export interface PreviewedStreams<Row extends WatchedRow, Sent, State> {
  /** The streams that exist, of one or more environments. */
  readonly load: (streams: readonly StreamRef[]) => Promise<Row[]>
  /** Announces changes of streams by ID, and of all with an empty one. */
  readonly channel: Channel
  /** Content of the previews: pictures, levels and states, or audio. */
  readonly kind: 'preview' | 'audio'
  /** @param row null if the stream is gone @param sent null without a connection to a node */
  readonly stateOf: (row: Row | null, sent: Sent | null) => State
}

export interface PreviewListener<State> {
  /** Gets pictures with their configuration, and audio levels. Begins with the pictures since the last keyframe. */
  frame(streamId: string, frame: PreviewFrame): void
  /** Gets the first state, each change, and figures once a second while the stream is live. */
  state(streamId: string, state: State): void
}

/** Previews of streams in this process. Listeners of a stream share one connection to its node, which ends with the
 * last one. */
export interface Previews<State> {
  watch(
    environmentId: string,
    streamIds: readonly string[],
    listener: PreviewListener<State>,
  ): { close(): void }
  close(): void
}

interface Entry<Row, Sent, State> {
  readonly ref: StreamRef
  readonly listeners: Set<PreviewListener<State>>
  /** Null until it was looked up, or if the stream is gone. */
  row: Row | null
  /** The connection to a node. Null while there is none. */
  node: { readonly url: string; readonly close: () => void } | null
  /** State that the node has sent. Null without a connection. */
  sent: Sent | null
  /** Null until it was looked up. */
  state: State | null
  config: PreviewFrame | null
  /** Pictures since the last keyframe. */
  pictures: PreviewFrame[]
}

/** Streams are looked up again after this time, because announcements can be lost. */
const LOOK_UP_MS = 2000
/** Shortest time between two look-ups. */
const SHORT_MS = 250
const MAX_PICTURES = 600
/** Bytes of the pictures that are kept, more than a node keeps. */
const MAX_PICTURE_BYTES = 2 * 1024 ** 2

export function openPreviews<Row extends WatchedRow, Sent, State>(
  { bus, log }: { readonly bus: Bus; readonly log: Logger },
  access: NodeAccess,
  { load, channel, kind, stateOf }: PreviewedStreams<Row, Sent, State>,
): Previews<State> {
  type Own = Entry<Row, Sent, State>
  const entries = new Map<string, Own>()
  let stopListening: (() => void) | null = null
  const timer = earliestTimer(() => void lookUp())
  let isLookingUp = false
  let isClosed = false

  function lookUpIn(ms: number): void {
    if (entries.size > 0) timer.runIn(ms)
  }

  async function lookUp(): Promise<void> {
    if (isLookingUp) return
    isLookingUp = true
    try {
      const asked = [...entries.values()]
      const refs = asked.map(({ ref }) => ref)
      const known = new Map((await load(refs)).map((row) => [keyOf(row), row]))
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

  function connect(entry: Own): void {
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
        kind,
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

  function take(entry: Own, frame: PreviewFrame): void {
    if (frame.kind === previewKinds.state) {
      // The sender is another process of the same version, which the secret of nodes proves.
      entry.sent = JSON.parse(new TextDecoder().decode(frame.data)) as Sent
      publish(entry, true)
      return
    }
    keepFrame(entry, frame)
    for (const listener of entry.listeners) listener.frame(entry.ref.id, frame)
  }

  function publish(entry: Own, hasFigures = false): void {
    const state = stateOf(entry.row, entry.sent)
    // The sent state has figures, which change all the time.
    if (!hasFigures && entry.state !== null && JSON.stringify(entry.state) === JSON.stringify(state)) return
    entry.state = state
    for (const listener of entry.listeners) listener.state(entry.ref.id, state)
  }

  function open(ref: StreamRef): Own {
    const known = entries.get(keyOf(ref))
    if (known !== undefined) return known
    const unknown = { row: null, node: null, sent: null, state: null, config: null }
    const entry: Own = { ref, listeners: new Set(), ...unknown, pictures: [] }
    entries.set(keyOf(ref), entry)
    return entry
  }

  function leave(entry: Own, listener: PreviewListener<State>): void {
    // Another listener may have opened the stream again since this one left.
    if (!entry.listeners.delete(listener) || entry.listeners.size > 0) return
    entry.node?.close()
    entry.node = null
    entries.delete(keyOf(entry.ref))
    if (entries.size > 0) return
    timer.clear()
    stopListening?.()
    stopListening = null
  }

  return {
    watch(environmentId, streamIds, listener) {
      const own = [...new Set(streamIds)].map((id) => open({ id, environmentId }))
      stopListening ??= bus.subscribe(channel, (id) => {
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
      timer.clear()
      stopListening?.()
    },
  }
}

const keyOf = ({ id, environmentId }: StreamRef) => `${environmentId} ${id}`

/** Keeps what new listeners need. */
function keepFrame(
  entry: Pick<Entry<unknown, unknown, unknown>, 'config' | 'pictures'>,
  frame: PreviewFrame,
): void {
  const { kind } = frame
  if (kind === previewKinds.config || kind === previewKinds.audioStart) {
    entry.config = frame
    entry.pictures = []
  }
  if (kind === previewKinds.key) entry.pictures = [frame]
  if (kind === previewKinds.delta && entry.pictures.length > 0) entry.pictures.push(frame)
  // Without a keyframe for so long, new listeners wait for the next one.
  const bytes = entry.pictures.reduce((sum, { data }) => sum + data.length, 0)
  if (entry.pictures.length > MAX_PICTURES || bytes > MAX_PICTURE_BYTES) entry.pictures = []
}

function clear(entry: Pick<Entry<unknown, unknown, unknown>, 'sent' | 'config' | 'pictures'>): void {
  entry.sent = null
  entry.config = null
  entry.pictures = []
}

/** Runs a task after a time, or earlier if that was asked for before: frequent requests do not put it off. */
function earliestTimer(run: () => void) {
  let timer: NodeJS.Timeout | undefined
  let nextMs = 0
  const clear = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    runIn(ms: number): void {
      const dueMs = performance.now() + ms
      if (timer !== undefined && nextMs <= dueMs) return
      clear()
      nextMs = dueMs
      timer = setTimeout(() => {
        timer = undefined
        run()
      }, ms)
      timer.unref()
    },
    clear,
  }
}
