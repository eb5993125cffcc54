import { randomUUID } from 'node:crypto'
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

/** `last`: the part with the last bytes. */
export type TiktokStep = 'token' | 'me' | 'creator' | 'init' | 'part' | 'last' | 'status'
export type TiktokFault = CommonFault | 'too-many' | 'spam' | 'unaudited' | 'dead' | 'hidden'

interface Upload {
  readonly id: string
  readonly title: string
  readonly privacy: string
  readonly size: number
  readonly chunk: number
  readonly count: number
  received: Buffer
  /** The ID of the post; null until all bytes are there. */
  postId: string | null
  /** Requests for its status until it is published. */
  waits: number
}

export interface TiktokServer extends NetworkServer<TiktokStep, TiktokFault> {
  /** Posts that are published. */
  readonly posts: {
    readonly id: string
    readonly title: string
    readonly privacy: string
    readonly bytes: Buffer
  }[]
}

const MIB = 1024 ** 2
const ok = { error: { code: 'ok', message: '', log_id: '2026' } }
const said = (status: number, code: string, message: string) =>
  json(status, { data: {}, error: { code, message, log_id: '2026' } })
const unauthorized = said(
  401,
  'access_token_invalid',
  'The access token is invalid or not found in the request.',
)

/** A server that speaks like TikTok, as far as it is used, and is stricter. */
export async function openTiktokServer(now?: () => Date): Promise<TiktokServer> {
  const uploads = new Map<string, Upload>()
  const server = await openNetworkServer<TiktokStep, TiktokFault>({
    clientId: 'tiktok-key',
    now,
    oauth: {
      page: 'www.tiktok.com/v2/auth/authorize/',
      clientIdName: 'client_key',
      asked: {},
      scope: 'user.info.basic,video.publish',
      usesPkce: false,
      lifeS: 86_400,
      refresh: 'always',
      wrong: { error: 'invalid_grant', error_description: 'Authorization code is expired.', log_id: '2026' },
      extras: ({ accountId }) => ({ open_id: accountId, refresh_expires_in: 31_536_000 }),
      account: '723f24d7',
    },
    aside: ({ host, path }) =>
      host === 'open.tiktokapis.com' && path === '/v2/oauth/revoke/' ? json(200, {}) : null,
    stepOf,
    refusals: {
      unavailable: said(503, 'internal_error', 'Please try again later.'),
      unauthorized,
      'too-many': said(429, 'rate_limit_exceeded', 'Your request is blocked by rate limits.'),
      spam: said(403, 'spam_risk_too_many_posts', 'The daily post cap from the API is reached.'),
      dead: json(200, { data: { status: 'FAILED', fail_reason: 'internal' }, ...ok }),
      hidden: json(200, { data: { status: 'PUBLISH_COMPLETE', publicaly_available_post_id: [] }, ...ok }),
      unaudited: said(
        403,
        'unaudited_client_can_only_post_to_private_accounts',
        'Please review our integration guidelines.',
      ),
    },
    answer,
    cut,
  })
  const self: TiktokServer = Object.assign(server, { posts: [] })

  /** Half of a part arrives, and does not count. */
  async function cut(step: TiktokStep, asked: Asked) {
    if (step === 'part' || step === 'last') await asked.readSome(Number(asked.headers['content-length']) / 2)
  }

  async function answer(step: TiktokStep, asked: Asked): Promise<Answer> {
    const body = await asked.read()
    if (step === 'token') {
      const form = new URLSearchParams(body.toString())
      return self.giveTokens(form, formApp(form, 'client_key'))
    }
    if (step === 'part' || step === 'last') return part(asked, body)
    if (self.grantOf(asked.headers) === null) return unauthorized
    if (step === 'me')
      return json(200, { data: { user: { open_id: '723f24d7', display_name: 'Deccan News' } }, ...ok })
    if (step === 'creator')
      return json(200, {
        data: {
          creator_username: 'deccan.news',
          creator_nickname: 'Deccan News',
          privacy_level_options: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'],
          comment_disabled: false,
          duet_disabled: true,
          stitch_disabled: false,
          max_video_post_duration_sec: 600,
        },
        ...ok,
      })
    const given = JSON.parse(body.toString())
    return step === 'init' ? init(given) : status(given.publish_id)
  }

  function init({ post_info: post, source_info: source }: Record<string, Record<string, unknown>>): Answer {
    const [size, chunk, count] = [source?.video_size, source?.chunk_size, source?.total_chunk_count].map(
      Number,
    )
    if (size === undefined || chunk === undefined || count === undefined)
      return said(400, 'invalid_params', '')
    const isWhole = count === 1 && chunk === size
    const isRight = isWhole ? size <= 64 * MIB : chunk >= 5 * MIB && chunk <= 64 * MIB
    if (!isRight || count !== Math.floor(size / chunk)) self.violations.push(`${count} parts of ${chunk}`)
    if (post?.disable_duet !== true) self.violations.push('a post that allows what its account does not')
    const title = String(post?.title)
    if (title.length > 2200) return said(400, 'invalid_params', 'The post info is invalid.')
    const id = `v_pub_file~v2.${randomUUID().slice(0, 8)}`
    const privacy = String(post?.privacy_level)
    uploads.set(id, {
      id,
      title,
      privacy,
      size,
      chunk,
      count,
      received: Buffer.alloc(0),
      postId: null,
      waits: 1,
    })
    const url = `${self.url}/open-upload.tiktokapis.com/video/?upload_id=${encodeURIComponent(id)}&upload_token=secret`
    return json(200, { data: { publish_id: id, upload_url: url }, ...ok })
  }

  function part({ url, headers }: Asked, bytes: Buffer): Answer {
    const found = uploads.get(url.searchParams.get('upload_id') ?? '')
    if (found === undefined) return empty(404)
    if (headers.authorization !== undefined) self.violations.push('a token for an address that needs none')
    const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(String(headers['content-range'])) ?? []
    const [start, end] = [Number(from), Number(to) + 1]
    const isLast = end === found.size
    if (Number(total) !== found.size || end - start !== bytes.length || found.postId !== null)
      self.violations.push(`a part with ${headers['content-range']}`)
    if (!isLast && bytes.length !== found.chunk) self.violations.push(`a part of ${bytes.length} bytes`)
    if (start !== found.received.length) {
      self.violations.push(`a part from ${start} where ${found.received.length} bytes are`)
      return empty(416)
    }
    found.received = Buffer.concat([found.received, bytes])
    if (isLast) {
      found.postId = `7512345678901234${String(self.posts.length).padStart(3, '0')}`
      self.posts.push({
        id: found.postId,
        title: found.title,
        privacy: found.privacy,
        bytes: found.received,
      })
    }
    return empty(isLast ? 201 : 206)
  }

  function status(id: string): Answer {
    const found = uploads.get(id)
    if (found === undefined) return said(400, 'invalid_publish_id', 'publish_id does not exist.')
    const uploaded = { uploaded_bytes: found.received.length }
    if (found.postId === null) return json(200, { data: { status: 'PROCESSING_UPLOAD', ...uploaded }, ...ok })
    found.waits -= 1
    if (found.waits >= 0) return json(200, { data: { status: 'PROCESSING_UPLOAD', ...uploaded }, ...ok })
    const isPublic = found.privacy === 'PUBLIC_TO_EVERYONE'
    // IDs are written as numbers that are larger than those of JavaScript.
    const text = JSON.stringify({
      data: { status: 'PUBLISH_COMPLETE', ...uploaded, publicaly_available_post_id: isPublic ? ['ID'] : [] },
      ...ok,
    }).replace('"ID"', found.postId)
    return (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(text)
    }
  }

  return self
}

function stepOf(asked: Asked): TiktokStep | null {
  const [, last, size] = /-(\d+)\/(\d+)$/.exec(String(asked.headers['content-range'] ?? '')) ?? []
  const isLast = Number(last) + 1 === Number(size)
  return stepIn<TiktokStep>(
    [
      [/^POST open\.tiktokapis\.com\/v2\/oauth\/token\/$/, 'token'],
      [/^GET open\.tiktokapis\.com\/v2\/user\/info\/$/, 'me'],
      [/^POST open\.tiktokapis\.com\/v2\/post\/publish\/creator_info\/query\/$/, 'creator'],
      [/^POST open\.tiktokapis\.com\/v2\/post\/publish\/video\/init\/$/, 'init'],
      [/^POST open\.tiktokapis\.com\/v2\/post\/publish\/status\/fetch\/$/, 'status'],
      [/^PUT open-upload\.tiktokapis\.com\/video\/$/, isLast ? 'last' : 'part'],
    ],
    asked,
  )
}
