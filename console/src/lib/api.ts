import type { AnswerOf, CallName, CallOf, RequestOf } from '@kinora/contract'
import { backgroundHeader } from '@kinora/contract/background-header'
import { newId } from '@kinora/contract/new-id'
import { publicCalls } from '@kinora/contract/public-calls.gen'
import { isAway } from './browser/presence'
import { Problem, problemOf } from './problem'
import { isReloading, refuseToken, sessionToken } from './session'

/** A call without an answer becomes a `timeout` after this, unless it sets its own limit. */
const defaultTimeoutMs = 10_000

/** The same limit for calls that send or receive files. */
const fileTimeoutMs = 300_000

interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
  /** Reuse the key to retry the call safely; without one, each POST gets a new key. */
  readonly idempotencyKey?: string
}

interface LooseRequest extends CallOptions {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly environmentId?: string
}

type Place<N extends CallName> =
  CallOf<N> extends { tenantIn: 'path' }
    ? unknown
    : CallOf<N>['caller'] extends 'environment'
      ? { environmentId: string }
      : unknown
type Request<N extends CallName> = RequestOf<CallOf<N>> & Place<N> & CallOptions
type FileCallName = { [N in CallName]: CallOf<N>['kind'] extends 'file' ? N : never }[CallName]
type Given<N extends CallName> =
  Record<never, never> extends Request<N> ? [request?: Request<N>] : [request: Request<N>]

/**
 * Makes a call of the contract as the signed-in user. Throws `Problem`, or the signal's reason if the caller aborted.
 * An answer with `code: 401` ends the session on this device.
 */
export function api<N extends CallName>(name: N, ...given: Given<N>): Promise<AnswerOf<CallOf<N>>>
export async function api(name: CallName, request: LooseRequest = {}): Promise<unknown> {
  const { method, path, kind } = await findCall(name)
  const token = sessionToken()
  const response = await send(method, addressOf(path, request), request)
  const body = await readJson(response)
  if (!response.ok || codeOf(body) === 401) throw await refusal(response, body, token)
  if (kind === 'json' && body === undefined) throw new Problem('answer-unreadable', response.status)
  return body
}

/** Returns the file that a call answers. Throws as `api` does. */
export async function fetchFile<N extends FileCallName>(name: N, request: Request<N>): Promise<Blob>
export async function fetchFile(name: CallName, request: LooseRequest): Promise<Blob> {
  const { method, path } = await findCall(name)
  const token = sessionToken()
  const response = await send(method, addressOf(path, request), { timeoutMs: fileTimeoutMs, ...request })
  if (!response.ok) throw await refusalIn(response, token)
  return response.blob()
}

/** The problem of a refused request that did not use `api`, handled as `api` does. `token` is the one that was sent. */
export async function refusalIn(response: Response, token: string | null): Promise<Problem> {
  return refusal(response, await readJson(response), token)
}

/** The authentication and environment headers, also for streams and uploads that call fetch themselves. */
export function callerHeaders(environmentId?: string): Headers {
  const headers = new Headers({ accept: 'application/json' })
  const token = sessionToken()
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (environmentId) headers.set('environment-id', environmentId)
  return headers
}

async function findCall(name: CallName) {
  if (has(publicCalls, name)) return partsOfCall(publicCalls[name])
  // Not in the first load of the screens before sign-in.
  const { otherCalls } = await import('@kinora/contract/calls.gen')
  if (has(otherCalls, name)) return partsOfCall(otherCalls[name])
  // Only for the screens of administrators.
  const { adminCalls } = await import('@kinora/contract/admin-calls.gen')
  return partsOfCall(adminCalls[name])
}

function has<Calls extends object>(calls: Calls, name: PropertyKey): name is keyof Calls {
  return Object.hasOwn(calls, name)
}

/** The parts of a call in the generated tables. */
export function partsOfCall(call: string) {
  const [method = '', kind = '', path = ''] = call.split(' ')
  return { method, kind, path }
}

async function send(method: string, address: string, request: LooseRequest): Promise<Response> {
  const headers = callerHeaders(request.environmentId)
  if (request.body !== undefined) headers.set('content-type', 'application/json')
  if (method === 'POST') headers.set('idempotency-key', request.idempotencyKey ?? newId())
  // A page that refreshes itself must not keep the session alive. Uploads and other changes do.
  if (method === 'GET' && isAway()) headers.set(backgroundHeader, 'true')

  const limit = AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs)
  const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit
  const body = request.body === undefined ? null : JSON.stringify(request.body)
  try {
    return await fetch(address, { method, headers, body, signal })
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw new Problem(limit.aborted ? 'timeout' : 'offline', 0)
  }
}

function addressOf(path: string, { params = {}, query = {} }: LooseRequest): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const items = [value].flat()
    for (const one of items) if (one !== undefined) search.append(name, String(one))
    // A single value would be split at its commas.
    const [only] = items
    if (Array.isArray(value) && items.length === 1 && String(only).includes(','))
      search.append(name, String(only))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** The body as JSON; undefined if it is empty or not JSON. */
async function readJson(response: Response): Promise<unknown> {
  try {
    const text = await response.text()
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

async function refusal(response: Response, body: unknown, token: string | null): Promise<Problem> {
  if (codeOf(body) === 401) refuseToken(token)
  // Stays pending: the page would show an error until the reload.
  if (isReloading()) await new Promise(() => {})
  return problemOf(response.status, body, secondsIn(response))
}

/** The Retry-After header in seconds; undefined if it is missing. */
function secondsIn({ headers }: Response): number | undefined {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10)
  return seconds > 0 ? seconds : undefined
}

function codeOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
}
