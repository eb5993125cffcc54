import type { Event, LogLine, ProgressNote } from '@kinora/contract'
import { otherCalls } from '@kinora/contract/calls.gen'
import { useSyncExternalStore } from 'react'
import { callerHeaders, partsOfCall, refusalIn } from './api'
import { sessionToken } from './session'
import { readMessages } from './sse'

interface EventListener {
  readonly onEvent?: (event: Event) => void
  readonly onProgress?: (note: ProgressNote) => void
  readonly onLog?: (line: LogLine) => void
  /** Called after a reconnect if the server may not have replayed all events. */
  readonly onReconnect?: () => void
  /** Called when the user may no longer listen here; the connection is closed. */
  readonly onRefused?: () => void
}

const firstRetryMs = 500
const longestRetryMs = 15_000
/** The connection counts as dead without a byte for this long; the server sends comments more often. */
const idleTimeoutMs = 60_000

/** `lost`: disconnected or unreachable, retrying. `refused`: not allowed, not retrying. */
type EventsState = 'connecting' | 'open' | 'lost' | 'refused'

interface Stream {
  readonly listeners: Set<EventListener>
  readonly stop: AbortController
  state: EventsState
}

const streams = new Map<string, Stream>()
const watchers = new Set<() => void>()

/** Listens to the events of an environment. Listeners of the same environment share a connection. */
export function listenToEvents(environmentId: string, listener: EventListener): () => void {
  const stream = streams.get(environmentId) ?? openStream(environmentId)
  stream.listeners.add(listener)
  return () => {
    stream.listeners.delete(listener)
    if (stream.listeners.size > 0 || streams.get(environmentId) !== stream) return
    stream.stop.abort()
    streams.delete(environmentId)
  }
}

/** The state of the environment's event stream. */
export function useEventsState(environmentId: string): EventsState {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => streams.get(environmentId)?.state ?? 'connecting',
  )
}

function openStream(environmentId: string): Stream {
  const stream: Stream = { listeners: new Set(), stop: new AbortController(), state: 'connecting' }
  streams.set(environmentId, stream)
  void keepConnected(environmentId, stream)
  return stream
}

async function keepConnected(environmentId: string, stream: Stream): Promise<void> {
  const place = { lastEventId: '' }
  let failures = 0
  let opened = 0
  while (!stream.stop.signal.aborted && sessionToken() !== null) {
    try {
      const isRefused = await readStream(environmentId, stream, place, () => {
        failures = 0
        opened += 1
        setState(stream, 'open')
        if (opened > 1) for (const listener of stream.listeners) listener.onReconnect?.()
      })
      if (isRefused) return refuse(stream)
      if (stream.state === 'open') setState(stream, 'lost')
    } catch {
      // Disconnected: the loop retries with increasing delays.
      setState(stream, 'lost')
    }
    failures += 1
    await pause(retryAfter(failures), stream.stop.signal)
  }
}

/** Reads events until the connection ends. Returns true if a retry would be refused again. */
async function readStream(
  environmentId: string,
  stream: Stream,
  place: { lastEventId: string },
  onOpen: () => void,
): Promise<boolean> {
  const token = sessionToken()
  const headers = callerHeaders(environmentId)
  headers.set('accept', 'text/event-stream')
  if (place.lastEventId) headers.set('last-event-id', place.lastEventId)

  const silence = new AbortController()
  const signal = AbortSignal.any([stream.stop.signal, silence.signal])
  const response = await fetch(partsOfCall(otherCalls.streamEvents).path, { headers, signal })
  if (!response.ok) {
    const { id, status } = await refusalIn(response, token)
    return id !== 'answer-unreadable' && [401, 403, 404].includes(status)
  }
  if (!response.body) return false
  onOpen()

  let timer = setTimeout(() => silence.abort(), idleTimeoutMs)
  const onChunk = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), idleTimeoutMs)
  }
  try {
    for await (const message of readMessages(response.body, onChunk)) {
      if (message.id) place.lastEventId = message.id
      notify(stream, message.type, message.data)
    }
  } finally {
    clearTimeout(timer)
  }
  return false
}

function refuse(stream: Stream): void {
  setState(stream, 'refused')
  for (const listener of stream.listeners) listener.onRefused?.()
}

function notify(stream: Stream, type: string, data: string): void {
  if (type === 'event') {
    const event = JSON.parse(data) as Event
    for (const listener of stream.listeners) listener.onEvent?.(event)
  } else if (type === 'progress') {
    const note = JSON.parse(data) as ProgressNote
    for (const listener of stream.listeners) listener.onProgress?.(note)
  } else if (type === 'log') {
    const line = JSON.parse(data) as LogLine
    for (const listener of stream.listeners) listener.onLog?.(line)
  }
}

function setState(stream: Stream, state: EventsState): void {
  stream.state = state
  for (const watcher of watchers) watcher()
}

/** Exponential backoff from 0.5 s to 15 s, with up to a third subtracted as jitter. */
function retryAfter(failures: number): number {
  const full = Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs)
  return full * (1 - Math.random() / 3)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    signal.addEventListener('abort', done, { once: true })
  })
}
