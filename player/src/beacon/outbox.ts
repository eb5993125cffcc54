/** Sends events, and keeps them until the server has accepted them. */
export interface Outbox<E> {
  /** @param isUrgent sends immediately instead of together with later events */
  add(event: E, isUrgent: boolean): void
  /** Sends all events without waiting for a response, because the page may be closing. */
  leave(): void
}

const TOGETHER_MS = 1000
const RETRY_MS = 10_000
const MAX_KEPT = 300

interface Destination<E> {
  readonly url: () => string
  /** Maximum number of events per request. */
  readonly mostAtOnce: number
  readonly bodyOf: (events: readonly E[]) => unknown
}

/** If the server is unavailable for long, only the newest events are kept. */
export function openOutbox<E>({ url, mostAtOnce, bodyOf }: Destination<E>): Outbox<E> {
  let kept: E[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false

  const blobOf = (events: readonly E[]) =>
    new Blob([JSON.stringify(bodyOf(events))], { type: 'application/json' })

  function later(afterMs: number): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void send()
    }, afterMs)
  }

  async function send(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (isSending || kept.length === 0) return
    isSending = true
    const events = kept.slice(0, mostAtOnce)
    const response = await fetch(url(), { method: 'POST', body: blobOf(events), keepalive: true }).catch(
      () => null,
    )
    isSending = false
    const isWrong =
      response !== null && response.status >= 400 && response.status < 500 && response.status !== 429
    // The server would reject invalid events again, so they are dropped.
    if (response?.ok || isWrong) {
      kept = kept.filter((event) => !events.includes(event))
      if (kept.length > 0) later(TOGETHER_MS)
    } else later(RETRY_MS)
  }

  return {
    add(event, isUrgent) {
      kept = [...kept, event].slice(-MAX_KEPT)
      if (isUrgent) void send()
      else later(TOGETHER_MS)
    },
    leave() {
      while (kept.length > 0) {
        const events = kept.slice(0, mostAtOnce)
        if (!navigator.sendBeacon(url(), blobOf(events))) return
        kept = kept.slice(events.length)
      }
    },
  }
}
