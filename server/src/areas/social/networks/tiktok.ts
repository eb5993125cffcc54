import { socialText } from '@kinora/contract'
import * as z from 'zod'
import { addSeconds } from '../../../platform/clock.ts'
import type { AppKeys, Draft, NetworkDriver, Outcome, StepContext } from './driver.ts'
import { NetworkFailure, QuotaUsed, Refused } from './failures.ts'
import { assertTaken, type NetworkAnswer, readJson, readMaybe, wordsOf } from './network-client.ts'
import { formRequest, jsonRequest, requestTokens } from './oauth.ts'

// https://developers.tiktok.com/doc/content-posting-api-reference-direct-post, content-posting-api-media-transfer-guide and
// oauth-user-access-token-management. PKCE is for apps on devices there; the secret protects the code.

/** Parts have 5 to 64 MB. The last one has the rest too, so that it is smaller than two. */
const CHUNK_BYTES = 5 * 1024 ** 2
const SCOPES = ['user.info.basic', 'video.publish']
const API = 'https://open.tiktokapis.com/v2'
const POLL_S = 5
const PROCESSING_LIMIT_S = 24 * 3600
/** TikTok gives the ID of a public post after it has looked at the video, mostly within a minute. */
const MODERATION_LIMIT_S = 4 * 3600

const privacyLevels = { public: 'PUBLIC_TO_EVERYONE', private: 'SELF_ONLY', unlisted: null } as const

/** - upload: parts are being sent. `isLast`: the last one was sent, and TikTok publishes without another request
 * - processing: TikTok has the file */
const step = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('upload'),
    id: z.string(),
    url: z.string(),
    author: z.string(),
    size: z.number(),
    print: z.string(),
    isLast: z.boolean(),
  }),
  z.object({ kind: z.literal('processing'), id: z.string(), author: z.string(), since: z.number() }),
])
type Step = z.infer<typeof step>
type UploadStep = Extract<Step, { kind: 'upload' }>
type ProcessingStep = Extract<Step, { kind: 'processing' }>

export const tiktok: NetworkDriver<Step> = {
  hosts: ['www.tiktok.com', '.tiktokapis.com'],
  authorizeUrl({ clientId, state, redirectUri }) {
    const query = new URLSearchParams({
      client_key: clientId,
      response_type: 'code',
      scope: SCOPES.join(','),
      redirect_uri: redirectUri,
      state,
    })
    return `https://www.tiktok.com/v2/auth/authorize/?${query}`
  },
  exchange(client, app, { code, redirectUri }, signal) {
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    return requestTokens(client, tokenRequest(app, grant), signal)
  },
  refresh: (client, app, refreshToken, signal) =>
    requestTokens(
      client,
      tokenRequest(app, { grant_type: 'refresh_token', refresh_token: refreshToken }),
      signal,
    ),
  async revoke(client, { clientId, clientSecret }, { accessToken }, signal) {
    const fields = { client_key: clientId, client_secret: clientSecret, token: accessToken }
    await client.send(formRequest(`${API}/oauth/revoke/`, fields), signal)
  },
  async identify(send, now) {
    const answer = await send({ method: 'GET', url: `${API}/user/info/?fields=open_id,display_name` })
    assertAccepted(answer, now)
    const { open_id: remoteId, display_name: name } = readJson(answer, me).data.user
    return { remoteId, name, url: null }
  },
  step,
  needsFile: (current) => current?.kind !== 'processing',
  isProcessing: (current) => current?.kind === 'processing',
  mayBeThere: (current) => current?.kind === 'processing' || current?.isLast === true,
  remoteIdOf: (current) => (current.kind === 'processing' ? current.id : null),
  async advance(draft, current, context) {
    if (current?.kind === 'processing') return poll(draft, current, context)
    const { size, print } = context.file()
    const isSame = current?.size === size && current.print === print
    if (current !== null && (isSame || current.isLast)) {
      const { status, uploaded_bytes: sent = 0 } = await askStatus(current.id, context)
      // Without its last part TikTok has published nothing, and the upload is dead.
      if (status === 'FAILED' && !current.isLast)
        return sendFrom(0, await beginUpload(draft, context), context)
      if (status !== 'PROCESSING_UPLOAD' || sent >= current.size) return keepPost(current, context)
      // Only whole parts count. A part that was cut is sent again.
      const { chunkBytes, count } = chunksOf(size)
      if (isSame) return sendFrom(Math.min(Math.floor(sent / chunkBytes), count - 1), current, context)
      // Of another file: an upload that is not complete is never published.
    }
    return sendFrom(0, await beginUpload(draft, context), context)
  },
  findPost({ hostname, pathname }) {
    const isOwn = /^(?:www\.|m\.)?tiktok\.com$/.test(hostname)
    const [, author, id] = /^\/@([\w.]{1,50})\/video\/(\d{5,25})/.exec(pathname) ?? []
    if (!isOwn || author === undefined || id === undefined) return null
    return { remoteId: id, url: addressOf(author, id) }
  },
}

const addressOf = (author: string, id: string) => `https://www.tiktok.com/@${author}/video/${id}`

const me = z.object({
  data: z.object({
    user: z.object({ open_id: z.string().min(1).max(100), display_name: z.string().max(300) }),
  }),
})
const creator = z.object({
  data: z.object({
    creator_username: z.string().regex(/^[\w.]{1,50}$/),
    privacy_level_options: z.array(z.string()).max(20),
    comment_disabled: z.boolean().catch(false),
    duet_disabled: z.boolean().catch(false),
    stitch_disabled: z.boolean().catch(false),
  }),
})
const begun = z.object({
  data: z.object({ publish_id: z.string().min(1).max(100), upload_url: z.url().max(4000) }),
})
const published = z.object({
  data: z.object({
    status: z.string(),
    fail_reason: z.string().optional(),
    uploaded_bytes: z.number().nonnegative().optional(),
  }),
})
const apiFault = z.object({ error: z.object({ code: z.string(), message: z.string().catch('') }) })

function tokenRequest({ clientId, clientSecret }: AppKeys, grant: Record<string, string>) {
  const fields = { ...grant, client_key: clientId, client_secret: clientSecret }
  return { url: `${API}/oauth/token/`, fields, scopes: SCOPES }
}

const ask = (path: string, body: object) => jsonRequest(`${API}/post/publish/${path}`, body)

/** The parts of a file: all have the same size but the last, which has the rest too. */
function chunksOf(size: number) {
  const count = Math.max(Math.floor(size / CHUNK_BYTES), 1)
  return { count, chunkBytes: count === 1 ? size : CHUNK_BYTES }
}

async function beginUpload(draft: Draft, context: StepContext<Step>): Promise<UploadStep> {
  const { size, print } = context.file()
  const asked = await context.send(ask('creator_info/query/', {}))
  assertAccepted(asked, context.now())
  const author = readJson(asked, creator).data
  const level = privacyLevels[draft.privacy]
  if (level === null || !author.privacy_level_options.includes(level))
    throw new Refused('video', 'refused-video', 'the account does not allow posts with this privacy')
  const { count, chunkBytes } = chunksOf(size)
  const answer = await context.send(
    ask('video/init/', {
      post_info: {
        title: socialText('tiktok', draft),
        privacy_level: level,
        disable_comment: author.comment_disabled,
        disable_duet: author.duet_disabled,
        disable_stitch: author.stitch_disabled,
      },
      source_info: {
        source: 'FILE_UPLOAD',
        video_size: size,
        chunk_size: chunkBytes,
        total_chunk_count: count,
      },
    }),
  )
  assertAccepted(answer, context.now())
  const { publish_id: id, upload_url: url } = readJson(answer, begun).data
  const upload: UploadStep = {
    kind: 'upload',
    id,
    url,
    author: author.creator_username,
    size,
    print,
    isLast: false,
  }
  await context.save(upload, { sent: 0, total: size })
  return upload
}

/** @param first the part that is sent first, from 0 */
async function sendFrom(first: number, begunWith: UploadStep, context: StepContext<Step>): Promise<Outcome> {
  const { url, size } = begunWith
  const file = context.file()
  const { count, chunkBytes } = chunksOf(size)
  for (let n = first; n < count; n += 1) {
    const isLast = n === count - 1
    const [start, end] = [n * chunkBytes, isLast ? size : (n + 1) * chunkBytes]
    // Before the last bytes: from then on TikTok may publish the video, also if its answer is lost.
    await context.save({ ...begunWith, isLast }, { sent: start, total: size })
    const answer = await context.send({
      method: 'PUT',
      url,
      headers: { 'content-type': 'video/mp4', 'content-range': `bytes ${start}-${end - 1}/${size}` },
      body: await file.read(start, end),
      isUpload: true,
      withoutToken: true,
    })
    if ([401, 403, 404, 416].includes(answer.status)) {
      if (isLast) throw new NetworkFailure('answer', `the network refused the last part (${answer.status})`)
      await context.save(null, { sent: 0, total: size })
      throw new NetworkFailure('answer', 'the network no longer knows the upload')
    }
    assertAccepted(answer, context.now())
    if (answer.status !== (isLast ? 201 : 206))
      throw new NetworkFailure('answer', `the network answered ${answer.status} to a part`)
  }
  return keepPost(begunWith, context)
}

async function keepPost({ id, author }: UploadStep, context: StepContext<Step>): Promise<Outcome> {
  await context.save({ kind: 'processing', id, author, since: context.now().getTime() })
  return { kind: 'again', afterS: POLL_S }
}

async function askStatus(id: string, context: StepContext<Step>) {
  const answer = await context.send(ask('status/fetch/', { publish_id: id }))
  assertAccepted(answer, context.now())
  // TikTok spells it so, and writes IDs as numbers that are larger than those of JavaScript.
  const [, post = null] = /"publicaly_available_post_id"\s*:\s*\[\s*"?(\d{5,25})/.exec(answer.body) ?? []
  return { ...readJson(answer, published).data, post }
}

async function poll(
  draft: Draft,
  { id, author, since }: ProcessingStep,
  context: StepContext<Step>,
): Promise<Outcome> {
  const { status, fail_reason: fault, post } = await askStatus(id, context)
  const ageS = (context.now().getTime() - since) / 1000
  const again = { kind: 'again', afterS: Math.min(POLL_S + ageS / 10, 300) } as const
  if (status === 'FAILED') throw new Refused('video', 'processing-failed', wordsOf(fault ?? status))
  if (status === 'PUBLISH_COMPLETE') {
    if (post !== null) return { kind: 'published', remoteId: post, url: addressOf(author, post), note: null }
    // Private posts have no address.
    if (draft.privacy === 'public')
      return ageS < MODERATION_LIMIT_S ? again : { kind: 'unknown', reason: 'processing-slow', detail: null }
    return { kind: 'published', remoteId: id, url: null, note: null }
  }
  return ageS < PROCESSING_LIMIT_S ? again : { kind: 'unknown', reason: 'processing-slow', detail: null }
}

/** Reasons of TikTok for which waiting helps: of the account, and of the app. */
const accountQuota = 'spam_risk_too_many_posts'
const appQuota = 'reached_active_user_cap'
const accountFaults = ['scope_not_authorized', 'spam_risk_user_banned_from_posting', 'access_token_invalid']

/** @throws NetworkFailure, Refused, QuotaUsed for every answer that is no success */
function assertAccepted(answer: NetworkAnswer, now: Date): void {
  const { code, message } = readMaybe(answer, apiFault)?.error ?? { code: null, message: '' }
  const words = code === null ? null : `${message} (${code})`.trim()
  if (code === accountQuota || code === appQuota)
    throw new QuotaUsed(addSeconds(now, 24 * 3600), code === appQuota, wordsOf(words ?? ''))
  if (code === 'rate_limit_exceeded')
    throw new NetworkFailure('answer', wordsOf(words ?? ''), { afterS: 60, isUnhandled: true })
  assertTaken(answer, words, code !== null && accountFaults.includes(code) ? 'account' : 'video')
}
