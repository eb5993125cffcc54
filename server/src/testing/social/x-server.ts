import {
  type Answer,
  type Asked,
  basicApp,
  type CommonFault,
  json,
  type NetworkServer,
  openNetworkServer,
  stepIn,
} from './network-server.ts'

export type XStep = 'token' | 'me' | 'initialize' | 'append' | 'finalize' | 'status' | 'post'
export type XFault = CommonFault | 'too-many' | 'forbidden'

interface Media {
  readonly id: string
  readonly size: number
  readonly segments: Buffer[]
  /** Requests for its status until it is ready. Null before it is finalized. */
  waits: number | null
}

export interface XServer extends NetworkServer<XStep, XFault> {
  readonly posts: { readonly id: string; readonly text: string; readonly bytes: Buffer }[]
  /** Requests for the status of media until they are ready. */
  waits: number
}

const MOST_SEGMENT = 5 * 1024 ** 2
const said = (status: number, title: string, detail = title) => json(status, { title, detail })

/** A server that speaks like X, as far as it is used, and is stricter. Refresh tokens count once. */
export async function openXServer(now?: () => Date): Promise<XServer> {
  const media = new Map<string, Media>()
  const server = await openNetworkServer<XStep, XFault>({
    clientId: 'x-client',
    now,
    oauth: {
      page: 'x.com/i/oauth2/authorize',
      asked: {},
      scope: 'tweet.read tweet.write users.read media.write offline.access',
      usesPkce: true,
      lifeS: 7200,
      refresh: 'always',
      wrong: { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' },
      account: '4711',
    },
    aside: ({ host, path }) =>
      host === 'api.x.com' && path === '/2/oauth2/revoke' ? json(200, { revoked: true }) : null,
    stepOf,
    refusals: {
      unavailable: said(503, 'Service Unavailable', 'Over capacity'),
      unauthorized: said(401, 'Unauthorized'),
      forbidden: said(403, 'Forbidden', 'You are not allowed to post a video this long.'),
      'too-many': (response) => {
        response.setHeader('x-rate-limit-reset', String(Math.ceil(Date.now() / 1000) + 60))
        said(429, 'Too Many Requests')(response)
      },
    },
    answer,
  })
  const self: XServer = Object.assign(server, { posts: [], waits: 1 })

  async function answer(step: XStep, asked: Asked): Promise<Answer> {
    const body = await asked.read()
    if (step === 'token')
      return self.giveTokens(new URLSearchParams(body.toString()), basicApp(asked.headers))
    if (self.grantOf(asked.headers) === null) return said(401, 'Unauthorized')
    if (step === 'me') return json(200, { data: { id: '4711', name: 'Deccan News', username: 'deccannews' } })
    if (step === 'initialize') return initialize(JSON.parse(body.toString()))
    if (step === 'post') return post(JSON.parse(body.toString()))
    const id = asked.url.searchParams.get('media_id') ?? asked.path.split('/')[4] ?? ''
    const found = media.get(id)
    if (found === undefined) return said(400, 'Invalid Request', 'Media not found')
    if (step === 'append') return append(found, String(asked.headers['content-type']), body)
    if (step === 'finalize') return finalize(found)
    return status(found)
  }

  function initialize(given: { media_type?: string; total_bytes?: number; media_category?: string }): Answer {
    if (given.media_category !== 'tweet_video' || given.media_type !== 'video/mp4')
      self.violations.push(`media ${JSON.stringify(given)}`)
    const id = String(1_900_000_000_000 + media.size)
    media.set(id, { id, size: given.total_bytes ?? 0, segments: [], waits: null })
    return json(200, { data: { id, expires_after_secs: 86_400 } })
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
    return json(200, { data: { expires_at: 0 } })
  }

  function finalize(found: Media): Answer {
    const size = found.segments.reduce((sum, { length }) => sum + length, 0)
    if (size !== found.size) self.violations.push(`${size} of ${found.size} bytes`)
    found.waits = self.waits
    return json(200, { data: { id: found.id, processing_info: { state: 'pending', check_after_secs: 1 } } })
  }

  function status(found: Media): Answer {
    if (found.waits === null) self.violations.push('the status of media without an end')
    const isReady = (found.waits ?? 0) <= 0
    found.waits = (found.waits ?? 0) - 1
    const info = isReady ? { state: 'succeeded' } : { state: 'in_progress', check_after_secs: 1 }
    return json(200, { data: { id: found.id, processing_info: info } })
  }

  function post(given: { text: string; media?: { media_ids: string[] } }): Answer {
    const found = media.get(given.media?.media_ids[0] ?? '')
    if (found === undefined || (found.waits ?? 1) > 0)
      return said(400, 'Invalid Request', 'Your media IDs are invalid.')
    const id = String(2_000_000_000_000 + self.posts.length)
    self.posts.push({ id, text: given.text, bytes: Buffer.concat(found.segments) })
    return json(201, { data: { id, text: given.text } })
  }

  return self
}

function stepOf(asked: Asked): XStep | null {
  const isStatus = asked.url.searchParams.get('command') === 'STATUS'
  return stepIn<XStep>(
    [
      [/^POST api\.x\.com\/2\/oauth2\/token$/, 'token'],
      [/^GET api\.x\.com\/2\/users\/me$/, 'me'],
      [/^POST api\.x\.com\/2\/media\/upload\/initialize$/, 'initialize'],
      [/^POST api\.x\.com\/2\/media\/upload\/\d+\/append$/, 'append'],
      [/^POST api\.x\.com\/2\/media\/upload\/\d+\/finalize$/, 'finalize'],
      [/^POST api\.x\.com\/2\/tweets$/, 'post'],
      ...(isStatus ? ([[/^GET api\.x\.com\/2\/media\/upload$/, 'status']] as const) : []),
    ],
    asked,
  )
}
