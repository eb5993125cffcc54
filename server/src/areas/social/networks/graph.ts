import * as z from 'zod'
import { addSeconds } from '../../../platform/clock.ts'
import type { AppKeys, Tokens } from './driver.ts'
import { NetworkFailure, QuotaUsed } from './failures.ts'
import { assertTaken, type NetworkAnswer, type NetworkClient, readMaybe, wordsOf } from './network-client.ts'
import { requestTokens } from './oauth.ts'

// https://developers.facebook.com/docs/facebook-login/guides/access-tokens. Tokens of pages that come from a long-lived token have
// no end.

/** The version of the Graph API, through which Facebook and Instagram are used. */
export const GRAPH_VERSION = 'v24.0'
export const GRAPH = `https://graph.facebook.com/${GRAPH_VERSION}`
/** Pages that one answer lists. */
export const PAGES_PER_LIST = 100

/** An ID, which becomes a part of addresses. */
export const graphId = z.string().regex(/^\d{1,25}$/)
export const graphLink = z
  .url({ protocol: /^https$/ })
  .max(500)
  .nullable()
  .catch(null)
/** The end of a page of a list. The address of the next page has a token, and is not used. */
export const graphPaging = z
  .object({
    cursors: z.object({ after: z.string().max(1000).optional() }).optional(),
    next: z.string().optional(),
  })
  .optional()

/** The page on which a person allows the access. */
export function loginUrl(
  { clientId, state, redirectUri }: { clientId: string; state: string; redirectUri: string },
  scopes: readonly string[],
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(','),
    state,
  })
  return `https://www.facebook.com/${GRAPH_VERSION}/dialog/oauth?${query}`
}

/** A long-lived token for the code of a person. Tokens of pages end with the one that they come from, unless that is long-lived.
 * @throws NetworkFailure, Refused */
export async function exchangeLogin(
  client: NetworkClient,
  app: AppKeys,
  { code, redirectUri }: { readonly code: string; readonly redirectUri: string },
  signal: AbortSignal,
): Promise<Tokens> {
  const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
  const short = await requestToken(client, app, grant, signal)
  const longer = { grant_type: 'fb_exchange_token', fb_exchange_token: short.accessToken }
  return requestToken(client, app, longer, signal)
}

function requestToken(
  client: NetworkClient,
  { clientId, clientSecret }: AppKeys,
  grant: Record<string, string>,
  signal: AbortSignal,
): Promise<Tokens> {
  const fields = { ...grant, client_id: clientId, client_secret: clientSecret }
  // Facebook does not say which scopes a person allowed: without them there is no page to post to.
  return requestTokens(client, { url: `${GRAPH}/oauth/access_token`, fields, scopes: [] }, signal)
}

const apiFault = z.object({
  error: z.object({
    message: z.string().catch(''),
    code: z.number().catch(0),
    error_subcode: z.number().catch(0),
    error_user_msg: z.string().optional(),
    error_data: z.unknown().optional(),
  }),
})

/** Limits on calls of the app, the person, and the page, and on posts (https://developers.facebook.com/docs/graph-api/overview/rate-limiting). */
const paceCodes = [4, 9, 17, 32, 613]
/** Facebook's own faults: another attempt may help. */
const passingCodes = [1, 2]
const SPAM_CODE = 368

/** The fault of an answer. Null if it has none. */
export function readFault(answer: NetworkAnswer) {
  return answer.status < 400 ? null : (readMaybe(answer, apiFault)?.error ?? null)
}

/** Whether an answer says that the token does not count, which Facebook says with 400. */
export function refusesToken(answer: NetworkAnswer): boolean {
  return answer.status === 401 || readFault(answer)?.code === 190
}

/** @throws NetworkFailure, Refused, QuotaUsed for every answer that is no success */
export function assertAccepted(answer: NetworkAnswer, now: Date): void {
  const fault = readFault(answer)
  const code = fault?.code ?? 0
  const words = fault === null ? null : wordsOf(`${fault.error_user_msg ?? fault.message} (${code})`)
  if (paceCodes.includes(code)) throw new QuotaUsed(addSeconds(now, 3600), code === 4, words ?? '')
  if (code === SPAM_CODE) throw new QuotaUsed(addSeconds(now, 24 * 3600), false, words ?? '')
  if (passingCodes.includes(code)) throw new NetworkFailure('answer', words ?? '')
  const isAccount = answer.status === 401 || code === 190 || code === 10 || (code >= 200 && code < 300)
  assertTaken(answer, words, isAccount ? 'account' : 'video')
}
