import { socialText } from '@kinora/contract'
import * as z from 'zod'
import {
  type ConnectedAccount,
  type Draft,
  ENDLESS_S,
  type NetworkDriver,
  type Outcome,
  type StepContext,
} from './driver.ts'
import { NetworkFailure, Refused } from './failures.ts'
import {
  assertAccepted,
  exchangeLogin,
  GRAPH,
  GRAPH_VERSION,
  graphId,
  graphLink,
  graphPaging,
  loginUrl,
  PAGES_PER_LIST,
  readFault,
  refusesToken,
} from './graph.ts'
import { type NetworkAnswer, readJson } from './network-client.ts'
import { formRequest, refuseRefresh } from './oauth.ts'
import { sendOnce } from './send-once.ts'

// https://developers.facebook.com/docs/graph-api/video-uploads and /docs/video-api/guides/publishing.

const SCOPES = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts']
const UPLOADS = `https://graph-video.facebook.com/${GRAPH_VERSION}`
/** Facebook says which bytes it wants next; more than this is not sent at once. */
const MOST_CHUNK_BYTES = 8 * 1024 ** 2
const POLL_S = 10
const PROCESSING_LIMIT_S = 24 * 3600
/** Lists that are read of a person. */
const MOST_LISTS = 5

/** - upload: bytes are being sent to a video that Facebook has made, and that is not published
 * - finishing: the request that publishes it is about to be sent; its answer may be lost
 * - processing: Facebook publishes it */
const step = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('upload'),
    id: z.string(),
    session: z.string(),
    start: z.number(),
    end: z.number(),
    size: z.number(),
    print: z.string(),
  }),
  z.object({ kind: z.literal('finishing'), id: z.string(), session: z.string() }),
  z.object({ kind: z.literal('processing'), id: z.string(), since: z.number() }),
])
type Step = z.infer<typeof step>
type UploadStep = Extract<Step, { kind: 'upload' }>
type FinishStep = Extract<Step, { kind: 'finishing' }>
type ProcessingStep = Extract<Step, { kind: 'processing' }>

export const facebook: NetworkDriver<Step> = {
  hosts: ['www.facebook.com', 'graph.facebook.com', 'graph-video.facebook.com'],
  authorizeUrl: (asked) => loginUrl(asked, SCOPES),
  exchange: exchangeLogin,
  refresh: refuseRefresh,
  // Facebook takes back the access of a person only, with all pages.
  async revoke() {},
  refusesToken,
  async listAccounts(send, now) {
    const found: ConnectedAccount[] = []
    let after = ''
    for (let n = 0; n < MOST_LISTS; n += 1) {
      const fields = new URLSearchParams({
        fields: 'id,name,link,access_token,tasks',
        limit: String(PAGES_PER_LIST),
        ...(after !== '' && { after }),
      })
      const answer = await send({ method: 'GET', url: `${GRAPH}/me/accounts?${fields}` })
      assertAccepted(answer, now)
      const { data, paging } = readJson(answer, pages)
      for (const { id, name, link, access_token: accessToken, tasks } of data) {
        // Of a page that a person may not post to there is no token.
        if (accessToken === undefined || !tasks.includes('CREATE_CONTENT')) continue
        const tokens = { accessToken, refreshToken: null, expiresInS: ENDLESS_S }
        found.push({ remote: { remoteId: id, name, url: link }, tokens })
      }
      // The address of the next list has a token: it is written again.
      after = paging?.next === undefined ? '' : (paging.cursors?.after ?? '')
      if (after === '') break
    }
    return found
  },
  async identify(send, now) {
    const answer = await send({ method: 'GET', url: `${GRAPH}/me?fields=id,name,link` })
    assertAccepted(answer, now)
    const { id, name, link } = readJson(answer, page)
    return { remoteId: id, name, url: link }
  },
  step,
  needsFile: (current) => current === null || current.kind === 'upload',
  isProcessing: (current) => current?.kind === 'processing',
  mayBeThere: (current) => current !== null && current.kind !== 'upload',
  remoteIdOf: (current) => (current.kind === 'processing' ? current.id : null),
  async advance(draft, current, context) {
    if (current?.kind === 'processing') return poll(current, context)
    if (current?.kind === 'finishing') {
      const { uploading } = await askVideo(current.id, context)
      if (uploading !== 'complete') await sendEnd(draft, current, context)
      return keepVideo(current, context)
    }
    const { size, print } = context.file()
    const isSame = current?.size === size && current.print === print
    return sendFrom(draft, isSame ? current : await beginUpload(context), context)
  },
  findPost(url) {
    const isOwn = /^(?:www\.|m\.|web\.)?facebook\.com$/.test(url.hostname)
    const [, found] = /\/(?:videos|reel)\/(?:[^/]+\/)?(\d{5,25})/.exec(url.pathname) ?? []
    const id = found ?? (url.pathname.startsWith('/watch') ? url.searchParams.get('v') : null)
    if (!isOwn || id === null || !/^\d{5,25}$/.test(id)) return null
    return { remoteId: id, url: `https://www.facebook.com/watch/?v=${id}` }
  },
}

const page = z.object({ id: graphId, name: z.string().max(300), link: graphLink })
const pages = z.object({
  data: z
    .array(
      z.object({
        ...page.shape,
        access_token: z.string().min(1).max(4096).optional(),
        tasks: z.array(z.string()).default([]),
      }),
    )
    .max(PAGES_PER_LIST),
  paging: graphPaging,
})
/** Facebook writes numbers as text. */
const offset = z.union([z.string().regex(/^\d{1,15}$/), z.int().nonnegative()]).transform(Number)
const range = z.object({ start_offset: offset, end_offset: offset })
const begun = z.object({ ...range.shape, video_id: graphId, upload_session_id: graphId })
const finished = z.object({ success: z.literal(true) })
const video = z.object({
  permalink_url: z.string().max(500).optional(),
  status: z.object({
    video_status: z.string(),
    uploading_phase: z.object({ status: z.string() }).optional(),
    publishing_phase: z.object({ status: z.string() }).optional(),
  }),
})
const videosOf = ({ remoteId }: StepContext<Step>) => `${UPLOADS}/${remoteId}/videos`

async function beginUpload(context: StepContext<Step>): Promise<UploadStep> {
  const { size, print } = context.file()
  const answer = await context.send(
    formRequest(videosOf(context), { upload_phase: 'start', file_size: String(size) }),
  )
  assertAccepted(answer, context.now())
  const { video_id: id, upload_session_id: session, ...next } = readJson(answer, begun)
  const [start, end] = [next.start_offset, next.end_offset]
  assertInFile(start, size)
  const upload: UploadStep = { kind: 'upload', id, session, start, end, size, print }
  await context.save(upload, { sent: start, total: size })
  return upload
}

async function sendFrom(draft: Draft, begunWith: UploadStep, context: StepContext<Step>): Promise<Outcome> {
  const { id, session, size } = begunWith
  let upload = begunWith
  while (upload.start < size) {
    const { start } = upload
    const end = Math.min(upload.end, start + MOST_CHUNK_BYTES, size)
    if (end <= start) throw new NetworkFailure('answer', 'the network asked for no bytes')
    const answer = await context.send(
      chunkRequest(videosOf(context), session, start, await context.file().read(start, end)),
    )
    const next = await readNext(answer, context)
    assertInFile(next.start, size)
    // Bytes that it has already are not sent again: it says from where it goes on.
    upload = { ...upload, ...next }
    await context.save(upload, { sent: upload.start, total: size })
    if (next.start <= start) throw new NetworkFailure('answer', 'the network kept none of the bytes')
  }
  const finishing: FinishStep = { kind: 'finishing', id, session }
  await sendOnce<Step, void>(context, { before: upload, open: finishing }, () =>
    sendEnd(draft, finishing, context),
  )
  return keepVideo(finishing, context)
}

function assertInFile(start: number, size: number): void {
  if (start > size)
    throw new NetworkFailure('answer', 'the network asked for bytes that the file does not have')
}

/** The bytes that Facebook wants next: also of a refusal that says so. After another refusal the upload begins again. */
async function readNext(answer: NetworkAnswer, context: StepContext<Step>) {
  const wanted = range.safeParse(readFault(answer)?.error_data)
  const { start_offset: start, end_offset: end } = wanted.data ?? (await read())
  return { start, end }

  async function read() {
    try {
      assertAccepted(answer, context.now())
    } catch (error) {
      if (!(error instanceof Refused) || error.fault === 'account') throw error
      await context.save(null, { sent: 0, total: context.file().size })
      throw new NetworkFailure('answer', error.message)
    }
    return readJson(answer, range)
  }
}

/** A part of the file as a form (RFC 7578). */
function chunkRequest(url: string, session: string, start: number, bytes: Uint8Array) {
  const boundary = `kinora-${session}-${start}`
  const field = (name: string, value: string, rest = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n${value}`
  const fields = { upload_phase: 'transfer', upload_session_id: session, start_offset: String(start) }
  const file = field('video_file_chunk', '', '; filename="chunk"\r\nContent-Type: application/octet-stream')
  const head = `${Object.entries(fields)
    .map(([name, value]) => `${field(name, value)}\r\n`)
    .join('')}${file}`
  return {
    method: 'POST',
    url,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    isUpload: true,
  } as const
}

/** Ends the upload, after which Facebook publishes the video. */
async function sendEnd(draft: Draft, { session }: FinishStep, context: StepContext<Step>): Promise<void> {
  const { title } = draft
  const description = socialText('facebook', draft)
  const answer = await context.send(
    formRequest(videosOf(context), {
      upload_phase: 'finish',
      upload_session_id: session,
      ...(title !== '' && { title }),
      ...(description !== '' && { description }),
    }),
  )
  assertAccepted(answer, context.now())
  readJson(answer, finished)
}

async function keepVideo({ id }: FinishStep, context: StepContext<Step>): Promise<Outcome> {
  await context.save({ kind: 'processing', id, since: context.now().getTime() })
  return { kind: 'again', afterS: 1 }
}

async function askVideo(id: string, context: StepContext<Step>) {
  const answer = await context.send({ method: 'GET', url: `${GRAPH}/${id}?fields=status,permalink_url` })
  assertAccepted(answer, context.now())
  const { permalink_url: path, status } = readJson(answer, video)
  return {
    path,
    state: status.video_status,
    uploading: status.uploading_phase?.status,
    publishing: status.publishing_phase?.status,
  }
}

/** States of a video that is never published. */
const failedStates = ['error', 'upload_failed', 'expired']

async function poll({ id, since }: ProcessingStep, context: StepContext<Step>): Promise<Outcome> {
  const { path = '', state, publishing } = await askVideo(id, context)
  if (failedStates.includes(state))
    throw new Refused('video', 'processing-failed', `the network could not process the video (${state})`)
  if (publishing === 'error')
    throw new Refused('video', 'processing-failed', 'the network could not publish the video')
  if (state === 'ready' && (publishing === undefined || publishing === 'complete')) {
    const isPath = /^\/[\w./-]+$/.test(path)
    const url = isPath ? `https://www.facebook.com${path}` : `https://www.facebook.com/watch/?v=${id}`
    return { kind: 'published', remoteId: id, url, note: null }
  }
  const ageS = (context.now().getTime() - since) / 1000
  if (ageS < PROCESSING_LIMIT_S) return { kind: 'again', afterS: Math.min(POLL_S + ageS / 10, 300) }
  return { kind: 'unknown', reason: 'processing-slow', detail: null }
}
