import { LIVE_DATA_ID } from './tags.ts'

/** State of a stream according to the server. */
export type Answer =
  | 'on-air'
  /** The URL plays a recording. */
  | 'recording'
  | 'waiting'
  | 'paused'
  | 'ended'
  /** There is no such stream, or not for this viewer. */
  | 'gone'
  | 'unreachable'

const TIMEOUT_MS = 8000

/** An answer, and when a stream that waits is planned to start, in ms since 1970. */
export interface Asked {
  readonly answer: Answer
  readonly startsMs: number | null
}

/** Asks for the state of the stream with this multivariant playlist. */
export async function askState(src: string): Promise<Asked> {
  try {
    const url = new URL(src, location.href)
    // The answer is not played, so no session with ads begins.
    url.searchParams.set('state', '1')
    const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const body = await response.text()
    return { answer: answerOf(response.status, body), startsMs: startOf(body) }
  } catch {
    return { answer: 'unreachable', startsMs: null }
  }
}

export function answerOf(status: number, body: string): Answer {
  if (status === 200) return body.includes(`DATA-ID="${LIVE_DATA_ID}"`) ? 'on-air' : 'recording'
  if (status === 429 || status < 400 || status > 499) return 'unreachable'
  const [, id] = /"\/problems\/stream-([a-z-]+)"/.exec(body) ?? []
  switch (id) {
    case 'not-started':
      return 'waiting'
    case 'paused':
    case 'ended':
      return id
    default:
      return 'gone'
  }
}

/** The planned start in a problem of the server. */
export function startOf(body: string): number | null {
  const [, time = ''] = /"It starts at ([^"]+)"/.exec(body) ?? []
  const at = Date.parse(time)
  return Number.isNaN(at) ? null : at
}
