import * as z from 'zod'
import { ScopesMissing, type Tokens } from './driver.ts'
import { ConnectionEnded, Refused } from './failures.ts'
import { assertAnswered, type NetworkClient, readJson, wordsOf } from './network-client.ts'

/** A longer life would be more than a date can say. */
const MOST_TOKEN_S = 366 * 24 * 3600

const tokens = z.object({
  access_token: z.string().min(1).max(4096),
  refresh_token: z.string().min(1).max(4096).optional(),
  /** Recommended, not required (RFC 6749, section 5.1). */
  expires_in: z
    .number()
    .positive()
    .default(3600)
    .transform((seconds) => Math.min(seconds, MOST_TOKEN_S)),
  scope: z.string().optional(),
})
const tokenFault = z.object({ error: z.string().catch(''), error_description: z.string().catch('') })

interface TokenRequest {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Scopes that posting needs. */
  readonly scopes: readonly string[]
  /** Whether a refusal ends the connection, besides `invalid_grant`. */
  readonly isEnd?: (error: string, words: string) => boolean
}

/** Requests tokens (RFC 6749, sections 4.1.3 and 6).
 * @throws NetworkFailure, Refused, ConnectionEnded, ScopesMissing */
export async function requestTokens(
  client: NetworkClient,
  { url, fields, headers, scopes, isEnd }: TokenRequest,
  signal: AbortSignal,
): Promise<Tokens> {
  const answer = await client.send(formRequest(url, fields, headers), signal)
  assertAnswered(answer)
  if (answer.status !== 200) {
    const { error, error_description: description } = readJson(answer, tokenFault)
    const words = wordsOf(description || error)
    if (error === 'invalid_grant' || isEnd?.(error, description)) throw new ConnectionEnded(words)
    throw new Refused('account', 'refused-account', words)
  }
  const given = readJson(answer, tokens)
  const allowed = given.scope?.split(' ')
  if (allowed !== undefined && !scopes.every((scope) => allowed.includes(scope))) throw new ScopesMissing()
  return {
    accessToken: given.access_token,
    refreshToken: given.refresh_token ?? null,
    expiresInS: given.expires_in,
  }
}

/** A request with the fields of a form. */
export function formRequest(
  url: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) {
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  } as const
}
