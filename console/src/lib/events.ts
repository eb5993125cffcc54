import type { Event, LogLine, ProgressNote } from '@kinora/contract'
import { callTable } from '@kinora/contract/calls.gen'
import { useSyncExternalStore } from 'react'
import { callerHeaders, refusalIn } from './api'
import { sessionToken } from './session'
import { readMessages } from './sse'

interface EventListener {
  readonly onEvent?: (event: Event) => void
  readonly onProgress?: (note: ProgressNote) => void
  readonly onLog?: (line: LogLine) => void
  /** The connection is back after a gap that the server may not have replayed whole. */
  readonly onReconnect?: () => void
  /** This person may not listen here any more, and the connection is given up. */
  readonly onRefused?: () => void
}

const firstRetryMs = 500
const longestRetryMs = 15_000
/** Without a byte for this long the connection is taken for dead; the server writes a comment more often. */
const silenceMs = 60_000

/** `lost`: it was there, or the server cannot be reached; it is being tried again. `refused`: it is not. */
type EventsState = 'connecting' | 'open' | 'lost' | 'refused'

interface Stream {
  readonly listeners: Set<EventListener>
  readonly stop: AbortController
  state: EventsState
}

const streams = new Map<string, Stream>()
const watchers = new Set<() => void>()

/** Listens to what happens in an environment. Listeners of one environment share a connection. */
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

/** Whether changes are arriving by themselves just now. */
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
      const isRefused = await follow(environmentId, stream, place, () => {
        failures = 0
        opened += 1
        setState(stream, 'open')
        if (opened > 1) for (const listener of stream.listeners) listener.onReconnect?.()
      })
      if (isRefused) return refuse(stream)
      if (stream.state === 'open') setState(stream, 'lost')
    } catch {
      // The line is down; the next turn of the loop tries again, later each time.
      setState(stream, 'lost')
    }
    failures += 1
    await pause(retryAfter(failures), stream.stop.signal)
  }
}

/** Until the connection ends; true where asking again would be answered alike. */
async function follow(
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
  const response = await fetch(callTable.streamEvents.path, { headers, signal })
  if (!response.ok) {
    const { id, status } = await refusalIn(response, token)
    return id !== 'answer-unreadable' && [401, 403, 404].includes(status)
  }
  if (!response.body) return false
  onOpen()

  let timer = setTimeout(() => silence.abort(), silenceMs)
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), silenceMs)
  }
  try {
    for await (const message of readMessages(response.body, heard)) {
      if (message.id) place.lastEventId = message.id
      tell(stream, message.type, message.data)
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

function tell(stream: Stream, type: string, data: string): void {
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

/** Doubles from half a second to fifteen, with up to a third taken off so that clients do not return together. */
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
