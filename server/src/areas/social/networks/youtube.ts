import { socialExtra, socialExtraKinds } from '@kinora/contract'
import * as z from 'zod'
import { addSeconds } from '../../../platform/clock.ts'
import type { AppKeys, CaptionFile, Draft, NetworkDriver, Outcome, Published, StepContext } from './driver.ts'
import { NetworkFailure, QuotaUsed, Refused } from './failures.ts'
import { assertAnswered, type NetworkAnswer, readJson, wordsOf } from './network-client.ts'
import { nextMidnight } from './next-midnight.ts'
import { formRequest, requestTokens } from './oauth.ts'

// https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol and
// https://developers.google.com/identity/protocols/oauth2/web-server, read in November 2026.

const CHUNK_UNIT = 256 * 1024
const CHUNK_BYTES = 32 * CHUNK_UNIT
const SCOPES = [
  'https://www.googleapis.com/auth/youtube.upload',
  'https://www.googleapis.com/auth/youtube.readonly',
]
/** Captions are inserted with it. A person can leave it out. */
const CAPTION_SCOPE = 'https://www.googleapis.com/auth/youtube.force-ssl'
const API = 'https://www.googleapis.com'
const POLL_S = 10
/** A video that is not processed by then is left to a person. */
const PROCESSING_LIMIT_S = 24 * 3600
/** A new video is not listed at once. */
const LISTING_LIMIT_S = 600

/** - upload: the address of the resumable upload. `isLast`: the last bytes were sent, and the answer may be lost
 * - processing: YouTube has the video
 * - extras: it is published, and its thumbnail and captions follow. `tries`: of the first of `left`, which failed. Captions without
 *   a language stand for those that are not listed yet */
const step = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('upload'),
    url: z.string(),
    size: z.number(),
    print: z.string(),
    isLast: z.boolean(),
  }),
  z.object({ kind: z.literal('processing'), id: z.string(), since: z.number() }),
  z.object({
    kind: z.literal('extras'),
    id: z.string(),
    note: z.literal('private-only').nullable(),
    done: z.array(socialExtra),
    left: z
      .array(
        z.object({
          kind: z.enum(socialExtraKinds),
          languageCode: z.string().nullable(),
          name: z.string().nullable(),
        }),
      )
      .default([]),
    tries: z.number(),
  }),
])
type Step = z.infer<typeof step>
type UploadStep = Extract<Step, { kind: 'upload' }>
type ExtrasStep = Extract<Step, { kind: 'extras' }>
type Extra = ExtrasStep['left'][number]

export const youtube: NetworkDriver<Step> = {
  hosts: ['accounts.google.com', 'oauth2.googleapis.com', 'www.googleapis.com'],
  authorizeUrl({ clientId, state, challenge, redirectUri }) {
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: [...SCOPES, CAPTION_SCOPE].join(' '),
      // Without both there is no refresh token for a person who allowed the access before.
      access_type: 'offline',
      prompt: 'consent',
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    return `https://accounts.google.com/o/oauth2/v2/auth?${query}`
  },
  exchange(client, app, { code, verifier, redirectUri }, signal) {
    const grant = { code, code_verifier: verifier, redirect_uri: redirectUri }
    return requestTokens(client, tokenRequest(app, { grant_type: 'authorization_code', ...grant }), signal)
  },
  refresh: (client, app, refreshToken, signal) =>
    requestTokens(
      client,
      tokenRequest(app, { grant_type: 'refresh_token', refresh_token: refreshToken }),
      signal,
    ),
  async revoke(client, _app, { accessToken, refreshToken }, signal) {
    const token = refreshToken ?? accessToken
    await client.send(formRequest('https://oauth2.googleapis.com/revoke', { token }), signal)
  },
  async identify(send, now) {
    const answer = await send({ method: 'GET', url: `${API}/youtube/v3/channels?part=snippet&mine=true` })
    assertAccepted(answer, now)
    const { items = [] } = readJson(answer, channels)
    const [channel] = items
    if (channel === undefined) return null
    const { id, snippet } = channel
    return { remoteId: id, name: snippet.title, url: `https://www.youtube.com/channel/${id}` }
  },
  step,
  needsFile: (current) => current === null || current.kind === 'upload',
  isProcessing: (current) => current !== null && current.kind !== 'upload',
  mayBeThere: (current) => current !== null && (current.kind !== 'upload' || current.isLast),
  remoteIdOf: (current) => (current.kind === 'upload' ? null : current.id),
  publishedAs: (current) => (current?.kind === 'extras' ? publishedAs(current) : null),
  async advance(draft, current, context) {
    if (current?.kind === 'processing') return poll(draft, current, context)
    if (current?.kind === 'extras') return sendExtras(current, context)
    const { size, print } = context.file()
    // Bytes of another file must not follow those that YouTube has. An upload that is not complete never becomes a video.
    const isSame = current?.size === size && current.print === print
    if (current !== null && (isSame || current.isLast)) {
      const found = await askUpload(current, context)
      if (typeof found === 'object') return keepVideo(found, context)
      if (found === 'gone' && current.isLast) return { kind: 'unknown', reason: 'lost-upload', detail: null }
      if (found !== 'gone' && isSame) return sendFrom(found, current, context)
    }
    return sendFrom(0, await beginUpload(draft, context), context)
  },
  findPost(url) {
    const [, first = '', second = ''] = url.pathname.split('/')
    const isShort = url.hostname === 'youtu.be'
    const isOwn = /^(?:www\.|m\.)?youtube\.com$/.test(url.hostname)
    const id = isShort
      ? first
      : isOwn
        ? (url.searchParams.get('v') ?? (first === 'shorts' ? second : ''))
        : ''
    return /^[\w-]{6,20}$/.test(id) ? { remoteId: id, url: addressOf(id) } : null
  },
}

const addressOf = (id: string) => `https://www.youtube.com/watch?v=${id}`

const channels = z.object({
  items: z
    .array(z.object({ id: z.string().max(100), snippet: z.object({ title: z.string().max(500) }) }))
    .optional(),
})
const video = z.object({
  id: z.string().min(1).max(100),
  status: z
    .object({
      uploadStatus: z.string().optional(),
      failureReason: z.string().optional(),
      rejectionReason: z.string().optional(),
      privacyStatus: z.string().optional(),
    })
    .optional(),
})
type Video = z.infer<typeof video>
const videos = z.object({ items: z.array(video) })
const apiFault = z.object({
  error: z.object({
    message: z.string().catch(''),
    errors: z.array(z.object({ reason: z.string().catch('') })).catch([]),
  }),
})

function tokenRequest({ clientId, clientSecret }: AppKeys, grant: Record<string, string>) {
  const fields = { ...grant, client_id: clientId, client_secret: clientSecret }
  return { url: 'https://oauth2.googleapis.com/token', fields, scopes: SCOPES }
}

async function beginUpload(draft: Draft, context: StepContext<Step>): Promise<UploadStep> {
  const { size, print } = context.file()
  const answer = await context.send({
    method: 'POST',
    url: `${API}/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status`,
    headers: {
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-length': String(size),
      'x-upload-content-type': 'video/*',
    },
    body: JSON.stringify({
      snippet: { title: draft.title, description: draft.text, tags: draft.tags },
      status: { privacyStatus: draft.privacy, selfDeclaredMadeForKids: false },
    }),
  })
  assertAccepted(answer, context.now())
  const { location } = answer.headers
  if (location === undefined || !URL.canParse(location))
    throw new NetworkFailure('answer', 'the network gave no address for the upload')
  const begun: UploadStep = { kind: 'upload', url: location, size, print, isLast: false }
  await context.save(begun, { sent: 0, total: size })
  return begun
}

/** Asks what YouTube has of an upload: the number of bytes, or the video if it has all. `gone`: it does not know the upload. */
async function askUpload({ url, size }: UploadStep, context: StepContext<Step>) {
  const headers = { 'content-range': `bytes */${size}` }
  return readUpload(await context.send({ method: 'PUT', url, headers }), context)
}

function readUpload(answer: NetworkAnswer, context: StepContext<Step>): number | Video | 'gone' {
  const { status, headers } = answer
  if (status === 404 || status === 410) return 'gone'
  if (status === 308) {
    const [, last] = /^bytes=0-(\d+)$/.exec(String(headers.range ?? '')) ?? []
    return last === undefined ? 0 : Number(last) + 1
  }
  assertAccepted(answer, context.now())
  return readJson(answer, video)
}

async function sendFrom(start: number, current: UploadStep, context: StepContext<Step>): Promise<Outcome> {
  const { size } = current
  let uploading = current
  let sent = start
  while (sent < size) {
    const end = Math.min(sent + CHUNK_BYTES, size)
    uploading = { ...uploading, isLast: end === size }
    // Before the last bytes: from then on YouTube may have the video, also if its answer is lost.
    await context.save(uploading, { sent, total: size })
    const answer = await context.send({
      method: 'PUT',
      url: uploading.url,
      headers: { 'content-range': `bytes ${sent}-${end - 1}/${size}` },
      body: await context.file().read(sent, end),
      isUpload: true,
    })
    const found = readUpload(answer, context)
    if (typeof found === 'object') return keepVideo(found, context)
    if (found === 'gone') {
      if (uploading.isLast) return { kind: 'unknown', reason: 'lost-upload', detail: null }
      await context.save(null, { sent: 0, total: size })
      throw new NetworkFailure('answer', 'the network no longer knows the upload')
    }
    if (found <= sent || found > size)
      throw new NetworkFailure('answer', 'the network kept none of the bytes')
    sent = found
  }
  throw new NetworkFailure('answer', 'the network has all bytes, and gave no video')
}

async function keepVideo({ id }: Video, context: StepContext<Step>): Promise<Outcome> {
  await context.save({ kind: 'processing', id, since: context.now().getTime() })
  return { kind: 'again', afterS: 1 }
}

async function poll(
  draft: Draft,
  { id, since }: Extract<Step, { kind: 'processing' }>,
  context: StepContext<Step>,
): Promise<Outcome> {
  const query = new URLSearchParams({ part: 'status', id })
  const answer = await context.send({ method: 'GET', url: `${API}/youtube/v3/videos?${query}` })
  assertAccepted(answer, context.now())
  const found = readJson(answer, videos).items.find((each) => each.id === id)
  const ageS = (context.now().getTime() - since) / 1000
  if (found === undefined) {
    if (ageS < LISTING_LIMIT_S) return { kind: 'again', afterS: POLL_S }
    throw new Refused('video', 'gone', 'the network no longer has the video')
  }
  const { uploadStatus, failureReason, rejectionReason, privacyStatus } = found.status ?? {}
  if (uploadStatus === 'processed') {
    const note = privacyStatus === 'private' && draft.privacy !== 'private' ? 'private-only' : null
    const [languageCode, name] = [null, null]
    const left: Extra[] = [
      ...(draft.withThumbnail ? [{ kind: 'thumbnail', languageCode, name } as const] : []),
      ...(draft.withCaptions ? [{ kind: 'captions', languageCode, name } as const] : []),
    ]
    return sendExtras({ kind: 'extras', id, note, done: [], left, tries: 0 }, context)
  }
  if (uploadStatus === 'failed' || uploadStatus === 'rejected' || uploadStatus === 'deleted') {
    const words = failureReason ?? rejectionReason ?? uploadStatus
    throw new Refused('video', 'processing-failed', wordsOf(words))
  }
  if (ageS < PROCESSING_LIMIT_S) return { kind: 'again', afterS: Math.min(POLL_S + ageS / 10, 300) }
  return { kind: 'unknown', reason: 'processing-slow', detail: null }
}

const MOST_EXTRA_TRIES = 3
const EXTRA_RETRY_S = 5

/** Sends the thumbnail and the captions that are left. None of them holds up the post for long: one that fails is said. */
async function sendExtras(begun: ExtrasStep, context: StepContext<Step>): Promise<Outcome> {
  let current = begun
  for (let [next] = current.left; next !== undefined; [next] = current.left) {
    const extra = next
    const rest = current.left.slice(1)
    // Before the request: after a run that died the next one goes on here, and not with the video.
    await context.save(current)
    const result = await sendExtra(current, extra, context).catch((error) => {
      if (isFault(error)) return error
      throw error
    })
    if (result instanceof NetworkFailure && current.tries + 1 < MOST_EXTRA_TRIES) {
      await context.save({ ...current, tries: current.tries + 1 })
      return { kind: 'again', afterS: Math.max(EXTRA_RETRY_S, result.afterS ?? 0) }
    }
    if (Array.isArray(result)) {
      current = { ...current, left: [...result, ...rest], tries: 0 }
      continue
    }
    const end =
      typeof result === 'string'
        ? { state: result, detail: null }
        : { state: 'failed' as const, detail: result.message }
    const { kind, languageCode } = extra
    current = { ...current, done: [...current.done, { kind, languageCode, ...end }], left: rest, tries: 0 }
  }
  return publishedAs(current)
}

const isFault = (error: unknown): error is NetworkFailure | Refused | QuotaUsed =>
  error instanceof NetworkFailure || error instanceof Refused || error instanceof QuotaUsed

/** The post with the extras that were sent. Those that are left have failed. */
function publishedAs({ id, note, done, left }: ExtrasStep): Published {
  const failed = left.map(({ kind, languageCode }) => ({
    kind,
    languageCode,
    state: 'failed' as const,
    detail: null,
  }))
  return { kind: 'published', remoteId: id, url: addressOf(id), note, extras: [...done, ...failed] }
}

/** Sends an extra. Captions that are not listed yet are: each is sent by itself. */
async function sendExtra(
  { id }: ExtrasStep,
  { kind, languageCode, name }: Extra,
  context: StepContext<Step>,
): Promise<'sent' | 'missing' | Extra[]> {
  if (kind === 'thumbnail') return sendThumbnail(id, context)
  const files = await context.extras.captions()
  if (languageCode === null)
    return files.length === 0
      ? 'missing'
      : files.map((file) => ({ kind, languageCode: file.languageCode, name: file.name }))
  const file = files.find((each) => each.languageCode === languageCode && each.name === name)
  return file === undefined ? 'missing' : sendCaptions(id, file, context)
}

/** Sets the thumbnail (https://developers.google.com/youtube/v3/docs/thumbnails/set). Another request replaces it. */
async function sendThumbnail(id: string, context: StepContext<Step>): Promise<'sent' | 'missing'> {
  const body = await context.extras.thumbnail()
  if (body === null) return 'missing'
  const query = new URLSearchParams({ videoId: id, uploadType: 'media' })
  const answer = await context.send({
    method: 'POST',
    url: `${API}/upload/youtube/v3/thumbnails/set?${query}`,
    headers: { 'content-type': 'image/jpeg' },
    body,
    isUpload: true,
  })
  assertAccepted(answer, context.now())
  readJson(answer, z.object({}))
  return 'sent'
}

/** Inserts captions (https://developers.google.com/youtube/v3/docs/captions/insert). Those that are there already were sent before,
 * by a request whose answer was lost. */
async function sendCaptions(id: string, file: CaptionFile, context: StepContext<Step>): Promise<'sent'> {
  const { languageCode: language, name, text } = file
  const boundary = `kinora-${id}-${language}`
  const part = (type: string, body: string) => `--${boundary}\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`
  const about = JSON.stringify({ snippet: { videoId: id, language, name, isDraft: false } })
  const answer = await context.send({
    method: 'POST',
    url: `${API}/upload/youtube/v3/captions?uploadType=multipart&part=snippet`,
    headers: { 'content-type': `multipart/related; boundary=${boundary}` },
    body: `${part('application/json; charset=UTF-8', about)}${part('text/vtt', text)}--${boundary}--\r\n`,
    isUpload: true,
  })
  if (readFault(answer)?.reason === 'captionExists') return 'sent'
  assertAccepted(answer, context.now())
  readJson(answer, z.object({}))
  return 'sent'
}

/** Reasons of YouTube for which waiting helps. */
const appQuotaReasons = ['quotaExceeded', 'dailyLimitExceeded']
const paceReasons = ['rateLimitExceeded', 'userRateLimitExceeded']

/** @throws NetworkFailure, Refused, QuotaUsed for every answer that is no success */
function assertAccepted(answer: NetworkAnswer, now: Date): void {
  const { status } = answer
  if (status >= 200 && status < 300) return
  const parsed = readFault(answer)
  const reason = parsed?.reason ?? ''
  const words = wordsOf(parsed === null ? `status ${status}` : `${parsed.message} (${reason || status})`)
  if (appQuotaReasons.includes(reason))
    throw new QuotaUsed(nextMidnight(now, 'America/Los_Angeles'), true, words)
  // A channel may upload so many videos in any 24 hours.
  if (reason === 'uploadLimitExceeded') throw new QuotaUsed(addSeconds(now, 24 * 3600), false, words)
  if (paceReasons.includes(reason)) throw new NetworkFailure('answer', words, { afterS: 60 })
  assertAnswered(answer)
  if (parsed === null) throw new NetworkFailure('answer', `the network answered ${status}`)
  const isAccount = status === 401 || status === 403
  throw new Refused(isAccount ? 'account' : 'video', isAccount ? 'refused-account' : 'refused-video', words)
}

function readFault({ body }: NetworkAnswer): { message: string; reason: string } | null {
  try {
    const { error } = apiFault.parse(JSON.parse(body))
    return { message: error.message, reason: error.errors[0]?.reason ?? '' }
  } catch {
    return null
  }
}
