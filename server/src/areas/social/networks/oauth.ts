import * as z from 'zod'
import { type AppKeys, ScopesMissing, type Tokens } from './driver.ts'
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
    .transform((seconds) => Math.min(seconds, MOST_TOKEN_S))
    .optional(),
  scope: z.string().optional(),
})
const tokenFault = z.object({
  // Facebook answers with an object.
  error: z
    .union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)])
    .catch(''),
  error_description: z.string().catch(''),
})

/** Seconds for which a token counts that the network gives without a time. */
const USUAL_S = 3600

interface TokenRequest {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Scopes that posting needs. */
  readonly scopes: readonly string[]
  /** Seconds for which a token counts if the network does not say. */
  readonly lifeS?: number
  /** Whether a refusal ends the connection, besides `invalid_grant`. */
  readonly isEnd?: (error: string, words: string) => boolean
}

/** Requests tokens (RFC 6749, sections 4.1.3 and 6).
 * @throws NetworkFailure, Refused, ConnectionEnded, ScopesMissing */
export async function requestTokens(
  client: NetworkClient,
  { url, fields, headers, scopes, lifeS = USUAL_S, isEnd }: TokenRequest,
  signal: AbortSignal,
): Promise<Tokens> {
  const answer = await client.send(formRequest(url, fields, headers), signal)
  assertAnswered(answer)
  const { error, error_description: description } = readJson(answer, tokenFault)
  // TikTok refuses with 200.
  if (answer.status !== 200 || error !== '') {
    const words = wordsOf(description || error)
    if (error === 'invalid_grant' || isEnd?.(error, description)) throw new ConnectionEnded(words)
    throw new Refused('account', 'refused-account', words)
  }
  const given = readJson(answer, tokens)
  const allowed = given.scope?.split(/[\s,]+/)
  if (allowed !== undefined && !scopes.every((scope) => allowed.includes(scope))) throw new ScopesMissing()
  return {
    accessToken: given.access_token,
    refreshToken: given.refresh_token ?? null,
    expiresInS: given.expires_in ?? lifeS,
  }
}

/** The ID and the secret of an app in a header (RFC 6749, section 2.3.1). */
export function basicHeader({ clientId, clientSecret }: AppKeys): Record<string, string> {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** A refresh at a network that gives no refresh tokens. */
export async function refuseRefresh(): Promise<Tokens> {
  throw new ConnectionEnded('the network gives no new tokens')
}

export function jsonRequest(url: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  const all = { 'content-type': 'application/json', ...headers }
  return { method: 'POST', url, headers: all, body: JSON.stringify(body) } as const
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
