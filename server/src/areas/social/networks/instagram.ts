import { socialText } from '@kinora/contract'
import * as z from 'zod'
import {
  type ConnectedAccount,
  type Draft,
  ENDLESS_S,
  type NetworkDriver,
  type Outcome,
  type SourceFile,
  type StepContext,
} from './driver.ts'
import { NetworkFailure, Refused } from './failures.ts'
import {
  assertAccepted,
  exchangeLogin,
  GRAPH,
  graphId,
  graphPaging,
  loginUrl,
  PAGES_PER_LIST,
  readFault,
  refusesToken,
} from './graph.ts'
import { type NetworkAnswer, readJson, readMaybe, wordsOf } from './network-client.ts'
import { formRequest, refuseRefresh } from './oauth.ts'

// https://developers.facebook.com/docs/instagram-platform/content-publishing and its page on resumable uploads. Professional
// accounts are reached through the pages that they belong to, with the tokens of these.

const SCOPES = ['instagram_basic', 'instagram_content_publish', 'pages_show_list', 'pages_read_engagement']
const UPLOAD_HOST = 'rupload.facebook.com'
/** Bytes that are read at once. The file goes in one request, from where the one before has ended. */
const READ_BYTES = 1024 ** 2
const POLL_S = 10
const PROCESSING_LIMIT_S = 24 * 3600
/** Lists of pages that are read of a person. */
const MOST_LISTS = 5
/** The newest posts of an account, among which one is looked for whose answer was lost. */
const NEWEST = 25
/** Containers are not always ready when their state says so. */
const NOT_READY_CODE = 9007

/** - upload: bytes are being sent to a container, which nobody sees
 * - container: Instagram has the file, and works on it
 * - publishing: the request that publishes it is about to be sent; its answer may be lost */
const step = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('upload'),
    id: z.string(),
    url: z.string(),
    size: z.number(),
    print: z.string(),
  }),
  z.object({ kind: z.literal('container'), id: z.string(), since: z.number() }),
  z.object({ kind: z.literal('publishing'), id: z.string(), since: z.number() }),
])
type Step = z.infer<typeof step>
type UploadStep = Extract<Step, { kind: 'upload' }>
type ContainerStep = Extract<Step, { kind: 'container' | 'publishing' }>

export const instagram: NetworkDriver<Step> = {
  hosts: ['www.facebook.com', 'graph.facebook.com', UPLOAD_HOST],
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
        fields: 'access_token,instagram_business_account{id,username}',
        limit: String(PAGES_PER_LIST),
        ...(after !== '' && { after }),
      })
      const answer = await send({ method: 'GET', url: `${GRAPH}/me/accounts?${fields}` })
      assertAccepted(answer, now)
      const { data, paging } = readJson(answer, pages)
      for (const { access_token: accessToken, instagram_business_account: account } of data)
        if (accessToken !== undefined && account !== undefined)
          found.push({
            remote: remoteOf(account),
            tokens: { accessToken, refreshToken: null, expiresInS: ENDLESS_S },
          })
      after = paging?.next === undefined ? '' : (paging.cursors?.after ?? '')
      if (after === '') break
    }
    return found
  },
  async identify(send, now) {
    // The token is that of a page.
    const answer = await send({
      method: 'GET',
      url: `${GRAPH}/me?fields=instagram_business_account{id,username}`,
    })
    assertAccepted(answer, now)
    const { instagram_business_account: account } = readJson(answer, page)
    return account === undefined ? null : remoteOf(account)
  },
  step,
  needsFile: (current) => current === null || current.kind === 'upload',
  isProcessing: (current) => current?.kind === 'container' || current?.kind === 'publishing',
  mayBeThere: (current) => current?.kind === 'publishing',
  // The ID of a container is not that of its post.
  remoteIdOf: () => null,
  async advance(draft, current, context) {
    if (current !== null && current.kind !== 'upload') return goOn(draft, current, context)
    const file = context.file()
    const isSame = current?.size === file.size && current.print === file.print
    if (!isSame) return sendFrom(0, await beginUpload(draft, context), file, context)
    return sendFrom(await askReceived(current, context), current, file, context)
  },
  findPost({ hostname, pathname }) {
    const isOwn = /^(?:www\.)?instagram\.com$/.test(hostname)
    const [, code] = /^\/(?:[\w.]+\/)?(?:reel|reels|p|tv)\/([\w-]{5,40})(?:\/|$)/.exec(pathname) ?? []
    return isOwn && code !== undefined
      ? { remoteId: code, url: `https://www.instagram.com/reel/${code}/` }
      : null
  },
}

const account = z.object({ id: graphId, username: z.string().min(1).max(100) })
const page = z.object({ instagram_business_account: account.optional() })
const pages = z.object({
  data: z
    .array(z.object({ ...page.shape, access_token: z.string().min(1).max(4096).optional() }))
    .max(PAGES_PER_LIST),
  paging: graphPaging,
})
const made = z.object({ id: graphId })
const begun = z.object({ ...made.shape, uri: z.url({ protocol: /^https$/ }).max(4000) })
const uploaded = z.object({ success: z.literal(true) })
const uploadFault = z.object({
  debug_info: z.object({ retriable: z.boolean().catch(false), message: z.string().catch('') }),
})
const states = ['EXPIRED', 'ERROR', 'FINISHED', 'IN_PROGRESS', 'PUBLISHED'] as const
const container = z.object({
  status_code: z.enum(states),
  status: z.string().catch(''),
  video_status: z
    .object({
      uploading_phase: z.object({ bytes_transferred: z.int().nonnegative().catch(0) }).optional(),
    })
    .optional()
    .catch(undefined),
})
const medium = z.object({ permalink: z.url({ protocol: /^https$/ }).max(500) })
const media = z.object({
  data: z
    .array(
      z.object({ ...made.shape, ...medium.shape, caption: z.string().default(''), timestamp: z.string() }),
    )
    .max(NEWEST),
})

function remoteOf({ id, username }: z.infer<typeof account>) {
  return { remoteId: id, name: username, url: `https://www.instagram.com/${encodeURIComponent(username)}/` }
}

/** Makes a container. What it is called is said now, and cannot be changed. */
async function beginUpload(draft: Draft, context: StepContext<Step>): Promise<UploadStep> {
  const { size, print } = context.file()
  const caption = socialText('instagram', draft)
  const fields = {
    media_type: 'REELS',
    upload_type: 'resumable',
    share_to_feed: 'true',
    ...(caption !== '' && { caption }),
  }
  const answer = await context.send(formRequest(`${GRAPH}/${context.remoteId}/media`, fields))
  assertAccepted(answer, context.now())
  const { id, uri: url } = readJson(answer, begun)
  if (new URL(url).host !== UPLOAD_HOST)
    throw new NetworkFailure('answer', 'the network named an address that is not its own')
  const upload: UploadStep = { kind: 'upload', id, url, size, print }
  await context.save(upload, { sent: 0, total: size })
  return upload
}

/** Bytes of an upload that has broken off which Instagram has. */
async function askReceived({ id, size }: UploadStep, context: StepContext<Step>): Promise<number> {
  const { video_status: phases } = await askContainer(id, context)
  const received = phases?.uploading_phase?.bytes_transferred ?? 0
  if (received > size) throw new NetworkFailure('answer', 'the network has more bytes than the file')
  return received
}

async function sendFrom(
  start: number,
  upload: UploadStep,
  file: SourceFile,
  context: StepContext<Step>,
): Promise<Outcome> {
  const { id, url, size } = upload
  if (start < size) {
    await context.save(upload, { sent: start, total: size })
    const answer = await context.send({
      method: 'POST',
      url,
      headers: {
        offset: String(start),
        file_size: String(size),
        'content-type': 'application/octet-stream',
      },
      tokenScheme: 'OAuth',
      body: { length: size - start, bytes: () => bytesFrom(file, start) },
      isUpload: true,
    })
    await assertUploaded(answer, context)
  }
  await context.save({ kind: 'container', id, since: context.now().getTime() })
  return { kind: 'again', afterS: POLL_S }
}

async function* bytesFrom({ size, read }: SourceFile, start: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < size; at += READ_BYTES) yield await read(at, Math.min(at + READ_BYTES, size))
}

/** The host of uploads names its faults in a way of its own. After one that stays, the upload begins again. */
async function assertUploaded(answer: NetworkAnswer, context: StepContext<Step>): Promise<void> {
  const fault = answer.status < 400 ? null : (readMaybe(answer, uploadFault)?.debug_info ?? null)
  if (fault === null) {
    assertAccepted(answer, context.now())
    readJson(answer, uploaded)
    return
  }
  if (!fault.retriable) await context.save(null, { sent: 0, total: context.file().size })
  throw new NetworkFailure('answer', wordsOf(fault.message))
}

async function askContainer(id: string, context: StepContext<Step>) {
  const url = `${GRAPH}/${id}?fields=status_code,status,video_status`
  const answer = await context.send({ method: 'GET', url })
  assertAccepted(answer, context.now())
  return readJson(answer, container)
}

async function goOn(draft: Draft, current: ContainerStep, context: StepContext<Step>): Promise<Outcome> {
  const { status_code: state, status } = await askContainer(current.id, context)
  switch (state) {
    case 'PUBLISHED':
      return findPublished(draft, current, context)
    case 'FINISHED':
      return publish(current, context)
    case 'ERROR':
      throw new Refused('video', 'processing-failed', wordsOf(status))
    case 'EXPIRED':
      // Nobody has seen it, and nobody will.
      await context.save(null)
      throw new NetworkFailure('answer', 'the network has given up the upload')
    case 'IN_PROGRESS': {
      const ageS = (context.now().getTime() - current.since) / 1000
      if (ageS < PROCESSING_LIMIT_S) return { kind: 'again', afterS: Math.min(POLL_S + ageS / 10, 300) }
      throw new Refused('video', 'processing-slow', 'the network did not process the video within a day')
    }
  }
}

async function publish({ id, since }: ContainerStep, context: StepContext<Step>): Promise<Outcome> {
  // If the answer is lost, the state of the container says whether it was published.
  await context.save({ kind: 'publishing', id, since })
  const answer = await context.send(
    formRequest(`${GRAPH}/${context.remoteId}/media_publish`, { creation_id: id }),
  )
  if (readFault(answer)?.code === NOT_READY_CODE) return { kind: 'again', afterS: POLL_S }
  assertAccepted(answer, context.now())
  const { id: remoteId } = readJson(answer, made)
  return { kind: 'published', remoteId, url: await linkOf(remoteId, context), note: null }
}

/** The address of a post. Null if Instagram does not say it now: the post is there all the same. */
async function linkOf(id: string, context: StepContext<Step>): Promise<string | null> {
  try {
    const answer = await context.send({ method: 'GET', url: `${GRAPH}/${id}?fields=permalink` })
    return answer.status === 200 ? readJson(answer, medium).permalink : null
  } catch (error) {
    if (error instanceof NetworkFailure) return null
    throw error
  }
}

/** The post of a container whose answer was lost: the newest one with its words since the container was made. */
async function findPublished(
  draft: Draft,
  { since }: ContainerStep,
  context: StepContext<Step>,
): Promise<Outcome> {
  const query = `fields=id,caption,permalink,timestamp&limit=${NEWEST}`
  const answer = await context.send({ method: 'GET', url: `${GRAPH}/${context.remoteId}/media?${query}` })
  assertAccepted(answer, context.now())
  const caption = socialText('instagram', draft)
  const { data } = readJson(answer, media)
  // Clocks differ, and times have whole seconds.
  const found = data.find(
    (each) => each.caption.trim() === caption.trim() && Date.parse(each.timestamp) >= since - 60_000,
  )
  if (found !== undefined) return { kind: 'published', remoteId: found.id, url: found.permalink, note: null }
  return { kind: 'unknown', reason: 'lost-answer', detail: null }
}
