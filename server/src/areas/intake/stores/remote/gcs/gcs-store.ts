import * as z from 'zod'
import {
  type FileFacts,
  type FoundFile,
  type OpenFile,
  type RemoteStore,
  StoreFault,
} from '../../file-store.ts'
import { joinPath } from '../../names.ts'
import type { Access } from '../access.ts'
import { firstBytes, transferredBytes } from '../bytes.ts'
import { type LoadPage, listEntries, listObjects } from '../objects.ts'
import { type GcsSession, openGcsSession } from './gcs-session.ts'
import { putObject } from './put-object.ts'

/** A folder of a bucket of Google Cloud Storage. The version of an object is its generation. */
export async function openGcsStore(access: Access<'gcs'>): Promise<RemoteStore> {
  const session = await openGcsSession(access)
  const path = joinPath(access.settings.folder, access.path)
  const prefix = path === '' ? '' : `${path}/`
  const factsOf = async (path: string) => {
    const found = await lookAt(session, prefix + path)
    return found === null ? null : toFacts(found)
  }
  const remove = async (file: FoundFile) => {
    const url = session.objectUrl(prefix + file.path, sameVersion('ifGenerationMatch', file))
    await session.command(url, { method: 'DELETE' })
  }
  return {
    entries: () => listEntries(prefix, pageOf(session, prefix, false)),
    list: (isRecursive) => listObjects(prefix, pageOf(session, prefix, isRecursive)),
    open: async (file) => openObject(session, prefix + file.path, file, access.signal),
    factsOf,
    async move(file, to) {
      const [source, target] = [prefix + file.path, prefix + to]
      const found = await lookAt(session, target)
      // A copy of a run that died before it deleted the object.
      const isOwn = found !== null && isSameContent(found, await lookAt(session, source))
      if (found !== null && !isOwn) return false
      if (!isOwn && !(await copyObject(session, source, target, file))) return false
      await remove(file)
      return true
    },
    remove,
    put: (path, file) => putObject(session, prefix + path, file),
    async write(path, bytes) {
      await session.command(session.uploadUrl(prefix + path), {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: bytes,
      })
    },
    async [Symbol.asyncDispose]() {},
  }
}

const object = z.object({
  name: z.string(),
  size: z.string().regex(/^\d{1,16}$/),
  /** When the generation was made. Changes of its metadata do not count. */
  timeCreated: z.string(),
  generation: z.string().max(30),
  crc32c: z.string().optional(),
  md5Hash: z.string().optional(),
})
type GcsObject = z.output<typeof object>

const listed = 'name,size,timeCreated,generation'
const looked = `${listed},crc32c,md5Hash`

function toFacts({ size, timeCreated, generation }: GcsObject): FileFacts {
  return { size: Number(size), modifiedAt: new Date(timeCreated), etag: generation }
}

/** Null if there is no such object. */
async function lookAt(session: GcsSession, name: string): Promise<GcsObject | null> {
  try {
    return await session.ask(object, session.objectUrl(name, { fields: looked }))
  } catch (error) {
    if (error instanceof StoreFault && error.fault === 'missing') return null
    throw error
  }
}

const page = z.object({
  items: z.array(object).default([]),
  prefixes: z.array(z.string()).default([]),
  nextPageToken: z.string().optional(),
})

function pageOf(session: GcsSession, prefix: string, isRecursive: boolean): LoadPage {
  return async ({ token, after }) => {
    const url = session.listUrl({
      prefix,
      maxResults: '1000',
      fields: `items(${listed}),prefixes,nextPageToken`,
      delimiter: isRecursive ? undefined : '/',
      startOffset: after,
      pageToken: token,
    })
    const { items, prefixes, nextPageToken } = await session.ask(page, url)
    return {
      objects: items.map((item) => ({ name: item.name, facts: toFacts(item) })),
      folders: prefixes,
      next: nextPageToken ?? null,
    }
  }
}

/** The condition that an object is still the same. */
function sameVersion<N extends string>(name: N, { etag }: FileFacts): Readonly<Record<string, string>> {
  return etag === null ? {} : { [name]: etag }
}

/** Whether two objects have the same bytes. Objects of several parts have no MD5. */
function isSameContent(one: GcsObject, other: GcsObject | null): boolean {
  return (
    other !== null &&
    one.size === other.size &&
    one.crc32c !== undefined &&
    one.crc32c === other.crc32c &&
    one.md5Hash === other.md5Hash
  )
}

const rewritten = z.object({ done: z.boolean(), rewriteToken: z.string().optional() })

/** Copies an object if it is still the same. Large ones are copied a part at a time.
 * @returns false if there is another object of that name meanwhile */
async function copyObject(
  session: GcsSession,
  source: string,
  target: string,
  file: FoundFile,
): Promise<boolean> {
  // No generation: there is no object of that name.
  const query = { ifGenerationMatch: '0', ...sameVersion('ifSourceGenerationMatch', file) }
  let rewriteToken: string | undefined
  do {
    try {
      const url = session.rewriteUrl(source, target, { ...query, rewriteToken })
      const answer = await session.ask(rewritten, url, 'POST')
      if (!answer.done && answer.rewriteToken === undefined)
        throw new StoreFault('protocol', 'the service does not say how the copy goes on')
      rewriteToken = answer.done ? undefined : answer.rewriteToken
    } catch (error) {
      const isRefused = error instanceof StoreFault && error.fault === 'changed'
      if (isRefused && (await lookAt(session, target)) !== null) return false
      throw error
    }
  } while (rewriteToken !== undefined)
  return true
}

function openObject(session: GcsSession, name: string, file: FoundFile, signal: AbortSignal): OpenFile {
  const get = (range?: string) =>
    session.send(session.objectUrl(name, { alt: 'media', ...sameVersion('ifGenerationMatch', file) }), {
      method: 'GET',
      // Objects that are stored as gzip come as they are, with the size that was listed.
      headers: { 'accept-encoding': 'gzip', ...(range !== undefined && { range }) },
      // 416: the object is shorter.
      accepts: [416],
    })
  return {
    async facts() {
      const found = await lookAt(session, name)
      if (found === null) throw new StoreFault('missing', 'there is no such object')
      return toFacts(found)
    },
    async readAt(offset, length) {
      const answer = await get(`bytes=${offset}-${offset + length - 1}`)
      if (answer.statusCode === 416) {
        answer.destroy()
        return Buffer.alloc(0)
      }
      return firstBytes(answer, length, signal)
    },
    async *stream() {
      if (file.size > 0) yield* transferredBytes(await get(), file.size, signal)
    },
    async [Symbol.asyncDispose]() {},
  }
}
