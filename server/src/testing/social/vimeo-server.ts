import { randomUUID } from 'node:crypto'
import {
  type Answer,
  type Asked,
  basicApp,
  type CommonFault,
  empty,
  json,
  type NetworkServer,
  openNetworkServer,
} from './network-server.ts'

/** `ask`: for the bytes that are there. `last`: the part with the last bytes. */
export type VimeoStep = 'token' | 'me' | 'create' | 'ask' | 'part' | 'last' | 'show' | 'status'
export type VimeoFault = CommonFault | 'quota' | 'too-many' | 'plan'

interface Video {
  readonly id: string
  name: string
  description: string
  view: string
  readonly size: number
  readonly key: string
  received: Buffer
  /** Requests for its status until it is ready. */
  waits: number
}

export interface VimeoServer extends NetworkServer<VimeoStep, VimeoFault> {
  /** Videos that were created, also without bytes. */
  readonly videos: Video[]
}

const ACCEPT = 'application/vnd.vimeo.*+json;version=3.4'
const said = (status: number, error: string, message = error) =>
  json(status, { error, developer_message: message, error_code: 1 })
const unauthorized = said(401, 'You must provide a valid authenticated access token.')

/** A server that speaks like Vimeo and tus 1.0.0, as far as they are used, and is stricter. Tokens have no end. */
export async function openVimeoServer(now?: () => Date): Promise<VimeoServer> {
  const server = await openNetworkServer<VimeoStep, VimeoFault>({
    clientId: 'vimeo-client',
    now,
    oauth: {
      page: 'api.vimeo.com/oauth/authorize',
      asked: {},
      scope: 'public private upload',
      usesPkce: false,
      lifeS: Number.POSITIVE_INFINITY,
      refresh: 'never',
      wrong: { error: 'invalid_grant', error_description: 'The authorization code is not valid.' },
      account: '1907',
    },
    aside: ({ method, host, path }) =>
      method === 'DELETE' && host === 'api.vimeo.com' && path === '/tokens' ? empty(204) : null,
    stepOf,
    refusals: {
      unavailable: said(503, 'Service unavailable'),
      unauthorized,
      quota: said(403, 'Your account is over quota.', 'The user has no more of their weekly quota.'),
      plan: said(400, 'Something strange occurred.', 'Your plan has no unlisted videos.'),
      'too-many': json(429, { error: 'Too many API requests' }, { 'retry-after': '30' }),
    },
    answer,
    cut,
  })
  const self: VimeoServer = Object.assign(server, { videos: [] })

  const uploadOf = ({ path }: Asked) => self.videos.find(({ key }) => path === `/files/${key}`)

  /** Half of a part arrives, and is kept. */
  async function cut(step: VimeoStep, asked: Asked) {
    if (step !== 'part' && step !== 'last') return
    const half = Math.floor(Number(asked.headers['content-length']) / 2)
    const bytes = await asked.readSome(half)
    const found = uploadOf(asked)
    if (found) found.received = Buffer.concat([found.received, bytes.subarray(0, half)])
  }

  async function answer(step: VimeoStep, asked: Asked): Promise<Answer> {
    const body = await asked.read()
    if (step === 'token')
      return self.giveTokens(new URLSearchParams(body.toString()), basicApp(asked.headers))
    if (step === 'ask' || step === 'part' || step === 'last') return upload(step, asked, body)
    if (self.grantOf(asked.headers) === null) return unauthorized
    if (asked.headers.accept !== ACCEPT) self.violations.push(`an answer in ${asked.headers.accept}`)
    if (step === 'me')
      return json(200, { uri: '/users/1907', name: 'Deccan News', link: 'https://vimeo.com/deccannews' })
    if (step === 'create') return create(JSON.parse(body.toString()))
    if (step === 'show') return show(asked, JSON.parse(body.toString()))
    return status(asked)
  }

  function create(given: { privacy: { view: string }; upload: { approach: string; size: string } }): Answer {
    if (given.upload.approach !== 'tus' || given.privacy.view !== 'nobody')
      self.violations.push(`a video ${JSON.stringify(given)}`)
    const id = String(900_100_000 + self.videos.length)
    const key = randomUUID()
    self.videos.push({
      id,
      name: 'Untitled',
      description: '',
      view: given.privacy.view,
      size: Number(given.upload.size),
      key,
      received: Buffer.alloc(0),
      waits: 1,
    })
    return json(201, {
      uri: `/videos/${id}`,
      link: `https://vimeo.com/${id}`,
      upload: {
        approach: 'tus',
        status: 'in_progress',
        upload_link: `${self.url}/asia-files.tus.vimeo.com/files/${key}`,
      },
    })
  }

  function show(
    { path }: Asked,
    given: { name?: string; description?: string; privacy: { view: string } },
  ): Answer {
    const found = self.videos.find(({ id }) => path === `/videos/${id}`)
    if (found === undefined) return said(404, 'The requested video could not be found.')
    if (found.received.length !== found.size) self.violations.push('a video without all bytes is shown')
    found.name = given.name ?? found.name
    found.description = given.description ?? found.description
    found.view = given.privacy.view
    return json(200, { uri: path, name: found.name })
  }

  function upload(step: 'ask' | 'part' | 'last', asked: Asked, bytes: Buffer): Answer {
    const { headers } = asked
    const found = uploadOf(asked)
    if (found === undefined) return empty(404)
    if (headers['tus-resumable'] !== '1.0.0') self.violations.push('another version of tus')
    if (headers.authorization !== undefined) self.violations.push('a token for an address that needs none')
    const offset = () => ({ 'tus-resumable': '1.0.0', 'upload-offset': String(found.received.length) })
    if (step === 'ask') return empty(200, { ...offset(), 'upload-length': String(found.size) })
    if (headers['content-type'] !== 'application/offset+octet-stream')
      self.violations.push(`a part in ${headers['content-type']}`)
    if (Number(headers['upload-offset']) !== found.received.length) {
      self.violations.push(`a part from ${headers['upload-offset']} where ${found.received.length} bytes are`)
      return empty(409)
    }
    found.received = Buffer.concat([found.received, bytes])
    if (found.received.length > found.size) self.violations.push('more bytes than the file has')
    return empty(204, offset())
  }

  function status({ path }: Asked): Answer {
    const found = self.videos.find(({ id }) => path === `/videos/${id}`)
    if (found === undefined) return said(404, 'The requested video could not be found.')
    const isWhole = found.received.length === found.size
    if (isWhole) found.waits -= 1
    return json(200, {
      link: `https://vimeo.com/${found.id}`,
      upload: { status: isWhole ? 'complete' : 'in_progress' },
      transcode: { status: isWhole && found.waits < 0 ? 'complete' : 'in_progress' },
    })
  }

  function stepOf({ method, host, path, headers }: Asked): VimeoStep | null {
    if (host === 'asia-files.tus.vimeo.com') {
      if (method === 'HEAD') return 'ask'
      if (method !== 'PATCH') return null
      const size = self.videos.find(({ key }) => path === `/files/${key}`)?.size
      const end = Number(headers['upload-offset']) + Number(headers['content-length'])
      return end === size ? 'last' : 'part'
    }
    if (host !== 'api.vimeo.com') return null
    if (method === 'POST' && path === '/oauth/access_token') return 'token'
    if (method === 'GET' && path === '/me') return 'me'
    if (method === 'POST' && path === '/me/videos') return 'create'
    if (!/^\/videos\/\d+$/.test(path)) return null
    return method === 'PATCH' ? 'show' : method === 'GET' ? 'status' : null
  }

  return self
}
