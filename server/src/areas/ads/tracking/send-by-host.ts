import { setTimeout as pause } from 'node:timers/promises'

interface Sending<T> {
  /** Claims due requests, except those to these hosts. */
  claim(busy: readonly string[]): Promise<readonly T[]>
  hostOf(request: T): string
  send(host: string, requests: readonly T[]): Promise<void>
  /** Hosts that requests are being sent to, also by other jobs of this process. */
  readonly busy: Set<string>
  readonly signal: AbortSignal
}

/** Maximum number of hosts that requests are sent to at the same time. */
const MAX_HOSTS = 500
/** Time after which due requests to other hosts are claimed, while some hosts have not answered. */
const POLL_MS = 200

/** Sends requests until none is due. Each host has its own turn, so that one that does not answer delays no other. */
export async function sendByHost<T>({ claim, hostOf, send, busy, signal }: Sending<T>): Promise<void> {
  const running = new Set<Promise<void>>()
  const faults: unknown[] = []
  for (;;) {
    signal.throwIfAborted()
    if (faults.length > 0) throw faults[0]
    const claimed = busy.size < MAX_HOSTS ? await claim([...busy]) : []
    for (const [host, requests] of Map.groupBy(claimed, hostOf)) {
      busy.add(host)
      const sending = send(host, requests)
        .catch((error: unknown) => void faults.push(error))
        .finally(() => {
          busy.delete(host)
          running.delete(sending)
        })
      running.add(sending)
    }
    if (claimed.length > 0) continue
    if (running.size === 0 && faults.length === 0) return
    await Promise.race([...running, pause(POLL_MS, undefined, { signal })])
  }
}
