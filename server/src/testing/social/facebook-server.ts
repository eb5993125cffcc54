import {
  type Answer,
  type Asked,
  type CommonFault,
  formApp,
  type Grant,
  json,
  type NetworkServer,
  openNetworkServer,
  stepIn,
} from './network-server.ts'

export type FacebookStep = 'token' | 'pages' | 'me' | 'start' | 'transfer' | 'finish' | 'status'
export type FacebookFault = CommonFault | 'too-many' | 'forbidden' | 'ended' | 'forgotten' | 'back' | 'beyond'

interface Video {
  readonly id: string
  readonly session: string
  readonly page: string
  readonly size: number
  received: Buffer
  title: string
  description: string
  isFinished: boolean
  /** Requests for its status until it is ready. */
  waits: number
}

export interface FacebookServer extends NetworkServer<FacebookStep, FacebookFault> {
  /** Videos of which the upload was begun. */
  readonly videos: Video[]
  /** End of a video that has all bytes: `video_status`, and the state of its publishing. */
  ending: { readonly state: string; readonly publishing: string }
  /** Pages beside those that a person always has, in lists that follow the first. */
  readonly morePages: { readonly id: string; readonly name: string; readonly tasks: string[] }[]
}

const ending = { state: 'ready', publishing: 'complete' }

/** Facebook wants these bytes at once. */
const CHUNK = 3 * 1024 ** 2
const pages = [
  { id: '1010', name: 'Deccan News', tasks: ['CREATE_CONTENT', 'MODERATE'] },
  { id: '2020', name: 'Deccan Sport', tasks: ['CREATE_CONTENT'] },
  { id: '3030', name: 'Page that others post to', tasks: ['ANALYZE'] },
]

const said = (status: number, code: number, message: string, rest: object = {}) =>
  json(status, { error: { message, type: 'OAuthException', code, fbtrace_id: 'A1', ...rest } })
/** Facebook refuses tokens with 400. */
const unauthorized = said(400, 190, 'Error validating access token: The session has been invalidated.')

/** A server that speaks like Facebook, as far as it is used, and is stricter. */
export async function openFacebookServer(now?: () => Date): Promise<FacebookServer> {
  const server = await openNetworkServer<FacebookStep, FacebookFault>({
    clientId: '81723',
    now,
    oauth: {
      page: 'www.facebook.com/v24.0/dialog/oauth',
      asked: {},
      scope: 'pages_show_list,pages_read_engagement,pages_manage_posts',
      usesPkce: false,
      lifeS: Number.POSITIVE_INFINITY,
      refresh: 'never',
      wrong: {
        error: { message: 'This authorization code has been used.', type: 'OAuthException', code: 100 },
      },
      account: 'person',
    },
    stepOf,
    refusals: {
      unavailable: said(503, 2, 'An unexpected error has occurred. Please retry your request later.'),
      unauthorized,
      ended: unauthorized,
      'too-many': said(400, 32, 'Page request limit reached'),
      forbidden: said(403, 200, 'Permissions error'),
      forgotten: said(400, 100, 'The upload session is gone'),
      back: json(200, { start_offset: '0', end_offset: String(CHUNK) }),
      beyond: json(200, { start_offset: '99999999', end_offset: '99999999' }),
    },
    answer,
  })
  const self: FacebookServer = Object.assign(server, { videos: [], ending, morePages: [] })

  async function answer(step: FacebookStep, asked: Asked): Promise<Answer> {
    const body = await asked.read()
    if (step === 'token') return token(new URLSearchParams(body.toString()))
    const grant = self.grantOf(asked.headers)
    if (grant === null) return unauthorized
    if (step === 'pages') return listPages(asked, grant)
    if (step === 'me') {
      const { id, name } = pages.find((page) => page.id === grant.accountId) ?? {
        id: '9',
        name: 'Ananya Rao',
      }
      return json(200, { id, name, link: `https://www.facebook.com/${id}` })
    }
    if (step === 'status') return status(asked)
    const page = asked.path.split('/')[2] ?? ''
    if (page !== grant.accountId) return said(403, 200, 'Permissions error')
    if (step === 'transfer') return transfer(asked, body)
    const form = new URLSearchParams(body.toString())
    return step === 'start' ? start(form, page) : finish(form)
  }

  /** A short-lived token for a code, and a long-lived one for that. */
  function token(form: URLSearchParams): Answer {
    if (form.get('grant_type') !== 'fb_exchange_token') return self.giveTokens(form, formApp(form))
    const authorization = `Bearer ${form.get('fb_exchange_token')}`
    const grant = self.grantOf({ authorization })
    if (grant === null) return unauthorized
    return json(200, { access_token: self.newAccess(grant), token_type: 'bearer', expires_in: 5_184_000 })
  }

  /** One page that a person may post to in no way has no token. */
  function listPages({ url }: Asked, grant: Grant): Answer {
    const isFirst = url.searchParams.get('after') === null
    const listed = isFirst ? pages : self.morePages
    return json(200, {
      data: listed.map((page) => ({
        ...page,
        link: `https://www.facebook.com/${page.id}`,
        ...(page.tasks.includes('CREATE_CONTENT') && {
          access_token: self.newAccess({ ...grant, accountId: page.id }),
        }),
      })),
      paging: {
        cursors: { before: 'QQ', after: 'Mg' },
        ...(isFirst && { next: 'https://graph.facebook.com/v24.0/9/accounts?access_token=secret&after=Mg' }),
      },
    })
  }

  function start(form: URLSearchParams, page: string): Answer {
    const id = String(1_564_747_010_440_000 + self.videos.length)
    const session = String(1_564_747_013_773_000 + self.videos.length)
    const size = Number(form.get('file_size'))
    self.videos.push({
      id,
      session,
      page,
      size,
      received: Buffer.alloc(0),
      title: '',
      description: '',
      isFinished: false,
      waits: 1,
    })
    return json(200, {
      upload_session_id: session,
      video_id: id,
      start_offset: '0',
      end_offset: String(Math.min(CHUNK, size)),
    })
  }

  function transfer({ headers }: Asked, body: Buffer): Answer {
    const [, boundary = ''] = /boundary=(.+)$/.exec(String(headers['content-type'])) ?? []
    const text = body.toString('latin1')
    const field = (name: string) => new RegExp(`name="${name}"\\r\\n\\r\\n(\\w+)\\r\\n`).exec(text)?.[1] ?? ''
    const found = self.videos.find(({ session }) => session === field('upload_session_id'))
    if (found === undefined || field('upload_phase') !== 'transfer')
      return said(400, 100, 'Invalid parameter')
    const begin = text.indexOf('\r\n\r\n', text.indexOf('name="video_file_chunk"')) + 4
    const bytes = body.subarray(begin, text.lastIndexOf(`\r\n--${boundary}--`))
    const next = () => {
      const from = found.received.length
      return { start_offset: String(from), end_offset: String(Math.min(from + CHUNK, found.size)) }
    }
    if (Number(field('start_offset')) !== found.received.length)
      return said(400, 6000, 'There was a problem uploading your video file.', {
        error_subcode: 1_363_037,
        error_data: next(),
      })
    if (bytes.length > CHUNK || found.isFinished) self.violations.push(`a part of ${bytes.length} bytes`)
    found.received = Buffer.concat([found.received, bytes])
    return json(200, next())
  }

  function finish(form: URLSearchParams): Answer {
    const found = self.videos.find(({ session }) => session === form.get('upload_session_id'))
    if (found === undefined || form.get('upload_phase') !== 'finish')
      return said(400, 100, 'Invalid parameter')
    if (found.received.length !== found.size)
      self.violations.push(`the end at ${found.received.length} bytes`)
    if (found.isFinished) self.violations.push('an upload that ends twice')
    found.title = form.get('title') ?? ''
    found.description = form.get('description') ?? ''
    found.isFinished = true
    return json(200, { success: true })
  }

  function status({ path }: Asked): Answer {
    const found = self.videos.find(({ id }) => id === path.split('/')[2])
    if (found === undefined) return said(400, 100, 'Unsupported get request.')
    if (found.isFinished) found.waits -= 1
    const isReady = found.isFinished && found.waits < 0
    const { state, publishing } = self.ending
    const phase = (isDone: boolean) => ({ status: isDone ? 'complete' : 'not_started' })
    return json(200, {
      id: found.id,
      ...(isReady && { permalink_url: `/${found.page}/videos/${found.id}/` }),
      status: {
        video_status: isReady ? state : found.isFinished ? 'processing' : 'uploading',
        uploading_phase: phase(found.isFinished),
        processing_phase: phase(isReady),
        publishing_phase: isReady ? { status: publishing } : phase(false),
      },
    })
  }

  return self
}

async function stepOf(asked: Asked): Promise<FacebookStep | null> {
  const isPart = String(asked.headers['content-type']).startsWith('multipart/')
  const phase = isPart ? 'transfer' : new URLSearchParams((await asked.read()).toString()).get('upload_phase')
  const upload = /^POST graph-video\.facebook\.com\/v24\.0\/\d+\/videos$/
  return stepIn<FacebookStep>(
    [
      [/^POST graph\.facebook\.com\/v24\.0\/oauth\/access_token$/, 'token'],
      [/^GET graph\.facebook\.com\/v24\.0\/me\/accounts$/, 'pages'],
      [/^GET graph\.facebook\.com\/v24\.0\/me$/, 'me'],
      [/^GET graph\.facebook\.com\/v24\.0\/\d+$/, 'status'],
      ...(phase === 'start' || phase === 'transfer' || phase === 'finish'
        ? ([[upload, phase]] as const)
        : []),
    ],
    asked,
  )
}
