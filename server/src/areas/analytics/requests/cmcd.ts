import type { DeliveredFile } from '../../delivery/index.ts'

/** What a player says about itself with a request for a file (CTA-5004). */
export interface Cmcd {
  /** Of the session: one view in one player. */
  readonly sessionId: string
  /** Nothing but the session is given, as Kinora's own player does, which reports its views by itself. */
  readonly isBare: boolean
  /** Of the object, in kbit/s. */
  readonly bitrate: number
  /** Of the object, in milliseconds. */
  readonly durationMs: number | null
  /** The buffer was empty some time since the last request. */
  readonly wasStarved: boolean
  /** The object has video, or sound alone. Null if that is not said. */
  readonly objectType: string | null
}

const MAX_CHARS = 2000
const MAX_SESSION_CHARS = 64
const MAX_KBPS = 1_000_000
const MAX_OBJECT_MS = 60_000
const headerNames = ['cmcd-request', 'cmcd-object', 'cmcd-status', 'cmcd-session'] as const

/** From the query or the headers of a request. Null if it has no session. */
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
