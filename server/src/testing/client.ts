import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type AnswerOf,
  allCalls,
  type Call,
  type CallName,
  type CallOf,
  type Content,
  type RequestOf,
  type Thumbnail,
  type Upload,
} from '@kinora/contract'
import { patient } from './machine/patience.ts'

export interface Answered<T> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

/** A client of the API over real HTTP. */
export interface Client {
  readonly url: string
  readonly token: string | null
  readonly environmentId: string | null
  readonly organizationId: string | null
  /** Makes a call; throws unless it succeeds. */
  call<N extends CallName>(name: N, request: RequestOf<CallOf<N>>): Promise<AnswerOf<CallOf<N>>>
  /** Makes a call and returns any response. */
  try<N extends CallName>(name: N, request: RequestOf<CallOf<N>>): Promise<Answered<unknown>>
  /** Sends a request unchanged and returns any response. */
  send(method: string, path: string, options?: SendOptions): Promise<Answered<unknown>>
}

export interface SendOptions {
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

let people = 0
let addresses = 0

/** A unique address per client, replaced before it reaches the limit per minute. */
function ownAddress(): () => string {
  let used = 0
  let address = ''
  return () => {
    if (used % 1000 === 0) {
      addresses += 1
      address = `10.0.${addresses >> 8}.${addresses & 255}`
    }
    used += 1
    return address
  }
}

export function client(
  url: string,
  token: string | null,
  organizationId: string | null,
  environmentId: string | null,
): Client {
  const address = ownAddress()
  const self: Client = {
    url,
    token,
    organizationId,
    environmentId,
    async call(name, request) {
      const answer = await self.try(name, request)
      if (answer.status !== allCalls[name].status) {
        throw new Error(`${name} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      }
      return answer.body as AnswerOf<CallOf<typeof name>>
    },
    try(name, request) {
      const call: Call = allCalls[name]
      // The request of the call's type, in the general form.
      const given = request as {
        params?: Record<string, unknown>
        query?: Record<string, unknown>
        body?: unknown
      }
      const path = fillPath(call.path, given.params ?? {}) + queryString(given.query ?? {})
      return self.send(call.method, path, given.body === undefined ? {} : { body: given.body })
    },
    async send(method, path, { body, headers = {} } = {}) {
      const response = await fetch(new URL(path, url), {
        method,
        headers: {
          'x-forwarded-for': address(),
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(environmentId === null ? {} : { 'environment-id': environmentId }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: parsed(text) }
    },
  }
  return self
}

/** Signs up a new person with an organization. */
export async function newOwner(
  url: string,
  given: { email?: string; organization?: string } = {},
): Promise<Client> {
  people += 1
  const visitor = client(url, null, null, null)
  const { token } = await visitor.call('signUp', {
    body: {
      email: given.email ?? `person${people}-${process.pid}@example.com`,
      password: 'Correct-horse1',
      firstName: 'Ananya',
      lastName: 'Rao Iyer',
    },
  })
  const person = client(url, token, null, null)
  const organization = await person.call('createOrganization', {
    body: { name: given.organization ?? 'Deccan Television' },
  })
  return client(url, token, organization.id, organization.environments[0]?.id ?? null)
}

/** Uploads a file in parts, as the console does. */
export async function uploadFile(
  who: Client,
  path: string,
  fileName = basename(path),
  asked: Partial<RequestOf<CallOf<'createUpload'>>['body']> = {},
): Promise<Content> {
  const { size: fileSize } = await stat(path)
  return sendParts(who, await who.call('createUpload', { body: { fileName, fileSize, ...asked } }), path)
}

/** Replaces the file of a video. */
export async function replaceFile(who: Client, id: string, path: string): Promise<Content> {
  const body = { fileName: basename(path), fileSize: (await stat(path)).size }
  return sendParts(who, await who.call('replaceByUpload', { params: { id }, body }), path)
}

/** Sends a file to an existing upload. */
export async function sendParts(who: Client, upload: Upload, path: string): Promise<Content> {
  const bytes = await readFile(path)
  const parts: { partNumber: number; etag: string }[] = []
  for (let partNumber = 1; partNumber <= upload.partCount; partNumber++) {
    const params = { id: upload.uploadId }
    const target = await who.call('createPartUrl', { params, body: { partNumber } })
    const start = (partNumber - 1) * upload.partSize
    const response = await fetch(new URL(target.url, who.url), {
      method: target.method,
      headers: target.headers,
      body: bytes.subarray(start, start + upload.partSize),
    })
    if (!response.ok)
      throw new Error(`part ${partNumber} answered ${response.status}: ${await response.text()}`)
    parts.push({ partNumber, etag: response.headers.get('etag') ?? '' })
  }
  return who.call('completeUpload', { params: { id: upload.uploadId }, body: { parts } })
}

/** The stored thumbnail at one second, created on the first call. */
export function keptStill(who: Client, { id }: Pick<Content, 'id'>): Promise<Thumbnail> {
  return who.call('createThumbnail', { params: { id }, body: { time: 1 } })
}

/** Another playback ID of the video, created on the first call. */
export async function furtherPlaybackId(who: Client, { id }: Pick<Content, 'id'>): Promise<string> {
  const { items } = await who.call('listPlaybackIds', { params: { id } })
  const there = items.find(({ isFirst }) => !isFirst)
  if (there !== undefined) return there.id
  const made = await who.call('createPlaybackId', { params: { id }, body: { policy: 'public' } })
  return made.id
}

/** An audio track without its file, created on the first call. */
export async function addedTrack(who: Client, { id }: Pick<Content, 'id'>): Promise<string> {
  const { items } = await who.call('listAudioTracks', { params: { id } })
  const there = items.find(({ origin }) => origin === 'added')
  if (there !== undefined) return there.id
  const body = { name: 'Dubbed', languageCode: 'hi', fileName: 'hindi.wav', fileSize: 1000 }
  const { track } = await who.call('uploadAudioTrack', { params: { id }, body })
  return track.id
}

const PATIENCE_MS = patient(90_000)

/** Polls until the content meets the condition. */
export async function contentWhen(
  who: Client,
  id: string,
  isWanted: (content: Content) => boolean,
  patienceMs = PATIENCE_MS,
): Promise<Content> {
  const until = performance.now() + patienceMs
  for (;;) {
    const content = await who.call('getContent', { params: { id } })
    if (isWanted(content)) return content
    if (performance.now() > until) throw new Error(`still not as wanted: ${JSON.stringify(content, null, 1)}`)
    await pause(200)
  }
}

/** Polls until the URL exists. */
export async function whenFound(url: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  while (!(await fetch(url)).ok) {
    if (performance.now() > until) throw new Error(`${url} is still not there`)
    await pause(100)
  }
}

/** Whether all processing has ended. */
export function isSettled(content: Content): boolean {
  return content.status === 'failed' || (content.status === 'ready' && content.stage === null)
}

export function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])))
}

function queryString(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? '' : `?${search}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
