import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Requests by what they are for. `last`: the part with the last bytes. `listing`: of videos. */
export type YoutubeStep = 'token' | 'channel' | 'begin' | 'ask' | 'chunk' | 'last' | 'listing'

/** - cut: the connection ends before the request was handled, of a part after half of its bytes
 * - lost: the request is handled, and its answer lost
 * - others: the answer in place of handling it */
export type YoutubeFault =
  | 'cut'
  | 'lost'
  | 'unavailable'
  | 'html'
  | 'redirect'
  | 'huge'
  | 'unauthorized'
  | 'quota'
  | 'channel-quota'
  | 'title'

export interface YoutubeVideo {
  readonly id: string
  readonly channelId: string
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
  privacy: string
  readonly bytes: Buffer
  status: string
  reason?: string
}

interface Upload {
  readonly id: string
  readonly channelId: string
  readonly size: number
  readonly body: {
    snippet: { title: string; description: string; tags: string[] }
    status: { privacyStatus: string }
  }
  received: Buffer
  videoId: string | null
}

interface Grant {
  readonly channelId: string
  scope: string
  refreshToken: string
  isEnded: boolean
}

export interface YoutubeServer {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly videos: YoutubeVideo[]
  readonly uploads: Map<string, Upload>
  /** Requests that YouTube's documents forbid. */
  readonly violations: string[]
  /** Requests in order. */
  readonly steps: YoutubeStep[]
  /** All paths that were requested, with their queries. */
  readonly paths: string[]
  redirectUri: string
  /** Seconds for which an access token counts. */
  tokenLifeS: number
  /** Scopes that people allow; all if null. */
  allowed: string | null
  hasChannel: boolean
  /** The state that a video has when it was uploaded. */
  firstStatus: string
  /** Whether its project is audited: posts of others stay private. */
  isAudited: boolean
  /** Refreshes so far. */
  refreshes: number
  /** Whether a refresh replaces the refresh token. */
  rotates: boolean
  /** The fault of a request, if any. */
  fault: (step: YoutubeStep, n: number) => YoutubeFault | null
  /** Called when a request has been answered or cut. */
  afterStep: (step: YoutubeStep) => void
  /** Called with the handled request before its answer. */
  beforeAnswer: (step: YoutubeStep) => Promise<void> | void
  /** Allows the access as a person does, and returns what comes back in the redirect. */
  allow(address: string, channelId?: string): { readonly code: string; readonly state: string }
  /** Ends all connections, as a person does in their account. */
  endGrants(): void
  /** Leaves all connections this access only. */
  narrowGrants(scope: string): void
  /** Makes all access tokens worthless. */
  dropTokens(): void
  end(): Promise<void>
}

const SCOPES = [
  'https://www.googleapis.com/auth/youtube.upload',
  'https://www.googleapis.com/auth/youtube.readonly',
]
const UNIT = 256 * 1024

/** A server that speaks like YouTube and Google's OAuth, as far as it is used, and is stricter. The first part of a path is the
 * host. */
export async function openYoutubeServer(now: () => Date = () => new Date()): Promise<YoutubeServer> {
  const codes = new Map<
    string,
    { challenge: string; redirectUri: string; channelId: string; scope: string }
  >()
  const grants: Grant[] = []
  const access = new Map<string, { grant: Grant; until: number }>()
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      self.violations.push(String(error))
      response.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const self: YoutubeServer = {
    url: origin,
    clientId: 'kinora.apps.example',
    clientSecret: `GOCSPX-${randomUUID()}`,
    videos: [],
    uploads: new Map(),
    violations: [],
    steps: [],
    paths: [],
    redirectUri: '',
    tokenLifeS: 3600,
    allowed: null,
    hasChannel: true,
    firstStatus: 'processed',
    isAudited: true,
    refreshes: 0,
    rotates: false,
    fault: () => null,
    afterStep: () => undefined,
    beforeAnswer: () => undefined,
    allow(address, channelId = 'UCdeccan') {
      const location = allow(new URL(address), channelId)
      return {
        code: location.searchParams.get('code') ?? '',
        state: location.searchParams.get('state') ?? '',
      }
    },
    endGrants() {
      for (const grant of grants) grant.isEnded = true
      access.clear()
    },
    narrowGrants(scope) {
      for (const grant of grants) grant.scope = scope
      access.clear()
    },
    dropTokens: () => access.clear(),
    async end() {
      server.close()
      server.closeAllConnections()
    },
  }

  function allow(url: URL, channelId: string): URL {
    const asked = (name: string) => url.searchParams.get(name) ?? ''
    const expected: Record<string, string> = {
      client_id: self.clientId,
      redirect_uri: self.redirectUri,
      response_type: 'code',
      access_type: 'offline',
      prompt: 'consent',
      scope: SCOPES.join(' '),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(expected))
      if (asked(name) !== value) throw new Error(`authorization with ${name} ${asked(name)}`)
    if (!/^[\w-]{43}$/.test(asked('code_challenge'))) throw new Error('authorization without a challenge')
    const code = `4/${randomUUID()}`
    const scope = self.allowed ?? SCOPES.join(' ')
    codes.set(code, { challenge: asked('code_challenge'), redirectUri: self.redirectUri, channelId, scope })
    const location = new URL(self.redirectUri)
    location.searchParams.set('state', asked('state'))
    location.searchParams.set('code', code)
    location.searchParams.set('scope', scope)
    return location
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', origin)
    self.paths.push(`${request.method} ${url.pathname}${url.search}`)
    const [, host = '', ...rest] = url.pathname.split('/')
    const path = `/${rest.join('/')}`
    if (host === 'accounts.google.com') return consent(url, response)
    if (host === 'oauth2.googleapis.com' && path === '/revoke') {
      await read(request)
      return json(response, 200, {})
    }
    const step = stepOf(request, host, path)
    if (step === null) {
      self.violations.push(`${request.method} ${url.pathname}`)
      return json(response, 404, {})
    }
    self.steps.push(step)
    const fault = self.fault(step, self.steps.filter((each) => each === step).length)
    try {
      if (fault !== null && fault !== 'lost') return await fail(request, response, url, step, fault)
      const answer = await answerOf(request, url, step)
      await self.beforeAnswer(step)
      if (fault === 'lost') return void response.destroy()
      answer(response)
    } finally {
      self.afterStep(step)
    }
  }

  function consent(url: URL, response: ServerResponse) {
    const location = allow(url, 'UCdeccan').toString().replaceAll('&', '&amp;')
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<!doctype html><title>Google</title><a href="${location}">Allow</a>`)
  }

  async function fail(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    step: YoutubeStep,
    fault: Exclude<YoutubeFault, 'lost'>,
  ) {
    if (fault === 'cut') {
      if (step === 'chunk' || step === 'last') {
        const bytes = await read(request, Math.floor(Number(request.headers['content-length']) / 2))
        const upload = self.uploads.get(url.searchParams.get('upload_id') ?? '')
        const whole = Math.floor(bytes.length / UNIT) * UNIT
        if (upload) upload.received = Buffer.concat([upload.received, bytes.subarray(0, whole)])
      }
      return void response.destroy()
    }
    await read(request)
    switch (fault) {
      case 'unavailable':
        return json(response, 503, { error: { code: 503, message: 'Service Unavailable', errors: [] } })
      case 'html':
        response.writeHead(200, { 'content-type': 'text/html' })
        return void response.end('<html><body>Sign in to the wireless network</body></html>')
      case 'redirect':
        response.writeHead(302, { location: 'https://attacker.example/' })
        return void response.end()
      case 'huge':
        response.writeHead(200, { 'content-type': 'application/json' })
        return void response.end(`"${'x'.repeat(10 * 1024 ** 2)}"`)
      case 'unauthorized':
        return refuse(response, 401, 'authError', 'Invalid Credentials')
      case 'quota':
        return refuse(
          response,
          403,
          'quotaExceeded',
          'The request cannot be completed because you have exceeded your quota.',
        )
      case 'channel-quota':
        return refuse(
          response,
          400,
          'uploadLimitExceeded',
          'The user has exceeded the number of videos they may upload.',
        )
      case 'title':
        return refuse(
          response,
          400,
          'invalidTitle',
          'The request metadata specifies an invalid or empty video title.',
        )
    }
  }

  type Answer = (response: ServerResponse) => void

  async function answerOf(request: IncomingMessage, url: URL, step: YoutubeStep): Promise<Answer> {
    if (step === 'token') return token(new URLSearchParams((await read(request)).toString()))
    const grant = grantOf(request)
    if (grant === null) {
      await read(request)
      return (response) => refuse(response, 401, 'authError', 'Invalid Credentials')
    }
    switch (step) {
      case 'channel':
        return (response) => {
          const items = self.hasChannel
            ? [{ id: grant.channelId, snippet: { title: 'Deccan News' } }]
            : undefined
          json(response, 200, items === undefined ? {} : { items })
        }
      case 'begin':
        return begin(request, (await read(request)).toString(), grant)
      case 'listing':
        return listing(url)
      default:
        return part(request, url, grant)
    }
  }

  function token(form: URLSearchParams): Answer {
    const fault =
      (error: string): Answer =>
      (response) =>
        json(response, 400, { error, error_description: `Bad ${error}` })
    if (form.get('client_id') !== self.clientId || form.get('client_secret') !== self.clientSecret)
      return (response) => json(response, 401, { error: 'invalid_client', error_description: 'Unauthorized' })
    if (form.get('grant_type') === 'authorization_code') {
      const known = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      if (
        known === undefined ||
        known.challenge !== challenge ||
        known.redirectUri !== form.get('redirect_uri')
      )
        return fault('invalid_grant')
      const { channelId, scope } = known
      const grant: Grant = { channelId, scope, refreshToken: `1//${randomUUID()}`, isEnded: false }
      grants.push(grant)
      return newTokens(grant, true)
    }
    if (form.get('grant_type') !== 'refresh_token') return fault('unsupported_grant_type')
    const grant = grants.find(({ refreshToken }) => refreshToken === form.get('refresh_token'))
    if (grant === undefined || grant.isEnded) {
      // A replaced token that comes again was stolen, for all that the server knows.
      if (self.rotates && grant === undefined) self.endGrants()
      return fault('invalid_grant')
    }
    self.refreshes += 1
    if (self.rotates) grant.refreshToken = `1//${randomUUID()}`
    return newTokens(grant, self.rotates)
  }

  function newTokens(grant: Grant, withRefresh: boolean): Answer {
    const accessToken = `ya29.${randomUUID()}`
    access.set(accessToken, { grant, until: now().getTime() + self.tokenLifeS * 1000 })
    return (response) =>
      json(response, 200, {
        access_token: accessToken,
        expires_in: self.tokenLifeS,
        scope: grant.scope,
        token_type: 'Bearer',
        ...(withRefresh && { refresh_token: grant.refreshToken }),
      })
  }

  function grantOf({ headers }: IncomingMessage): Grant | null {
    const found = access.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '')
    return found === undefined || found.until < now().getTime() || found.grant.isEnded ? null : found.grant
  }

  function begin({ headers }: IncomingMessage, text: string, { channelId }: Grant): Answer {
    const body: Upload['body'] = JSON.parse(text)
    const size = Number(headers['x-upload-content-length'])
    if (!Number.isSafeInteger(size) || size <= 0) self.violations.push('an upload without its length')
    const { title, description, tags } = body.snippet
    if (title.trim() === '' || [...title].length > 100 || /[<>]/.test(title))
      return (response) =>
        refuse(
          response,
          400,
          'invalidTitle',
          'The request metadata specifies an invalid or empty video title.',
        )
    if (/[<>]/.test(description))
      return (response) =>
        refuse(
          response,
          400,
          'invalidDescription',
          'The request metadata specifies an invalid video description.',
        )
    if (tags.join(',').length > 500)
      return (response) =>
        refuse(response, 400, 'invalidTags', 'The request metadata specifies invalid video keywords.')
    const id = randomUUID()
    self.uploads.set(id, { id, channelId, size, body, received: Buffer.alloc(0), videoId: null })
    const location = `${origin}/www.googleapis.com/upload/youtube/v3/videos?uploadType=resumable&upload_id=${id}`
    return (response) => {
      response.writeHead(200, { location, 'content-length': 0 })
      response.end()
    }
  }

  async function part(request: IncomingMessage, url: URL, { channelId }: Grant): Promise<Answer> {
    const bytes = await read(request)
    const upload = self.uploads.get(url.searchParams.get('upload_id') ?? '')
    if (upload === undefined || upload.channelId !== channelId) return (response) => json(response, 404, {})
    const range = String(request.headers['content-range'] ?? '')
    const video = () => self.videos.find(({ id }) => id === upload.videoId)
    if (range === `bytes */${upload.size}`) {
      if (bytes.length > 0) self.violations.push('a question with bytes')
      return upload.videoId === null ? incomplete(upload) : done(video())
    }
    const [, from = '', to = '', total = ''] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(range) ?? []
    const [start, end] = [Number(from), Number(to) + 1]
    const isLast = end === upload.size
    if (from === '' || Number(total) !== upload.size || end - start !== bytes.length)
      self.violations.push(`a part with ${range} and ${bytes.length} bytes`)
    if (!isLast && bytes.length % UNIT !== 0) self.violations.push(`a part of ${bytes.length} bytes`)
    if (upload.videoId !== null) self.violations.push('a part of an upload that is complete')
    if (start !== upload.received.length) {
      self.violations.push(`a part from ${start} where ${upload.received.length} bytes are`)
      return incomplete(upload)
    }
    upload.received = Buffer.concat([upload.received, bytes])
    if (!isLast) return incomplete(upload)
    const { title, description, tags } = upload.body.snippet
    upload.videoId = randomUUID().replaceAll('-', '').slice(0, 11)
    self.videos.push({
      id: upload.videoId,
      channelId,
      title,
      description,
      tags,
      privacy: self.isAudited ? upload.body.status.privacyStatus : 'private',
      bytes: upload.received,
      status: self.firstStatus,
    })
    return done(video())
  }

  const incomplete =
    ({ received }: Upload): Answer =>
    (response) => {
      const range = received.length === 0 ? {} : { range: `bytes=0-${received.length - 1}` }
      response.writeHead(308, { ...range, 'content-length': 0 })
      response.end()
    }

  const done =
    (video: YoutubeVideo | undefined): Answer =>
    (response) =>
      json(response, 200, resource(video))

  function listing(url: URL): Answer {
    const items = self.videos.filter(({ id }) => id === url.searchParams.get('id')).map(resource)
    return (response) => json(response, 200, { items })
  }

  return self
}

function resource(video: YoutubeVideo | undefined) {
  const {
    id,
    status: uploadStatus,
    privacy: privacyStatus,
    reason,
  } = video ?? { id: '', status: '', privacy: '' }
  return { id, status: { uploadStatus, privacyStatus, ...(reason && { rejectionReason: reason }) } }
}

function stepOf({ method, headers }: IncomingMessage, host: string, path: string): YoutubeStep | null {
  if (host === 'oauth2.googleapis.com' && path === '/token' && method === 'POST') return 'token'
  if (host !== 'www.googleapis.com') return null
  if (path === '/youtube/v3/channels' && method === 'GET') return 'channel'
  if (path === '/youtube/v3/videos' && method === 'GET') return 'listing'
  if (path !== '/upload/youtube/v3/videos') return null
  if (method === 'POST') return 'begin'
  if (method !== 'PUT') return null
  const [, last, size] = /-(\d+)\/(\d+)$/.exec(String(headers['content-range'] ?? '')) ?? []
  if (last === undefined) return 'ask'
  return Number(last) + 1 === Number(size) ? 'last' : 'chunk'
}

async function read(request: IncomingMessage, most = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= most) break
  }
  return Buffer.concat(chunks)
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

function refuse(response: ServerResponse, status: number, reason: string, message: string): void {
  json(response, status, {
    error: { code: status, message, errors: [{ domain: 'youtube', reason, message }] },
  })
}
