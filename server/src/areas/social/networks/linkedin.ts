import { socialText } from '@kinora/contract'
import * as z from 'zod'
import type { AppKeys, Draft, NetworkDriver, Outcome, StepContext } from './driver.ts'
import { NetworkFailure, QuotaUsed, Refused } from './failures.ts'
import {
  assertNoPage,
  assertTaken,
  type NetworkAnswer,
  readJson,
  readMaybe,
  wordsOf,
} from './network-client.ts'
import { nextMidnight } from './next-midnight.ts'
import { formRequest, jsonRequest, requestTokens } from './oauth.ts'
import { sendOnce } from './send-once.ts'

// https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api and posts-api, read in November 2026.
// PKCE is for apps on devices there; the secret of the app protects the code.

/** Versions end after a year or more. */
const VERSION = '202610'
const SCOPES = ['openid', 'profile', 'w_member_social']
const OAUTH = 'https://www.linkedin.com/oauth/v2'
const API = 'https://api.linkedin.com'
const MOST_PART_BYTES = 64 * 1024 ** 2
/** Parts after which the step is saved. It has the addresses of all parts, so it is not small. */
const PARTS_PER_SAVE = 4
const POLL_S = 5
const PROCESSING_LIMIT_S = 24 * 3600

/** - upload: parts are being sent; `ids` are those that LinkedIn gave for parts it has
 * - processing: LinkedIn has the file, and makes the video ready
 * - posting: the post is about to be sent; its answer may be lost */
const step = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('upload'),
    video: z.string(),
    token: z.string(),
    parts: z.array(z.object({ url: z.string(), start: z.number(), end: z.number() })),
    ids: z.array(z.string()),
    size: z.number(),
    print: z.string(),
  }),
  z.object({ kind: z.literal('processing'), video: z.string(), since: z.number() }),
  z.object({ kind: z.literal('posting'), video: z.string(), since: z.number() }),
])
type Step = z.infer<typeof step>
type UploadStep = Extract<Step, { kind: 'upload' }>
type ProcessingStep = Extract<Step, { kind: 'processing' }>

export const linkedin: NetworkDriver<Step> = {
  hosts: ['www.linkedin.com', 'api.linkedin.com'],
  authorizeUrl({ clientId, state, redirectUri }) {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: SCOPES.join(' '),
      state,
    })
    return `${OAUTH}/authorization?${query}`
  },
  exchange(client, app, { code, redirectUri }, signal) {
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    return requestTokens(client, tokenRequest(app, grant), signal)
  },
  // Only apps of LinkedIn's partners get refresh tokens.
  refresh: (client, app, refreshToken, signal) =>
    requestTokens(
      client,
      tokenRequest(app, { grant_type: 'refresh_token', refresh_token: refreshToken }),
      signal,
    ),
  async revoke(client, { clientId, clientSecret }, { accessToken }, signal) {
    const fields = { token: accessToken, client_id: clientId, client_secret: clientSecret }
    await client.send(formRequest(`${OAUTH}/revoke`, fields), signal)
  },
  async identify(send, now) {
    const answer = await send({ method: 'GET', url: `${API}/v2/userinfo` })
    assertAccepted(answer, now)
    const { sub, name } = readJson(answer, me)
    return { remoteId: sub, name, url: null }
  },
  step,
  needsFile: (current) => current === null || current.kind === 'upload',
  isProcessing: (current) => current !== null && current.kind !== 'upload',
  mayBeThere: (current) => current?.kind === 'posting',
  remoteIdOf: () => null,
  async advance(draft, current, context) {
    // LinkedIn cannot be asked whether it has a post, so nothing is sent again.
    if (current?.kind === 'posting') return { kind: 'unknown', reason: 'lost-answer', detail: null }
    if (current?.kind === 'processing') return poll(draft, current, context)
    const { size, print } = context.file()
    const isSame = current?.size === size && current.print === print
    return sendParts(isSame ? current : await beginUpload(context), context)
  },
  findPost({ hostname, pathname }) {
    const isOwn = /^(?:www\.)?linkedin\.com$/.test(hostname)
    const path = pathname.replaceAll('%3A', ':')
    const [, kind, id] =
      /^\/(?:feed\/update\/urn:li:|posts\/.*-)(share|ugcPost|activity)[:-](\d{5,25})/.exec(path) ?? []
    if (!isOwn || kind === undefined || id === undefined) return null
    const urn = `urn:li:${kind}:${id}`
    return { remoteId: urn, url: addressOf(urn) }
  },
}

const addressOf = (urn: string) => `https://www.linkedin.com/feed/update/${urn}`

const urn = z.string().regex(/^urn:li:\w+:[\w-]{1,100}$/)
const me = z.object({ sub: z.string().min(1).max(100), name: z.string().max(300) })
const begun = z.object({
  value: z.object({
    video: urn,
    uploadToken: z.string().max(1000).default(''),
    uploadInstructions: z
      .array(
        z.object({
          uploadUrl: z.url().max(2000),
          firstByte: z.int().nonnegative(),
          lastByte: z.int().nonnegative(),
        }),
      )
      .min(1)
      .max(2000),
  }),
})
const video = z.object({ status: z.string() })
const apiFault = z.object({ message: z.string() })

function tokenRequest({ clientId, clientSecret }: AppKeys, grant: Record<string, string>) {
  const fields = { ...grant, client_id: clientId, client_secret: clientSecret }
  return { url: `${OAUTH}/accessToken`, fields, scopes: SCOPES }
}

const versioned = { 'linkedin-version': VERSION, 'x-restli-protocol-version': '2.0.0' }
const authorOf = ({ remoteId }: StepContext<Step>) => `urn:li:person:${remoteId}`

async function beginUpload(context: StepContext<Step>): Promise<UploadStep> {
  const { size, print } = context.file()
  const asked = {
    owner: authorOf(context),
    fileSizeBytes: size,
    uploadCaptions: false,
    uploadThumbnail: false,
  }
  const answer = await context.send(
    jsonRequest(`${API}/rest/videos?action=initializeUpload`, { initializeUploadRequest: asked }, versioned),
  )
  assertAccepted(answer, context.now())
  const { video: id, uploadToken: token, uploadInstructions } = readJson(answer, begun).value
  const parts = uploadInstructions.map(({ uploadUrl: url, firstByte, lastByte }) => ({
    url,
    start: firstByte,
    end: lastByte + 1,
  }))
  const isWhole = parts.every(
    ({ start, end }, n) =>
      start === (parts[n - 1]?.end ?? 0) && end > start && end - start <= MOST_PART_BYTES,
  )
  if (!isWhole || parts.at(-1)?.end !== size)
    throw new NetworkFailure('answer', 'the network asked for other bytes than the file has')
  const upload: UploadStep = { kind: 'upload', video: id, token, parts, ids: [], size, print }
  await context.save(upload, { sent: 0, total: size })
  return upload
}

async function sendParts(begunWith: UploadStep, context: StepContext<Step>): Promise<Outcome> {
  const { video: id, parts, size } = begunWith
  // All parts were sent before: LinkedIn may have the end of the upload too.
  if (begunWith.ids.length === parts.length && (await askStatus(id, context)) !== 'WAITING_UPLOAD')
    return keepVideo(id, context)
  let upload = begunWith
  for (const [n, { url, start, end }] of parts.entries()) {
    if (n < upload.ids.length) continue
    const answer = await context.send({
      method: 'PUT',
      url,
      headers: { 'content-type': 'application/octet-stream' },
      body: await context.file().read(start, end),
      isUpload: true,
      withoutToken: true,
    })
    if ([401, 403, 404, 410].includes(answer.status)) {
      await context.save(null, { sent: 0, total: size })
      throw new NetworkFailure('answer', 'the network no longer knows the upload')
    }
    assertAccepted(answer, context.now())
    const { etag } = answer.headers
    if (etag === undefined) throw new NetworkFailure('answer', 'the network did not confirm a part')
    upload = { ...upload, ids: [...upload.ids, etag.replaceAll('"', '')] }
    const isDue = upload.ids.length % PARTS_PER_SAVE === 0 || upload.ids.length === parts.length
    if (isDue) await context.save(upload, { sent: end, total: size })
  }
  const asked = { video: id, uploadToken: upload.token, uploadedPartIds: upload.ids }
  const answer = await context.send(
    jsonRequest(`${API}/rest/videos?action=finalizeUpload`, { finalizeUploadRequest: asked }, versioned),
  )
  assertAccepted(answer, context.now())
  assertNoPage(answer)
  return keepVideo(id, context)
}

async function keepVideo(id: string, context: StepContext<Step>): Promise<Outcome> {
  await context.save({ kind: 'processing', video: id, since: context.now().getTime() })
  return { kind: 'again', afterS: POLL_S }
}

async function askStatus(id: string, context: StepContext<Step>): Promise<string> {
  const url = `${API}/rest/videos/${encodeURIComponent(id)}`
  const answer = await context.send({ method: 'GET', url, headers: versioned })
  assertAccepted(answer, context.now())
  return readJson(answer, video).status
}

async function poll(draft: Draft, current: ProcessingStep, context: StepContext<Step>): Promise<Outcome> {
  const status = await askStatus(current.video, context)
  if (status === 'AVAILABLE') return sendPost(draft, current, context)
  if (status === 'PROCESSING_FAILED') throw new Refused('video', 'processing-failed', status)
  const ageS = (context.now().getTime() - current.since) / 1000
  if (ageS > PROCESSING_LIMIT_S) throw new Refused('video', 'processing-slow', wordsOf(status))
  return { kind: 'again', afterS: Math.min(POLL_S + ageS / 10, 300) }
}

async function sendPost(draft: Draft, current: ProcessingStep, context: StepContext<Step>): Promise<Outcome> {
  const body = {
    author: authorOf(context),
    commentary: escapeText(socialText('linkedin', draft)),
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    content: { media: { id: current.video, ...(draft.title !== '' && { title: draft.title }) } },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  }
  return sendOnce<Step, Outcome>(
    context,
    { before: current, open: { ...current, kind: 'posting' } },
    async () => {
      const answer = await context.send(jsonRequest(`${API}/rest/posts`, body, versioned))
      assertAccepted(answer, context.now())
      const id = urn.safeParse(answer.headers['x-restli-id'])
      if (answer.status !== 201 || !id.success)
        throw new NetworkFailure('answer', 'the network gave no ID of the post')
      return { kind: 'published', remoteId: id.data, url: addressOf(id.data), note: null }
    },
  )
}

/** A text as LinkedIn reads it (little text format). Words after # stay hashtags; a reserved character without \\ ends the text. */
function escapeText(text: string): string {
  return text.replaceAll(/[\\|{}@[\]()<>*_~]|#(?![\p{L}\p{M}\p{N}])/gu, '\\$&')
}

/** @throws NetworkFailure, Refused, QuotaUsed for every answer that is no success */
function assertAccepted(answer: NetworkAnswer, now: Date): void {
  const { status, headers } = answer
  const words = readMaybe(answer, apiFault)?.message ?? null
  // Limits of a day count from midnight, UTC.
  if (status === 429 && headers['retry-after'] === undefined)
    throw new QuotaUsed(nextMidnight(now, 'UTC'), false, wordsOf(words ?? 'status 429'))
  assertTaken(answer, words, status === 401 || status === 403 ? 'account' : 'video')
}
