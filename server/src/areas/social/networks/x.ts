import { socialText } from '@kinora/contract'
import * as z from 'zod'
import { addSeconds } from '../../../platform/clock.ts'
import type { AppKeys, Draft, NetworkDriver, Outcome, StepContext } from './driver.ts'
import { NetworkFailure, QuotaUsed, Refused } from './failures.ts'
import { assertAnswered, type NetworkAnswer, readJson, wordsOf } from './network-client.ts'
import { basicHeader, formRequest, jsonRequest, requestTokens } from './oauth.ts'
import { sendOnce } from './send-once.ts'

// https://docs.x.com/x-api/media/quickstart/media-upload-chunked and
// https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code, read in November 2026.

const SEGMENT_BYTES = 4 * 1024 ** 2
const SCOPES = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access']
const API = 'https://api.x.com/2'
const LEAST_POLL_S = 1
const MOST_POLL_S = 300
/** X deletes media that no post names after a day. */
const PROCESSING_LIMIT_S = 24 * 3600

/** - media: segments are being sent
 * - processing: X has all segments, and makes the video ready
 * - posting: the post is about to be sent; its answer may be lost */
const step = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('media') }),
  z.object({ kind: z.literal('processing'), id: z.string(), since: z.number() }),
  z.object({ kind: z.literal('posting'), id: z.string(), since: z.number() }),
])
type Step = z.infer<typeof step>
type ProcessingStep = Extract<Step, { kind: 'processing' }>

export const x: NetworkDriver<Step> = {
  hosts: ['x.com', 'api.x.com'],
  authorizeUrl({ clientId, state, challenge, redirectUri }) {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: SCOPES.join(' '),
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    return `https://x.com/i/oauth2/authorize?${query}`
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
  async revoke(client, app, { accessToken, refreshToken }, signal) {
    const token = refreshToken ?? accessToken
    await client.send(formRequest(`${API}/oauth2/revoke`, { token }, basicHeader(app)), signal)
  },
  async identify(send, now) {
    const answer = await send({ method: 'GET', url: `${API}/users/me` })
    assertAccepted(answer, 'account', now)
    const { id, name, username } = readJson(answer, me).data
    return { remoteId: id, name: `${name} (@${username})`, url: `https://x.com/${username}` }
  },
  step,
  needsFile: (current) => current === null || current.kind === 'media',
  isProcessing: (current) => current !== null && current.kind !== 'media',
  mayBeThere: (current) => current?.kind === 'posting',
  remoteIdOf: () => null,
  async advance(draft, current, context) {
    // X cannot be asked whether it has a post, so nothing is sent again.
    if (current?.kind === 'posting') return { kind: 'unknown', reason: 'lost-answer', detail: null }
    if (current?.kind === 'processing') return poll(draft, current, context)
    // Media that no post names are never shown, and X does not say which segments it has: after a fault all are sent again.
    return sendMedia(context)
  },
  findPost({ hostname, pathname }) {
    const isOwn = /^(?:www\.|mobile\.)?(?:x|twitter)\.com$/.test(hostname)
    const [, id] = /^\/(?:\w+|i\/web|i)\/status\/(\d{5,25})/.exec(pathname) ?? []
    return isOwn && id !== undefined ? { remoteId: id, url: addressOf(id) } : null
  },
}

const addressOf = (id: string) => `https://x.com/i/status/${id}`

const me = z.object({
  data: z.object({ id: z.string().max(100), name: z.string().max(200), username: z.string().max(100) }),
})
const media = z.object({
  data: z.object({
    // Part of addresses.
    id: z.string().regex(/^\d{1,25}$/),
    processing_info: z
      .object({
        state: z.string(),
        check_after_secs: z.number().optional(),
        error: z.object({ message: z.string().catch('') }).optional(),
      })
      .optional(),
  }),
})
const post = z.object({ data: z.object({ id: z.string().min(1).max(100) }) })
const apiFault = z.object({ title: z.string().catch(''), detail: z.string().catch('') })

function tokenRequest(app: AppKeys, fields: Record<string, string>) {
  return {
    url: `${API}/oauth2/token`,
    fields,
    headers: basicHeader(app),
    scopes: SCOPES,
    // X answers so in place of `invalid_grant`, also for a refresh token that was used before.
    isEnd: (error: string, words: string) => error === 'invalid_request' && /token was invalid/i.test(words),
  }
}

async function sendMedia(context: StepContext<Step>): Promise<Outcome> {
  const file = context.file()
  const type = mediaTypeOf(await file.read(0, Math.min(64, file.size)))
  if (type === null) throw new Refused('video', 'refused-video', 'X takes no files of this type')
  await context.save({ kind: 'media' }, { sent: 0, total: file.size })
  const begun = await context.send({
    ...jsonRequest(`${API}/media/upload/initialize`, {
      media_type: type,
      total_bytes: file.size,
      media_category: 'tweet_video',
    }),
  })
  assertAccepted(begun, 'video', context.now())
  const { id } = readJson(begun, media).data
  for (let n = 0, sent = 0; sent < file.size; n += 1) {
    const end = Math.min(sent + SEGMENT_BYTES, file.size)
    const answer = await context.send(segmentRequest(id, n, await file.read(sent, end)))
    assertAccepted(answer, 'video', context.now())
    // A page of HTML from somebody on the way is no success.
    if (answer.status !== 204) readJson(answer, z.object({}))
    sent = end
    await context.save({ kind: 'media' }, { sent, total: file.size })
  }
  const ended = await context.send({ method: 'POST', url: `${API}/media/upload/${id}/finalize` })
  assertAccepted(ended, 'video', context.now())
  readJson(ended, media)
  await context.save({ kind: 'processing', id, since: context.now().getTime() })
  return { kind: 'again', afterS: LEAST_POLL_S }
}

/** The type of a file by its first bytes. Null if X does not list it. */
function mediaTypeOf(start: Uint8Array): string | null {
  const text = Buffer.from(start).toString('latin1')
  if (text.slice(4, 12) === 'ftypqt  ') return 'video/quicktime'
  if (text.slice(4, 8) === 'ftyp') return 'video/mp4'
  if (text.startsWith('\x1a\x45\xdf\xa3') && text.includes('webm')) return 'video/webm'
  return text.startsWith('G') ? 'video/mp2t' : null
}

async function poll(draft: Draft, current: ProcessingStep, context: StepContext<Step>): Promise<Outcome> {
  const query = new URLSearchParams({ command: 'STATUS', media_id: current.id })
  const answer = await context.send({ method: 'GET', url: `${API}/media/upload?${query}` })
  assertAccepted(answer, 'video', context.now())
  const { processing_info: info } = readJson(answer, media).data
  if (info?.state === 'failed')
    throw new Refused('video', 'processing-failed', wordsOf(info.error?.message || info.state))
  if (info !== undefined && info.state !== 'succeeded') {
    if (context.now().getTime() - current.since > PROCESSING_LIMIT_S * 1000)
      throw new Refused('video', 'processing-slow', wordsOf(info.state))
    const wishS = info.check_after_secs ?? LEAST_POLL_S
    return { kind: 'again', afterS: Math.min(Math.max(wishS, LEAST_POLL_S), MOST_POLL_S) }
  }
  return sendPost(draft, current, context)
}

async function sendPost(draft: Draft, current: ProcessingStep, context: StepContext<Step>): Promise<Outcome> {
  const { id } = current
  const body = { text: socialText('x', draft), media: { media_ids: [id] } }
  return sendOnce<Step, Outcome>(
    context,
    { before: current, open: { ...current, kind: 'posting' } },
    async () => {
      const answer = await context.send(jsonRequest(`${API}/tweets`, body))
      assertAccepted(answer, 'video', context.now())
      const made = readJson(answer, post).data
      return { kind: 'published', remoteId: made.id, url: addressOf(made.id), note: null }
    },
  )
}

/** A segment as a form with a file (RFC 7578). */
function segmentRequest(id: string, index: number, bytes: Uint8Array) {
  const boundary = `kinora-${id}-${index}`
  const field = (name: string, rest = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`
  const head = `${field('segment_index')}${index}\r\n${field('media', '; filename="blob"\r\nContent-Type: application/octet-stream')}`
  return {
    method: 'POST',
    url: `${API}/media/upload/${id}/append`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    isUpload: true,
  } as const
}

/** @throws NetworkFailure, Refused, QuotaUsed for every answer that is no success
 * @param about what a refusal (403) is about */
function assertAccepted(answer: NetworkAnswer, about: 'account' | 'video', now: Date): void {
  const { status, headers } = answer
  if (status >= 200 && status < 300) return
  const words = readWords(answer) ?? `status ${status}`
  if (status === 429) {
    const until = resetOf(headers['x-user-limit-24hour-reset'] ?? headers['x-app-limit-24hour-reset'], now)
    const isUsed =
      headers['x-user-limit-24hour-remaining'] === '0' || headers['x-app-limit-24hour-remaining'] === '0'
    if (isUsed) throw new QuotaUsed(until ?? addSeconds(now, 3600), false, words)
    const reset = resetOf(headers['x-rate-limit-reset'], now)
    const waitS = reset === null ? 60 : Math.min(Math.max((reset.getTime() - now.getTime()) / 1000, 1), 3600)
    throw new NetworkFailure('answer', words, { afterS: waitS, isUnhandled: true })
  }
  assertAnswered(answer)
  if (readWords(answer) === null) throw new NetworkFailure('answer', `the network answered ${status}`)
  const isAccount = status === 401 || (status === 403 && about === 'account')
  throw new Refused(isAccount ? 'account' : 'video', isAccount ? 'refused-account' : 'refused-video', words)
}

/** A time in seconds since 1970, in a header. At most a day ahead, since X counts in windows of a day and shorter ones. */
function resetOf(value: string | string[] | undefined, now: Date): Date | null {
  const ms = Number(value ?? Number.NaN) * 1000
  return Number.isFinite(ms) ? new Date(Math.min(ms, addSeconds(now, 24 * 3600).getTime())) : null
}

function readWords({ body }: NetworkAnswer): string | null {
  try {
    const { title, detail } = apiFault.parse(JSON.parse(body))
    return wordsOf(detail || title)
  } catch {
    return null
  }
}
