import type { DeliveredFile } from '../../delivery/index.ts'

/** CMCD data of a request (CTA-5004). */
export interface Cmcd {
  /** ID of the session: one view in one player. */
  readonly sessionId: string
  /** Whether there is only a session ID. Kinora's player sends this, because it reports its views itself. */
  readonly isBare: boolean
  /** Bitrate of the object in kbit/s. */
  readonly bitrate: number
  /** Duration of the object. */
  readonly durationMs: number | null
  /** Whether the buffer ran empty since the last request. */
  readonly wasStarved: boolean
  /** Type of the object (`ot`), such as video or audio. Null if not sent. */
  readonly objectType: string | null
}

const MAX_CHARS = 2000
const MAX_SESSION_CHARS = 64
const MAX_KBPS = 1_000_000
const MAX_OBJECT_MS = 60_000
const headerNames = ['cmcd-request', 'cmcd-object', 'cmcd-status', 'cmcd-session'] as const

/** Reads CMCD from the query or the headers of a request. Null without a session ID. */
export function cmcdOf({ headers, url }: Pick<DeliveredFile, 'headers' | 'url'>): Cmcd | null {
  const text = queryOf(url) ?? headerNames.flatMap((name) => headers[name] ?? []).join(',')
  if (text === '' || text.length > MAX_CHARS) return null
  const values = new Map<string, string>()
  for (const [, name = '', quoted, plain = ''] of text.matchAll(
    /(?:^|,)\s*([\w-]+)(?:=(?:"((?:[^"\\]|\\.)*)"|([^,]*)))?/g,
  ))
    values.set(name, quoted ?? plain.trim())
  const sessionId = values.get('sid') ?? ''
  if (sessionId === '' || sessionId.length > MAX_SESSION_CHARS) return null
  const number = (name: string, most: number) => {
    const value = Number(values.get(name))
    return Number.isFinite(value) && value > 0 ? Math.min(value, most) : null
  }
  return {
    sessionId,
    isBare: [...values.keys()].every((name) => name === 'sid' || name === 'v'),
    bitrate: number('br', MAX_KBPS) ?? 0,
    durationMs: number('d', MAX_OBJECT_MS),
    wasStarved: values.has('bs') && values.get('bs') !== 'false',
    objectType: values.get('ot') ?? null,
  }
}

function queryOf(url: string): string | null {
  const [, query = ''] = url.split('?', 2)
  return query.includes('CMCD=') ? new URLSearchParams(query).get('CMCD') : null
}
