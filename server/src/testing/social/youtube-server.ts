import { randomUUID } from 'node:crypto'
import {
  type Answer,
  type Asked,
  type CommonFault,
  empty,
  formApp,
  type Grant,
  json,
  type NetworkServer,
  openNetworkServer,
} from './network-server.ts'

/** Requests by what they are for. `last`: the part with the last bytes. `listing`: of videos. */
export type YoutubeStep =
  | 'token'
  | 'channel'
  | 'begin'
  | 'ask'
  | 'chunk'
  | 'last'
  | 'listing'
  | 'thumbnail'
  | 'captions'

/** A part that is cut is kept as far as half of its bytes. */
export type YoutubeFault = CommonFault | 'quota' | 'channel-quota' | 'title' | 'forbidden'

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
  thumbnail: Buffer | null
  readonly captions: { readonly language: string; readonly name: string; readonly text: string }[]
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

export interface YoutubeServer extends NetworkServer<YoutubeStep, YoutubeFault> {
  readonly videos: YoutubeVideo[]
  readonly uploads: Map<string, Upload>
  hasChannel: boolean
  /** The state that a video has when it was uploaded. */
  firstStatus: string
  /** Whether its project is audited: posts of others stay private. */
  isAudited: boolean
}

const SCOPES = ['youtube.upload', 'youtube.readonly', 'youtube.force-ssl'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
)
const UNIT = 256 * 1024
const MOST_THUMBNAIL = 2 * 1024 ** 2

const refuse = (status: number, reason: string, message: string) =>
  json(status, { error: { code: status, message, errors: [{ domain: 'youtube', reason, message }] } })
const unauthorized = refuse(401, 'authError', 'Invalid Credentials')
const wrongTitle = refuse(
  400,
  'invalidTitle',
  'The request metadata specifies an invalid or empty video title.',
)

/** A server that speaks like YouTube and Google's OAuth, as far as it is used, and is stricter. */
export async function openYoutubeServer(now?: () => Date): Promise<YoutubeServer> {
  const server = await openNetworkServer<YoutubeStep, YoutubeFault>({
    clientId: 'kinora.apps.example',
    now,
    oauth: {
      page: 'accounts.google.com/o/oauth2/v2/auth',
      asked: { access_type: 'offline', prompt: 'consent' },
      scope: SCOPES.join(' '),
      usesPkce: true,
      lifeS: 3600,
      refresh: 'once',
      wrong: { error: 'invalid_grant', error_description: 'Bad Request' },
      account: 'UCdeccan',
    },
    aside: ({ host, path }) =>
      host === 'oauth2.googleapis.com' && path === '/revoke' ? json(200, {}) : null,
    stepOf,
    refusals: {
      unavailable: json(503, { error: { code: 503, message: 'Service Unavailable', errors: [] } }),
      unauthorized,
      quota: refuse(
        403,
        'quotaExceeded',
        'The request cannot be completed because you have exceeded your quota.',
      ),
      'channel-quota': refuse(
        400,
        'uploadLimitExceeded',
        'The user has exceeded the number of videos they may upload.',
      ),
      title: wrongTitle,
      forbidden: refuse(
        403,
        'forbidden',
        "The authenticated user doesn't have permissions to do this for the video.",
      ),
    },
    answer,
    cut,
  })
  const self: YoutubeServer = Object.assign(server, {
    videos: [],
    uploads: new Map(),
    hasChannel: true,
    firstStatus: 'processed',
    isAudited: true,
  })

  async function cut(step: YoutubeStep, asked: Asked) {
    if (step !== 'chunk' && step !== 'last') return
    const bytes = await asked.readSome(Math.floor(Number(asked.headers['content-length']) / 2))
    const upload = self.uploads.get(asked.url.searchParams.get('upload_id') ?? '')
    const whole = Math.floor(bytes.length / UNIT) * UNIT
    if (upload) upload.received = Buffer.concat([upload.received, bytes.subarray(0, whole)])
  }

  async function answer(step: YoutubeStep, asked: Asked): Promise<Answer> {
    const body = await asked.read()
    if (step === 'token') {
      const form = new URLSearchParams(body.toString())
      return self.giveTokens(form, formApp(form))
    }
    const grant = self.grantOf(asked.headers)
    if (grant === null) return unauthorized
    switch (step) {
      case 'channel':
        return json(
          200,
          self.hasChannel ? { items: [{ id: grant.accountId, snippet: { title: 'Deccan News' } }] } : {},
        )
      case 'begin':
        return begin(asked, body.toString(), grant)
      case 'listing':
        return json(200, {
          items: self.videos.filter(({ id }) => id === asked.url.searchParams.get('id')).map(resource),
        })
      case 'thumbnail':
        return thumbnail(asked, body)
      case 'captions':
        return captions(asked, body, grant)
      default:
        return part(asked, body, grant)
    }
  }

  function begin({ headers }: Asked, text: string, { accountId: channelId }: Grant): Answer {
    const body: Upload['body'] = JSON.parse(text)
    const size = Number(headers['x-upload-content-length'])
    if (!Number.isSafeInteger(size) || size <= 0) self.violations.push('an upload without its length')
    const { title, description, tags } = body.snippet
    if (title.trim() === '' || [...title].length > 100 || /[<>]/.test(title)) return wrongTitle
    if (/[<>]/.test(description))
      return refuse(400, 'invalidDescription', 'The request metadata specifies an invalid video description.')
    if (tags.join(',').length > 500)
      return refuse(400, 'invalidTags', 'The request metadata specifies invalid video keywords.')
    const id = randomUUID()
    self.uploads.set(id, { id, channelId, size, body, received: Buffer.alloc(0), videoId: null })
    const location = `${self.url}/www.googleapis.com/upload/youtube/v3/videos?uploadType=resumable&upload_id=${id}`
    return empty(200, { location })
  }

  function part({ url, headers }: Asked, bytes: Buffer, { accountId: channelId }: Grant): Answer {
    const upload = self.uploads.get(url.searchParams.get('upload_id') ?? '')
    if (upload === undefined || upload.channelId !== channelId) return json(404, {})
    const range = String(headers['content-range'] ?? '')
    const done = () => json(200, resource(self.videos.find(({ id }) => id === upload.videoId)))
    if (range === `bytes */${upload.size}`) {
      if (bytes.length > 0) self.violations.push('a question with bytes')
      return upload.videoId === null ? incomplete(upload) : done()
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
      thumbnail: null,
      captions: [],
    })
    return done()
  }

  function thumbnail({ url, headers }: Asked, bytes: Buffer): Answer {
    const found = self.videos.find(({ id }) => id === url.searchParams.get('videoId'))
    if (found === undefined)
      return refuse(
        404,
        'videoNotFound',
        'The video that you are trying to insert a thumbnail for cannot be found.',
      )
    const isJpeg = headers['content-type'] === 'image/jpeg' && bytes.readUInt16BE(0) === 0xff_d8
    if (!isJpeg || bytes.length > MOST_THUMBNAIL) self.violations.push(`a thumbnail of ${bytes.length} bytes`)
    found.thumbnail = bytes
    return json(200, { kind: 'youtube#thumbnailSetResponse', items: [] })
  }

  function captions({ headers }: Asked, bytes: Buffer, { scope }: Grant): Answer {
    if (!scope.includes('youtube.force-ssl'))
      return refuse(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.')
    const [, boundary = ''] =
      /^multipart\/related; boundary=(.+)$/.exec(String(headers['content-type'])) ?? []
    const [, first = '', second = ''] = bytes.toString().split(`--${boundary}\r\n`)
    const { snippet } = JSON.parse(first.slice(first.indexOf('\r\n\r\n')))
    const text = second.slice(second.indexOf('\r\n\r\n') + 4).replace(`\r\n--${boundary}--\r\n`, '')
    const found = self.videos.find(({ id }) => id === snippet.videoId)
    if (found === undefined) return refuse(404, 'videoNotFound', 'The video could not be found.')
    const { language, name } = snippet
    if (found.captions.some((each) => each.language === language && each.name === name))
      return refuse(
        409,
        'captionExists',
        'The specified video already has a caption track with the given language and name.',
      )
    found.captions.push({ language, name, text })
    return json(200, { kind: 'youtube#caption', id: randomUUID(), snippet })
  }

  return self
}

function incomplete({ received }: Upload): Answer {
  return empty(308, received.length === 0 ? {} : { range: `bytes=0-${received.length - 1}` })
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

function stepOf({ method, host, path, headers }: Asked): YoutubeStep | null {
  if (host === 'oauth2.googleapis.com' && path === '/token' && method === 'POST') return 'token'
  if (host !== 'www.googleapis.com') return null
  if (path === '/youtube/v3/channels' && method === 'GET') return 'channel'
  if (path === '/youtube/v3/videos' && method === 'GET') return 'listing'
  if (path === '/upload/youtube/v3/thumbnails/set' && method === 'POST') return 'thumbnail'
  if (path === '/upload/youtube/v3/captions' && method === 'POST') return 'captions'
  if (path !== '/upload/youtube/v3/videos') return null
  if (method === 'POST') return 'begin'
  if (method !== 'PUT') return null
  const [, last, size] = /-(\d+)\/(\d+)$/.exec(String(headers['content-range'] ?? '')) ?? []
  if (last === undefined) return 'ask'
  return Number(last) + 1 === Number(size) ? 'last' : 'chunk'
}
