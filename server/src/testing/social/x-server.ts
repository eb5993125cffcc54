import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type XStep = 'token' | 'me' | 'initialize' | 'append' | 'finalize' | 'status' | 'post'

/** - cut: the connection ends before the request is handled
 * - lost: the request is handled, and its answer lost
 * - others: the answer in place of handling it */
export type XFault = 'cut' | 'lost' | 'unavailable' | 'html' | 'unauthorized' | 'too-many' | 'forbidden'

interface Media {
  readonly id: string
  readonly size: number
  readonly segments: Buffer[]
  /** Requests for its status until it is ready. Null before it is finalized. */
  waits: number | null
}

export interface XServer {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly posts: { readonly id: string; readonly text: string; readonly bytes: Buffer }[]
  /** Requests that X's documents forbid. */
  readonly violations: string[]
  readonly steps: XStep[]
  redirectUri: string
  refreshes: number
  /** Requests for the status of media until they are ready. */
  waits: number
  /** The fault of a request, if any. */
  fault: (step: XStep) => XFault | null
  /** Allows the access as a person does, and returns what comes back in the redirect. */
  allow(address: string): { readonly code: string; readonly state: string }
  /** Makes all access tokens worthless. */
  dropTokens(): void
  end(): Promise<void>
}

const SCOPES = 'tweet.read tweet.write users.read media.write offline.access'
const MOST_SEGMENT = 5 * 1024 ** 2

/** A server that speaks like X, as far as it is used, and is stricter. The first part of a path is the host. Refresh tokens count
 * once. */
export async function openXServer(): Promise<XServer> {
  const codes = new Map<string, string>()
  const media = new Map<string, Media>()
  const access = new Set<string>()
  let refreshToken = ''
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      self.violations.push(String(error))
      response.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const self: XServer = {
    url: origin,
    clientId: 'x-client',
    clientSecret: `x-${randomUUID()}`,
    posts: [],
    violations: [],
    steps: [],
    redirectUri: '',
    refreshes: 0,
    waits: 1,
    fault: () => null,
    allow(address) {
      const asked = new URL(address).searchParams
      const expected = {
        client_id: self.clientId,
        redirect_uri: self.redirectUri,
        response_type: 'code',
        scope: SCOPES,
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(expected))
        if (asked.get(name) !== value) throw new Error(`authorization with ${name} ${asked.get(name)}`)
      const code = randomUUID()
      codes.set(code, asked.get('code_challenge') ?? '')
      return { code, state: asked.get('state') ?? '' }
    },
    dropTokens: () => access.clear(),
    async end() {
      server.close()
      server.closeAllConnections()
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', origin)
    const body = await read(request)
    if (url.pathname === '/api.x.com/2/oauth2/revoke') return json(response, 200, { revoked: true })
    const step = stepOf(request.method ?? '', url)
    if (step === null) {
      self.violations.push(`${request.method} ${url.pathname}`)
      return json(response, 404, {})
    }
    self.steps.push(step)
    const fault = self.fault(step)
    switch (fault) {
      case 'cut':
        return void response.destroy()
      case 'unavailable':
        return json(response, 503, { title: 'Service Unavailable', detail: 'Over capacity' })
      case 'html':
        response.writeHead(200, { 'content-type': 'text/html' })
        return void response.end('<html></html>')
      case 'unauthorized':
        return json(response, 401, { title: 'Unauthorized', detail: 'Unauthorized' })
      case 'forbidden':
        return json(response, 403, {
          title: 'Forbidden',
          detail: 'You are not allowed to post a video this long.',
        })
      case 'too-many':
        response.setHeader('x-rate-limit-reset', String(Math.ceil(Date.now() / 1000) + 60))
        return json(response, 429, { title: 'Too Many Requests', detail: 'Too Many Requests' })
      default: {
        const answer = answerOf(request, url, step, body)
        if (fault === 'lost') return void response.destroy()
        answer(response)
      }
    }
  }

  type Answer = (response: ServerResponse) => void
  const answer =
    (status: number, given: object): Answer =>
    (response) =>
      json(response, status, given)

  function answerOf(request: IncomingMessage, url: URL, step: XStep, body: Buffer): Answer {
    if (step === 'token') return token(request, new URLSearchParams(body.toString()))
    const [, bearer = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
    if (!access.has(bearer)) return answer(401, { title: 'Unauthorized', detail: 'Unauthorized' })
    if (step === 'me')
      return answer(200, { data: { id: '4711', name: 'Deccan News', username: 'deccannews' } })
    if (step === 'initialize') return initialize(JSON.parse(body.toString()))
    if (step === 'post') return post(JSON.parse(body.toString()))
    const id = url.searchParams.get('media_id') ?? url.pathname.split('/')[5] ?? ''
    const found = media.get(id)
    if (found === undefined) return answer(400, { title: 'Invalid Request', detail: 'Media not found' })
    if (step === 'append') return append(found, String(request.headers['content-type']), body)
    if (step === 'finalize') return finalize(found)
    return status(found)
  }

  function token({ headers }: IncomingMessage, form: URLSearchParams): Answer {
    const pair = Buffer.from(String(headers.authorization ?? '').replace('Basic ', ''), 'base64').toString()
    if (pair !== `${self.clientId}:${self.clientSecret}`) return answer(401, { error: 'unauthorized_client' })
    const wrong = { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' }
    if (form.get('grant_type') === 'refresh_token') {
      if (form.get('refresh_token') !== refreshToken) {
        refreshToken = ''
        return answer(400, wrong)
      }
      self.refreshes += 1
    } else {
      const challenge = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const hash = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      if (challenge !== hash || form.get('redirect_uri') !== self.redirectUri) return answer(400, wrong)
    }
    refreshToken = randomUUID()
    const accessToken = randomUUID()
    access.add(accessToken)
    return answer(200, {
      token_type: 'bearer',
      expires_in: 7200,
      access_token: accessToken,
      refresh_token: refreshToken,
      scope: SCOPES,
    })
  }

  function initialize(given: { media_type?: string; total_bytes?: number; media_category?: string }): Answer {
    if (given.media_category !== 'tweet_video' || given.media_type !== 'video/mp4')
      self.violations.push(`media ${JSON.stringify(given)}`)
    const id = String(1_900_000_000_000 + media.size)
    media.set(id, { id, size: given.total_bytes ?? 0, segments: [], waits: null })
    return answer(200, { data: { id, expires_after_secs: 86_400 } })
  }

  function append(found: Media, type: string, body: Buffer): Answer {
    const [, boundary = ''] = /boundary=(.+)$/.exec(type) ?? []
    const text = body.toString('latin1')
    const [, index] = /name="segment_index"\r\n\r\n(\d+)\r\n/.exec(text) ?? []
    const start = text.indexOf('\r\n\r\n', text.indexOf('name="media"')) + 4
    const end = text.lastIndexOf(`\r\n--${boundary}--`)
    const bytes = body.subarray(start, end)
    if (Number(index) !== found.segments.length)
      self.violations.push(`segment ${index} of ${found.segments.length}`)
    if (bytes.length > MOST_SEGMENT) self.violations.push(`a segment of ${bytes.length} bytes`)
    if (found.waits !== null) self.violations.push('a segment after the end')
    found.segments.push(Buffer.from(bytes))
    return answer(200, { data: { expires_at: 0 } })
  }

  function finalize(found: Media): Answer {
    const size = found.segments.reduce((sum, { length }) => sum + length, 0)
    if (size !== found.size) self.violations.push(`${size} of ${found.size} bytes`)
    found.waits = self.waits
    return answer(200, { data: { id: found.id, processing_info: { state: 'pending', check_after_secs: 1 } } })
  }

  function status(found: Media): Answer {
    if (found.waits === null) self.violations.push('the status of media without an end')
    const isReady = (found.waits ?? 0) <= 0
    found.waits = (found.waits ?? 0) - 1
    const info = isReady ? { state: 'succeeded' } : { state: 'in_progress', check_after_secs: 1 }
    return answer(200, { data: { id: found.id, processing_info: info } })
  }

  function post(given: { text: string; media?: { media_ids: string[] } }): Answer {
    const found = media.get(given.media?.media_ids[0] ?? '')
    if (found === undefined || (found.waits ?? 1) > 0)
      return answer(400, { title: 'Invalid Request', detail: 'Your media IDs are invalid.' })
    const id = String(2_000_000_000_000 + self.posts.length)
    self.posts.push({ id, text: given.text, bytes: Buffer.concat(found.segments) })
    return answer(201, { data: { id, text: given.text } })
  }

  return self
}

function stepOf(method: string, { pathname, searchParams }: URL): XStep | null {
  const steps: readonly (readonly [RegExp, XStep])[] = [
    [/^POST \/api\.x\.com\/2\/oauth2\/token$/, 'token'],
    [/^GET \/api\.x\.com\/2\/users\/me$/, 'me'],
    [/^POST \/api\.x\.com\/2\/media\/upload\/initialize$/, 'initialize'],
    [/^POST \/api\.x\.com\/2\/media\/upload\/\d+\/append$/, 'append'],
    [/^POST \/api\.x\.com\/2\/media\/upload\/\d+\/finalize$/, 'finalize'],
    [/^POST \/api\.x\.com\/2\/tweets$/, 'post'],
  ]
  if (
    method === 'GET' &&
    pathname === '/api.x.com/2/media/upload' &&
    searchParams.get('command') === 'STATUS'
  )
    return 'status'
  return steps.find(([pattern]) => pattern.test(`${method} ${pathname}`))?.[1] ?? null
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
