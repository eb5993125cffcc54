import { createHash, randomUUID } from 'node:crypto'
import {
  type Answer,
  type Asked,
  type CommonFault,
  empty,
  formApp,
  json,
  type NetworkServer,
  openNetworkServer,
  stepIn,
} from './network-server.ts'

export type LinkedinStep = 'token' | 'me' | 'initialize' | 'part' | 'finalize' | 'status' | 'post'
export type LinkedinFault = CommonFault | 'too-many' | 'pace' | 'forbidden' | 'gone'

interface Video {
  readonly urn: string
  readonly owner: string
  readonly size: number
  readonly token: string
  readonly parts: (Buffer | null)[]
  status: string
  /** Requests for its status until it is ready. */
  waits: number
}

interface Post {
  readonly urn: string
  readonly commentary: string
  readonly title: string | undefined
  readonly bytes: Buffer
}

export interface LinkedinServer extends NetworkServer<LinkedinStep, LinkedinFault> {
  readonly posts: Post[]
}

const PART = 4 * 1024 ** 2
const said = (status: number, code: string, message: string) => json(status, { status, code, message })
const unauthorized = said(
  401,
  'REVOKED_ACCESS_TOKEN',
  'The token used in the request has been revoked by the user',
)

/** A server that speaks like LinkedIn, as far as it is used, and is stricter. It gives no refresh tokens, like to most apps. */
export async function openLinkedinServer(now?: () => Date): Promise<LinkedinServer> {
  const videos = new Map<string, Video>()
  const server = await openNetworkServer<LinkedinStep, LinkedinFault>({
    clientId: 'linkedin-client',
    now,
    oauth: {
      page: 'www.linkedin.com/oauth/v2/authorization',
      asked: {},
      scope: 'openid profile w_member_social',
      usesPkce: false,
      lifeS: 5_184_000,
      refresh: 'never',
      wrong: { error: 'invalid_request', error_description: 'Unable to retrieve access token' },
      extras: () => ({ scope: 'openid,profile,w_member_social' }),
      account: 'hk2yVp9x',
    },
    aside: ({ host, path }) =>
      host === 'www.linkedin.com' && path === '/oauth/v2/revoke' ? json(200, {}) : null,
    stepOf: (asked) => stepIn(stepsOf(asked.url.searchParams.get('action')), asked),
    refusals: {
      unavailable: said(503, 'SERVICE_UNAVAILABLE', 'Service is unavailable'),
      unauthorized,
      forbidden: said(403, 'ACCESS_DENIED', 'Not enough permissions to access: posts.CREATE.20261001'),
      gone: empty(410),
      pace: json(429, { status: 429, message: 'Slow down' }, { 'retry-after': '30' }),
      'too-many': said(
        429,
        'TOO_MANY_REQUESTS',
        'Resource level throttle limit for calls to this resource is reached.',
      ),
    },
    answer,
  })
  const self: LinkedinServer = Object.assign(server, { posts: [] })

  async function answer(step: LinkedinStep, asked: Asked): Promise<Answer> {
    const body = await asked.read()
    if (step === 'token') {
      const form = new URLSearchParams(body.toString())
      return self.giveTokens(form, formApp(form))
    }
    if (step === 'part') return part(asked, body)
    if (self.grantOf(asked.headers) === null) return unauthorized
    if (step === 'me') return json(200, { sub: 'hk2yVp9x', name: 'Ananya Rao', locale: { country: 'IN' } })
    if (!/^20\d{4}$/.test(String(asked.headers['linkedin-version'])))
      self.violations.push(`version ${asked.headers['linkedin-version']}`)
    if (asked.headers['x-restli-protocol-version'] !== '2.0.0')
      self.violations.push('another protocol version')
    if (step === 'status') return status(decodeURIComponent(asked.path.split('/')[3] ?? ''))
    const given = JSON.parse(body.toString())
    if (step === 'initialize') return initialize(given.initializeUploadRequest)
    if (step === 'finalize') return finalize(given.finalizeUploadRequest)
    return post(given)
  }

  function initialize(given: { owner: string; fileSizeBytes: number }): Answer {
    if (given.owner !== 'urn:li:person:hk2yVp9x') return said(403, 'ACCESS_DENIED', 'Not the owner')
    const id = randomUUID().slice(0, 8)
    const urn = `urn:li:video:C4E${id}`
    const count = Math.ceil(given.fileSizeBytes / PART)
    videos.set(urn, {
      urn,
      owner: given.owner,
      size: given.fileSizeBytes,
      token: '',
      parts: Array.from({ length: count }, () => null),
      status: 'WAITING_UPLOAD',
      waits: 1,
    })
    const uploadInstructions = Array.from({ length: count }, (_, n) => ({
      uploadUrl: `${self.url}/www.linkedin.com/dms-uploads/${encodeURIComponent(urn)}/${n}?sig=${id}`,
      firstByte: n * PART,
      lastByte: Math.min((n + 1) * PART, given.fileSizeBytes) - 1,
    }))
    const value = {
      video: urn,
      uploadToken: '',
      uploadInstructions,
      uploadUrlsExpireAt: Date.now() + 86_400_000,
    }
    return json(200, { value })
  }

  function part({ path, headers }: Asked, bytes: Buffer): Answer {
    const [, , urn = '', n = ''] = path.split('/')
    const found = videos.get(decodeURIComponent(urn))
    if (found === undefined) return empty(404)
    if (headers.authorization !== undefined) self.violations.push('a token for an address that needs none')
    if (found.status !== 'WAITING_UPLOAD') self.violations.push('a part after the end')
    const length = Math.min(PART, found.size - Number(n) * PART)
    if (bytes.length !== length) self.violations.push(`part ${n} of ${bytes.length} bytes`)
    found.parts[Number(n)] = bytes
    return empty(200, { etag: `"${etagOf(bytes)}"` })
  }

  function finalize(given: { video: string; uploadToken: string; uploadedPartIds: string[] }): Answer {
    const found = videos.get(given.video)
    if (found === undefined) return said(404, 'NOT_FOUND', 'No video')
    if (found.status !== 'WAITING_UPLOAD') self.violations.push('an upload that is finalized twice')
    const expected = found.parts.map((bytes) => (bytes === null ? 'missing' : etagOf(bytes)))
    if (expected.join() !== given.uploadedPartIds.join() || given.uploadToken !== '')
      self.violations.push(`parts ${given.uploadedPartIds} of ${expected}`)
    found.status = 'PROCESSING'
    return empty(200)
  }

  function status(urn: string): Answer {
    const found = videos.get(urn)
    if (found === undefined) return said(404, 'NOT_FOUND', 'No video')
    if (found.status === 'PROCESSING') {
      if (found.waits === 0) found.status = 'AVAILABLE'
      found.waits -= 1
    }
    return json(200, { id: urn, owner: found.owner, status: found.status })
  }

  function post(given: {
    author: string
    commentary: string
    visibility: string
    lifecycleState: string
    content: { media: { id: string; title?: string } }
  }): Answer {
    const found = videos.get(given.content.media.id)
    if (found === undefined || found.status !== 'AVAILABLE')
      return said(400, 'INVALID_VIDEO', 'The video is not available')
    if (given.author !== found.owner || given.visibility !== 'PUBLIC' || given.lifecycleState !== 'PUBLISHED')
      self.violations.push(`a post ${JSON.stringify(given)}`)
    if (/(?<!\\)[|{}@[\]()<>*_~]/.test(given.commentary))
      self.violations.push('a commentary with reserved characters')
    const urn = `urn:li:ugcPost:70000000000000${self.posts.length + 10}`
    const bytes = Buffer.concat(found.parts.map((each) => each ?? Buffer.alloc(0)))
    self.posts.push({ urn, commentary: given.commentary, title: given.content.media.title, bytes })
    return empty(201, { 'x-restli-id': urn })
  }

  return self
}

const etagOf = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')

function stepsOf(action: string | null): readonly (readonly [RegExp, LinkedinStep])[] {
  return [
    [/^POST www\.linkedin\.com\/oauth\/v2\/accessToken$/, 'token'],
    [/^GET api\.linkedin\.com\/v2\/userinfo$/, 'me'],
    ...(action === 'initializeUpload'
      ? ([[/^POST api\.linkedin\.com\/rest\/videos$/, 'initialize']] as const)
      : []),
    ...(action === 'finalizeUpload'
      ? ([[/^POST api\.linkedin\.com\/rest\/videos$/, 'finalize']] as const)
      : []),
    [/^PUT www\.linkedin\.com\/dms-uploads\/[^/]+\/\d+$/, 'part'],
    [/^GET api\.linkedin\.com\/rest\/videos\/[^/]+$/, 'status'],
    [/^POST api\.linkedin\.com\/rest\/posts$/, 'post'],
  ]
}
