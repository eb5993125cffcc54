import { socialText } from '@kinora/contract'
import * as z from 'zod'
import type { Draft, NetworkDriver, Outcome, StepContext } from './driver.ts'
import { ENDLESS_S } from './driver.ts'
import { NetworkFailure, QuotaUsed, Refused } from './failures.ts'
import { assertTaken, type NetworkAnswer, readJson, readMaybe, wordsOf } from './network-client.ts'
import { nextMidnight } from './next-midnight.ts'
import { basicHeader, jsonRequest, refuseRefresh, requestTokens } from './oauth.ts'

// https://developer.vimeo.com/api/upload/videos (tus 1.0.0, https://tus.io/protocols/resumable-upload) and
// https://developer.vimeo.com/api/authentication. Tokens have no end there, and PKCE is not documented.

const CHUNK_BYTES = 8 * 1024 ** 2
const SCOPES = ['public', 'private', 'upload']
const API = 'https://api.vimeo.com'
const versioned = { accept: 'application/vnd.vimeo.*+json;version=3.4' }
const tus = { 'tus-resumable': '1.0.0' }
const POLL_S = 10
const PROCESSING_LIMIT_S = 24 * 3600

const views = { public: 'anybody', unlisted: 'unlisted', private: 'nobody' } as const

/** - upload: bytes are being sent to a video that Vimeo has made. `isLast`: the last ones were sent, and the answer may be lost
 * - processing: Vimeo has the file */
const step = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('upload'),
    id: z.string(),
    url: z.string(),
    size: z.number(),
    print: z.string(),
    isLast: z.boolean(),
  }),
  z.object({ kind: z.literal('processing'), id: z.string(), since: z.number() }),
])
type Step = z.infer<typeof step>
type UploadStep = Extract<Step, { kind: 'upload' }>
type ProcessingStep = Extract<Step, { kind: 'processing' }>

export const vimeo: NetworkDriver<Step> = {
  hosts: ['api.vimeo.com', '.tus.vimeo.com', '.cloud.vimeo.com'],
  authorizeUrl({ clientId, state, redirectUri }) {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: SCOPES.join(' '),
      state,
    })
    return `${API}/oauth/authorize?${query}`
  },
  exchange: (client, app, { code, redirectUri }, signal) =>
    requestTokens(
      client,
      {
        url: `${API}/oauth/access_token`,
        fields: { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
        headers: basicHeader(app),
        scopes: SCOPES,
        lifeS: ENDLESS_S,
      },
      signal,
    ),
  refresh: refuseRefresh,
  async revoke(client, _app, { accessToken: token }, signal) {
    await client.send({ method: 'DELETE', url: `${API}/tokens`, token, headers: versioned }, signal)
  },
  async identify(send, now) {
    const answer = await send({ method: 'GET', url: `${API}/me?fields=uri,name,link`, headers: versioned })
    assertAccepted(answer, now)
    const { uri, name, link } = readJson(answer, me)
    return { remoteId: uri.replace('/users/', ''), name, url: link }
  },
  step,
  needsFile: (current) => current?.kind !== 'processing',
  isProcessing: (current) => current?.kind === 'processing',
  mayBeThere: (current) => current?.kind === 'processing' || current?.isLast === true,
  remoteIdOf: (current) => current.id,
  async advance(draft, current, context) {
    if (current?.kind === 'processing') return poll(current, context)
    const { size, print } = context.file()
    const isSame = current?.size === size && current.print === print
    if (current !== null && (isSame || current.isLast)) {
      const sent = await askUpload(current, context)
      // Vimeo forgets an upload that is complete. The video itself says what became of it.
      if (sent === current.size || (sent === null && current.isLast))
        return showVideo(draft, current, context)
      if (sent !== null && isSame) return sendFrom(draft, sent, current, context)
    }
    return sendFrom(draft, 0, await beginUpload(context), context)
  },
  findPost({ hostname, pathname }) {
    const isOwn = /^(?:www\.|player\.)?vimeo\.com$/.test(hostname)
    const [, id] = /^\/(?:video\/|manage\/videos\/)?(\d{5,15})(?:\/|$)/.exec(pathname) ?? []
    return isOwn && id !== undefined ? { remoteId: id, url: `https://vimeo.com/${id}` } : null
  },
}

const me = z.object({
  uri: z.string().regex(/^\/users\/\d{1,20}$/),
  name: z.string().max(300),
  link: z
    .url({ protocol: /^https$/ })
    .max(500)
    .nullable()
    .catch(null),
})
const begun = z.object({
  // Part of addresses.
  uri: z.string().regex(/^\/videos\/\d{1,20}(?::\w+)?$/),
  upload: z.object({ upload_link: z.url().max(4000) }),
})
const video = z.object({
  link: z.url({ protocol: /^https$/ }).max(500),
  upload: z.object({ status: z.string() }).optional(),
  transcode: z.object({ status: z.string() }).optional(),
})
const apiFault = z.object({ error: z.string(), developer_message: z.string().catch('') })

/** Makes a video that nobody sees before it has all bytes. */
async function beginUpload(context: StepContext<Step>): Promise<UploadStep> {
  const { size, print } = context.file()
  const body = { upload: { approach: 'tus', size: String(size) }, privacy: { view: views.private } }
  const answer = await context.send(jsonRequest(`${API}/me/videos`, body, versioned))
  assertAccepted(answer, context.now())
  const { uri, upload } = readJson(answer, begun)
  const [id = ''] = uri.replace('/videos/', '').split(':')
  const next: UploadStep = { kind: 'upload', id, url: upload.upload_link, size, print, isLast: false }
  await context.save(next, { sent: 0, total: size })
  return next
}

/** Asks how many bytes Vimeo has of an upload. Null if it does not know the upload. */
async function askUpload({ url, size }: UploadStep, context: StepContext<Step>): Promise<number | null> {
  const answer = await context.send({ method: 'HEAD', url, headers: tus, withoutToken: true })
  if ([401, 403, 404, 410].includes(answer.status)) return null
  assertAccepted(answer, context.now())
  return offsetOf(answer, size)
}

function offsetOf({ headers }: NetworkAnswer, size: number): number {
  const offset = Number(headers['upload-offset'] ?? Number.NaN)
  if (!Number.isSafeInteger(offset) || offset < 0 || offset > size)
    throw new NetworkFailure('answer', 'the network did not say which bytes it has')
  return offset
}

async function sendFrom(
  draft: Draft,
  start: number,
  begunWith: UploadStep,
  context: StepContext<Step>,
): Promise<Outcome> {
  const { url, size } = begunWith
  for (let sent = start; sent < size; ) {
    const end = Math.min(sent + CHUNK_BYTES, size)
    // Before the last bytes: from then on Vimeo may have the video, also if its answer is lost.
    await context.save({ ...begunWith, isLast: end === size }, { sent, total: size })
    const answer = await context.send({
      method: 'PATCH',
      url,
      headers: { ...tus, 'upload-offset': String(sent), 'content-type': 'application/offset+octet-stream' },
      body: await context.file().read(sent, end),
      isUpload: true,
      withoutToken: true,
    })
    if ([401, 403, 404, 409, 410].includes(answer.status))
      throw new NetworkFailure('answer', `the network refused a part (${answer.status})`)
    assertAccepted(answer, context.now())
    const offset = offsetOf(answer, size)
    if (offset <= sent) throw new NetworkFailure('answer', 'the network kept none of the bytes')
    sent = offset
  }
  return showVideo(draft, begunWith, context)
}

/** Gives the video its words and its audience. The same request again changes nothing. */
async function showVideo(draft: Draft, begunWith: UploadStep, context: StepContext<Step>): Promise<Outcome> {
  const { id } = begunWith
  const description = socialText('vimeo', draft)
  const body = {
    ...(draft.title !== '' && { name: draft.title }),
    ...(description !== '' && { description }),
    privacy: { view: views[draft.privacy] },
  }
  try {
    const request = jsonRequest(`${API}/videos/${id}`, body, versioned)
    const answer = await context.send({ ...request, method: 'PATCH' })
    if (answer.status === 404) throw new Refused('video', 'gone', 'the network no longer has the video')
    assertAccepted(answer, context.now())
    readJson(answer, z.object({}))
  } catch (error) {
    // Nobody sees it.
    if (error instanceof Refused) await context.save({ ...begunWith, isLast: false })
    throw error
  }
  await context.save({ kind: 'processing', id, since: context.now().getTime() })
  return { kind: 'again', afterS: 1 }
}

async function poll({ id, since }: ProcessingStep, context: StepContext<Step>): Promise<Outcome> {
  const url = `${API}/videos/${id}?fields=link,upload.status,transcode.status`
  const answer = await context.send({ method: 'GET', url, headers: versioned })
  if (answer.status === 404) throw new Refused('video', 'gone', 'the network no longer has the video')
  assertAccepted(answer, context.now())
  const { link, upload, transcode } = readJson(answer, video)
  if (transcode?.status === 'complete') return { kind: 'published', remoteId: id, url: link, note: null }
  if (transcode?.status === 'error' || upload?.status === 'error')
    throw new Refused('video', 'processing-failed', 'the network could not process the video')
  const ageS = (context.now().getTime() - since) / 1000
  if (ageS < PROCESSING_LIMIT_S) return { kind: 'again', afterS: Math.min(POLL_S + ageS / 10, 300) }
  return { kind: 'unknown', reason: 'processing-slow', detail: null }
}

/** @throws NetworkFailure, Refused, QuotaUsed for every answer that is no success */
function assertAccepted(answer: NetworkAnswer, now: Date): void {
  const fault = readMaybe(answer, apiFault)
  const words = fault === null ? null : wordsOf(fault.developer_message || fault.error)
  // The quota of a plan: of a day, a week or its storage. Each day may free some of it.
  if (answer.status === 403 && /quota/i.test(`${fault?.error} ${words}`))
    throw new QuotaUsed(nextMidnight(now, 'UTC'), false, words ?? '')
  assertTaken(answer, words, answer.status === 401 || answer.status === 403 ? 'account' : 'video')
}
