import { serviceAccount } from '@kinora/contract'
import { importPKCS8, SignJWT } from 'jose'
import * as z from 'zod'
import { StoreFault } from '../../file-store.ts'
import type { Access } from '../access.ts'
import { wholeText } from '../bytes.ts'
import { type FileRequest, type HttpSession, httpSession } from '../http-session.ts'

const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write'
const LIFETIME_S = 3600
/** A token is replaced before it ends on its way. */
const RENEW_MS = 60_000

type Query = Readonly<Record<string, string | undefined>>

/** Requests to the JSON API of Google Cloud Storage. */
export interface GcsSession extends HttpSession {
  listUrl(query: Query): URL
  objectUrl(name: string, query: Query): URL
  /** The address that copies an object. */
  rewriteUrl(from: string, to: string, query: Query): URL
  /** The address that writes an object: its bytes at once, or in parts (`resumable`). */
  uploadUrl(name: string, uploadType?: 'media' | 'resumable', query?: Query): URL
  /** Sends a request and reads its answer. @throws StoreFault */
  ask<T>(schema: z.ZodType<T>, url: URL, method?: 'GET' | 'POST'): Promise<T>
}

/** The address that requests go to. */
export function gcsEndpoint({ endpoint }: Access<'gcs'>['settings']): string {
  return endpoint ?? 'https://storage.googleapis.com'
}

/** Signs in. @throws StoreFault */
export async function openGcsSession(access: Access<'gcs'>): Promise<GcsSession> {
  const { settings, signal } = access
  const http = httpSession(access, settings.ca)
  const token = accessTokens(access, http)
  await token()
  const signed = async (request: FileRequest): Promise<FileRequest> => ({
    ...request,
    headers: { authorization: `Bearer ${await token()}`, ...request.headers },
  })
  const base = gcsEndpoint(settings).replace(/\/+$/, '')
  const objects = `b/${encodeURIComponent(settings.bucket)}/o`
  const at = (name: string) => `${objects}/${encodeURIComponent(name)}`
  const addressOf = (path: string, query: Query) => withQuery(`${base}/storage/v1/${path}`, query)
  const send: HttpSession['send'] = async (url, request) => http.send(url, await signed(request))
  return {
    listUrl: (query) => addressOf(objects, query),
    objectUrl: (name, query) => addressOf(at(name), query),
    rewriteUrl: (from, to, query) => addressOf(`${at(from)}/rewriteTo/${at(to)}`, query),
    uploadUrl: (name, uploadType = 'media', query = {}) =>
      withQuery(`${base}/upload/storage/v1/${objects}`, { ...query, uploadType, name }),
    send,
    command: async (url, request) => http.command(url, await signed(request)),
    async ask(schema, url, method = 'GET') {
      return parsed(schema, await wholeText(await send(url, { method }), signal))
    },
  }
}

function withQuery(address: string, query: Query): URL {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value)
  return url
}

/** @throws StoreFault protocol */
function parsed<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw new StoreFault('protocol', 'the answer of the service cannot be read', error)
  }
}

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().default(LIFETIME_S) })

/** Tokens that a service account gets for an assertion that its key has signed (RFC 7523). */
function accessTokens({ secrets, signal }: Access<'gcs'>, http: HttpSession): () => Promise<string> {
  let known = { token: '', endsAtMs: 0 }
  return async () => {
    if (performance.now() < known.endsAtMs - RENEW_MS) return known.token
    const { assertion, url } = await signedAssertion(secrets.serviceAccountKey ?? '')
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
    }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const startMs = performance.now()
    const answer = await http.send(url, { method: 'POST', headers, body, accepts: [400, 401, 403, 404] })
    if (answer.statusCode !== 200) {
      answer.destroy()
      throw new StoreFault('sign-in', `the key was refused with ${answer.statusCode}`)
    }
    const { access_token: token, expires_in } = parsed(tokenAnswer, await wholeText(answer, signal))
    known = { token, endsAtMs: startMs + expires_in * 1000 }
    return token
  }
}

async function signedAssertion(text: string): Promise<{ readonly assertion: string; readonly url: URL }> {
  try {
    const key = serviceAccount.parse(JSON.parse(text))
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({
        alg: 'RS256',
        typ: 'JWT',
        ...(key.private_key_id && { kid: key.private_key_id }),
      })
      .setIssuer(key.client_email)
      .setAudience(key.token_uri)
      .setIssuedAt()
      .setExpirationTime(`${LIFETIME_S}s`)
      .sign(await importPKCS8(key.private_key, 'RS256'))
    return { assertion, url: new URL(key.token_uri) }
  } catch {
    // The cause would have parts of the key.
    throw new StoreFault('sign-in', 'the key of the service account cannot be used')
  }
}
