import {
  type Answer,
  type Asked,
  type CommonFault,
  formApp,
  json,
  type NetworkServer,
  openNetworkServer,
  stepIn,
} from './network-server.ts'

export type InstagramStep =
  | 'token'
  | 'pages'
  | 'me'
  | 'create'
  | 'upload'
  | 'status'
  | 'publish'
  | 'permalink'
  | 'media'
export type InstagramFault = CommonFault | 'quota' | 'forbidden' | 'broken' | 'dead' | 'not-ready'

interface Container {
  readonly id: string
  readonly account: string
  readonly caption: string
  size: number
  received: Buffer
  /** Requests for its state until it is ready. */
  waits: number
  /** ID of its post. Null until it is published. */
  post: string | null
}

export interface InstagramServer extends NetworkServer<InstagramStep, InstagramFault> {
  readonly containers: Container[]
  /** State of a container that has all bytes. */
  ending: 'FINISHED' | 'ERROR' | 'EXPIRED'
}

const pages = [
  { id: '1010', account: { id: '17841400000000001', username: 'deccan.news' } },
  { id: '2020', account: { id: '17841400000000002', username: 'deccan.sport' } },
  { id: '3030', account: null },
]

const said = (status: number, code: number, message: string) =>
  json(status, { error: { message, type: 'OAuthException', code, fbtrace_id: 'A1' } })
const unauthorized = said(400, 190, 'Error validating access token.')
const broken = (retriable: boolean, message: string) =>
  json(400, { debug_info: { retriable, type: 'ProcessingFailedError', message } })

/** A server that speaks like Instagram, as far as it is used, and is stricter. */
export async function openInstagramServer(now: () => Date = () => new Date()): Promise<InstagramServer> {
  const server = await openNetworkServer<InstagramStep, InstagramFault>({
    clientId: '91823',
    now,
    oauth: {
      page: 'www.facebook.com/v24.0/dialog/oauth',
      asked: {},
      scope: 'instagram_basic,instagram_content_publish,pages_show_list,pages_read_engagement',
      usesPkce: false,
      lifeS: Number.POSITIVE_INFINITY,
      refresh: 'never',
      wrong: { error: { message: 'This authorization code has been used.', code: 100 } },
      account: 'person',
    },
    stepOf,
    refusals: {
      unavailable: said(503, 2, 'An unexpected error has occurred. Please retry your request later.'),
      unauthorized,
      quota: said(400, 9, 'The user has reached the maximum number of posts.'),
      forbidden: said(403, 200, 'Permissions error'),
      broken: broken(true, 'Try again'),
      dead: broken(false, 'Request processing failed'),
      'not-ready': said(400, 9007, 'Media ID is not available'),
    },
    answer,
    cut,
  })
  const self: InstagramServer = Object.assign(server, { containers: [], ending: 'FINISHED' as const })
  const containerOf = ({ path }: Asked) => self.containers.find(({ id }) => path.split('/').at(-1) === id)

  /** Half of the bytes arrive, and are kept. */
  async function cut(step: InstagramStep, asked: Asked) {
    if (step !== 'upload') return
    const half = Math.floor(Number(asked.headers['content-length']) / 2)
    const bytes = await asked.readSome(half)
    const found = containerOf(asked)
    if (found) found.received = Buffer.concat([found.received, bytes.subarray(0, half)])
  }

  async function answer(step: InstagramStep, asked: Asked): Promise<Answer> {
    const body = await asked.read()
    const form = new URLSearchParams(step === 'upload' ? '' : body.toString())
    if (step === 'token') return token(form)
    const { authorization = '' } = asked.headers
    // Uploads have a scheme of their own.
    const scheme = step === 'upload' ? 'OAuth ' : 'Bearer '
    if (!authorization.startsWith(scheme)) self.violations.push(`${step} with ${authorization.split(' ')[0]}`)
    const grant = self.grantOf({ authorization: authorization.replace(scheme, 'Bearer ') })
    if (grant === null) return unauthorized
    switch (step) {
      case 'pages':
        return json(200, {
          data: pages.map(({ id, account }) => ({
            id,
            access_token: self.newAccess({ ...grant, accountId: account?.id ?? id }),
            ...(account !== null && { instagram_business_account: account }),
          })),
          paging: { cursors: { after: 'Mg' } },
        })
      case 'me':
        return json(200, {
          id: '1010',
          instagram_business_account: pages.find(({ account }) => account?.id === grant.accountId)?.account,
        })
      case 'create':
        return create(form, asked.path.split('/')[2] ?? '', grant.accountId)
      case 'upload':
        return upload(asked, body)
      case 'status':
        return status(asked)
      case 'publish':
        return publish(form)
      case 'permalink':
        return json(200, { permalink: `https://www.instagram.com/reel/C${asked.path.split('/').at(-1)}/` })
      case 'media':
        return json(200, {
          data: self.containers
            .filter(({ post, account }) => post !== null && account === grant.accountId)
            .map(({ post, caption }) => ({
              id: post,
              caption,
              permalink: `https://www.instagram.com/reel/C${post}/`,
              timestamp: now().toISOString(),
            })),
        })
    }
  }

  function token(form: URLSearchParams): Answer {
    if (form.get('grant_type') !== 'fb_exchange_token') return self.giveTokens(form, formApp(form))
    const grant = self.grantOf({ authorization: `Bearer ${form.get('fb_exchange_token')}` })
    if (grant === null) return unauthorized
    return json(200, { access_token: self.newAccess(grant), token_type: 'bearer', expires_in: 5_184_000 })
  }

  function create(form: URLSearchParams, account: string, own: string): Answer {
    if (account !== own) return said(403, 200, 'Permissions error')
    const isReel = form.get('media_type') === 'REELS' && form.get('upload_type') === 'resumable'
    if (!isReel) return said(400, 100, 'Invalid parameter')
    const id = String(17_889_455_560_051_000 + self.containers.length)
    const caption = form.get('caption') ?? ''
    self.containers.push({ id, account, caption, size: -1, received: Buffer.alloc(0), waits: 1, post: null })
    return json(200, { id, uri: `https://rupload.facebook.com/ig-api-upload/v24.0/${id}` })
  }

  function upload(asked: Asked, body: Buffer): Answer {
    const found = containerOf(asked)
    if (found === undefined) return broken(false, 'There is no such container')
    const [offset, size] = [Number(asked.headers.offset), Number(asked.headers.file_size)]
    if (offset !== found.received.length || offset + body.length !== size) {
      self.violations.push(`${body.length} bytes from ${offset} of ${size}`)
      return broken(false, 'The offset is wrong')
    }
    found.received = Buffer.concat([found.received, body])
    found.size = size
    return json(200, { success: true, message: 'Upload successful.' })
  }

  function status(asked: Asked): Answer {
    const found = containerOf(asked)
    if (found === undefined) return said(400, 100, 'Unsupported get request.')
    const isWhole = found.received.length === found.size
    if (isWhole) found.waits -= 1
    const ended = found.post !== null ? 'PUBLISHED' : self.ending
    const code = isWhole && found.waits < 0 ? ended : 'IN_PROGRESS'
    return json(200, {
      id: found.id,
      status_code: code,
      status: code === 'ERROR' ? 'Error: Media upload has failed with error code 2207026' : code,
      video_status: {
        uploading_phase: {
          status: isWhole ? 'complete' : 'in_progress',
          bytes_transferred: found.received.length,
        },
      },
    })
  }

  function publish(form: URLSearchParams): Answer {
    const found = self.containers.find(({ id }) => id === form.get('creation_id'))
    if (found === undefined) return said(400, 100, 'Invalid parameter')
    if (found.received.length !== found.size) self.violations.push('a container without all bytes')
    if (found.post !== null) self.violations.push('a container that is published twice')
    found.post = `${found.id}9`
    return json(200, { id: found.post })
  }

  return self
}

async function stepOf(asked: Asked): Promise<InstagramStep | null> {
  const isPermalink = asked.url.searchParams.get('fields') === 'permalink'
  return stepIn<InstagramStep>(
    [
      [/^POST graph\.facebook\.com\/v24\.0\/oauth\/access_token$/, 'token'],
      [/^GET graph\.facebook\.com\/v24\.0\/me\/accounts$/, 'pages'],
      [/^GET graph\.facebook\.com\/v24\.0\/me$/, 'me'],
      [/^POST graph\.facebook\.com\/v24\.0\/\d+\/media$/, 'create'],
      [/^GET graph\.facebook\.com\/v24\.0\/\d+\/media$/, 'media'],
      [/^POST graph\.facebook\.com\/v24\.0\/\d+\/media_publish$/, 'publish'],
      [/^GET graph\.facebook\.com\/v24\.0\/\d+$/, isPermalink ? 'permalink' : 'status'],
      [/^POST rupload\.facebook\.com\/ig-api-upload\/v24\.0\/\d+$/, 'upload'],
    ],
    asked,
  )
}
