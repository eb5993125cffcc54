import {
  type Entry,
  type FileFacts,
  type FoundFile,
  type OpenFile,
  type RemoteStore,
  StoreFault,
} from '../file-store.ts'
import { foldersOf, joinPath, parentOf, partialName } from '../names.ts'
import type { Access } from './access.ts'
import { bytesOf, firstBytes, transferredBytes } from './bytes.ts'
import { networkFault } from './faults.ts'
import { MOST_ENTRIES } from './limits.ts'
import { type Member, propfindBody, propfindReader } from './propfind.ts'
import { inBatches, walk } from './walk.ts'
import { type DavSession, davSession } from './webdav-session.ts'

/** A folder of a WebDAV server. */
export function openWebdavStore(access: Access<'webdav'>): RemoteStore {
  const session = davSession(access)
  const at = (path: string) => joinPath(access.path, path)
  const folderUrl = (path: string) => session.urlOf(at(path) === '' ? '' : `${at(path)}/`)
  const fileUrl = (path: string) => session.urlOf(at(path))
  // 405: the folder exists.
  const makeFolder = (path: string) => session.command(folderUrl(path), { method: 'MKCOL', accepts: [405] })
  /** @returns false if there is a file of that name */
  const rename = async (from: string, to: string) => {
    const headers = { destination: fileUrl(to).href, overwrite: 'F' }
    const status = await session.command(fileUrl(from), { method: 'MOVE', headers, accepts: [412] })
    return status !== 412
  }
  return {
    entries: () => listFolder(session, folderUrl('')),
    list: (isRecursive) => inBatches(walk((path) => listFolder(session, folderUrl(path)), isRecursive)),
    open: async (file) => openFile(session, fileUrl(file.path), file, access.signal),
    factsOf: (path) => lookAt(session, fileUrl(path)),
    async move(file, to) {
      if (parentOf(to) !== '') await makeFolder(parentOf(to))
      return rename(file.path, to)
    },
    async put(path, file) {
      if ((await lookAt(session, fileUrl(path))) !== null) return false
      for (const folder of foldersOf(path)) await makeFolder(folder)
      const body = { length: file.size, bytes: () => bytesOf(file) }
      const headers = { 'content-type': file.type }
      await session.command(fileUrl(partialName(path)), { method: 'PUT', headers, body })
      return rename(partialName(path), path)
    },
    async remove(file) {
      await session.command(fileUrl(file.path), { method: 'DELETE', headers: sameVersion(file) })
    },
    async write(path, bytes) {
      await session.command(fileUrl(path), { method: 'PUT', body: bytes })
    },
    async [Symbol.asyncDispose]() {},
  }
}

async function* listFolder(session: DavSession, url: URL): AsyncGenerator<readonly Entry[]> {
  for await (const members of askMembers(session, url, 1)) {
    yield members.flatMap(({ href, facts }): Entry | [] => {
      const name = nameBelow(url, href)
      return name === null ? [] : { name, facts }
    })
  }
}

/** The name of a member of a folder. Null for the folder itself, and for all that is not directly in it. */
function nameBelow(folder: URL, href: string): string | null {
  if (!URL.canParse(href, folder)) return null
  const { pathname } = new URL(href, folder)
  const [path, parent] = [decoded(pathname), decoded(folder.pathname)]
  if (path === null || parent === null || !path.startsWith(parent)) return null
  const name = path.slice(parent.length).replace(/\/$/, '')
  return name === '' || name.includes('/') ? null : name
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

async function lookAt(session: DavSession, url: URL): Promise<FileFacts | null> {
  try {
    for await (const members of askMembers(session, url, 0)) {
      const [first] = members
      if (first !== undefined) return first.facts
    }
    return null
  } catch (error) {
    if (error instanceof StoreFault && error.fault === 'missing') return null
    throw error
  }
}

/** Most characters of an answer. Entries have about 500. */
const MOST_LIST = 1000 * MOST_ENTRIES
/** Most characters without a complete member, which stay in memory. */
const MOST_MEMBER = 256 * 1024

/** Asks for a folder with its members, or for one file. The answer is read piece by piece, since it has no pages. */
async function* askMembers(session: DavSession, url: URL, depth: 0 | 1): AsyncGenerator<readonly Member[]> {
  const headers = { depth: String(depth), 'content-type': 'application/xml; charset=utf-8' }
  const answer = await session.send(url, { method: 'PROPFIND', headers, body: propfindBody })
  if (answer.statusCode !== 207) {
    answer.destroy()
    throw new StoreFault('protocol', 'the server does not speak WebDAV')
  }
  const read = propfindReader()
  let [count, length, incomplete] = [0, 0, 0]
  answer.setEncoding('utf8')
  try {
    for await (const text of answer) {
      const members = read(String(text))
      count += members.length
      length += text.length
      incomplete = members.length > 0 ? 0 : incomplete + text.length
      if (count > MOST_ENTRIES || length > MOST_LIST)
        throw new StoreFault('too-many', 'the folder has too many entries')
      if (incomplete > MOST_MEMBER) throw new StoreFault('protocol', 'an entry of the folder is too long')
      yield members
    }
  } catch (error) {
    throw networkFault(error) ?? error
  }
}

/** Versions that are the same in every byte (RFC 9110, 8.8.1). Others serve to compare only. */
function sameVersion({ etag }: FileFacts): Readonly<Record<string, string>> {
  return etag?.startsWith('"') ? { 'if-match': etag } : {}
}

function openFile(session: DavSession, url: URL, file: FoundFile, signal: AbortSignal): OpenFile {
  const get = (range?: string) =>
    session.send(url, {
      method: 'GET',
      headers: {
        'accept-encoding': 'identity',
        ...sameVersion(file),
        ...(range !== undefined && { range }),
      },
      // 416: the file is shorter.
      accepts: [416],
    })
  return {
    async facts() {
      const facts = await lookAt(session, url)
      if (facts === null) throw new StoreFault('missing', 'there is no such file')
      return facts
    },
    async readAt(offset, length) {
      const answer = await get(`bytes=${offset}-${offset + length - 1}`)
      if (answer.statusCode === 416) return Buffer.alloc(0)
      // Servers without ranges send the whole file.
      if (answer.statusCode !== 206 && offset > 0) {
        answer.destroy()
        throw new StoreFault('protocol', 'the server has no ranges')
      }
      return firstBytes(answer, length, signal)
    },
    async *stream() {
      if (file.size > 0) yield* transferredBytes(await get(), file.size, signal)
    },
    async [Symbol.asyncDispose]() {},
  }
}
