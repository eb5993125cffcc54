import type { ViewEvent } from '@kinora/contract'

/** Sends events, and keeps them until the server has them. */
export interface Outbox {
  /** @param isUrgent sends at once instead of with others */
  add(event: ViewEvent, isUrgent: boolean): void
  /** Sends what there is without waiting for an answer, because the page may be gone in a moment. */
  leave(): void
}

const TOGETHER_MS = 1000
const RETRY_MS = 10_000
/** Of the server, for one request. */
const MAX_AT_ONCE = 50
/** Later events have the totals of earlier ones, so those may go. */
const MAX_KEPT = 300

/** @param url of `POST /beacon/v1/views` */
export function openOutbox(url: string): Outbox {
  let kept: ViewEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false

  const bodyOf = (events: readonly ViewEvent[]) =>
    new Blob([JSON.stringify({ sentAt: Date.now(), events })], { type: 'application/json' })

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
    const events = kept.slice(0, MAX_AT_ONCE)
    const response = await fetch(url, { method: 'POST', body: bodyOf(events), keepalive: true }).catch(
      () => null,
    )
    isSending = false
    const isWrong =
      response !== null && response.status >= 400 && response.status < 500 && response.status !== 429
    // The server will never take what it finds wrong.
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
        const events = kept.slice(0, MAX_AT_ONCE)
        if (!navigator.sendBeacon(url, bodyOf(events))) return
        kept = kept.slice(events.length)
      }
    },
  }
}
