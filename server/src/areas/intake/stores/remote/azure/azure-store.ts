import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Entry,
  type FileFacts,
  type FoundFile,
  type OpenFile,
  type RemoteStore,
  StoreFault,
} from '../../file-store.ts'
import { joinPath } from '../../names.ts'
import type { Access } from '../access.ts'
import { firstBytes, transferredBytes } from '../bytes.ts'
import { networkFault } from '../faults.ts'
import { inBatches, walk } from '../walk.ts'
import { type AzureSession, azureSession } from './azure-session.ts'
import { blobFacts, blobPageReader } from './blob-list.ts'
import { putBlob } from './put-blob.ts'

/** A folder of a container of Azure Blob Storage. */
export async function openAzureStore(access: Access<'azure'>): Promise<RemoteStore> {
  const session = azureSession(access)
  const { signal } = access
  const top = joinPath(access.settings.folder, access.path)
  const at = (path: string) => joinPath(top, path)
  const remove = async (file: FoundFile) => {
    await session.command(session.blobUrl(at(file.path)), { method: 'DELETE', headers: sameVersion(file) })
  }
  return {
    entries: () => listFolder(session, top),
    list: (isRecursive) => inBatches(walk((path) => listFolder(session, at(path)), isRecursive)),
    open: async (file) => openBlob(session, at(file.path), file, signal),
    async factsOf(path) {
      const head = await lookAt(session, at(path))
      return head === null ? null : headFacts(head)
    },
    async move(file, to) {
      const [source, target] = [at(file.path), at(to)]
      const found = await lookAt(session, target)
      // A copy of a run that died before it deleted the blob.
      const isOwn = found !== null && isCopyOf(found, session.blobUrl(source), file)
      if (found !== null && !isOwn) return false
      if (!isOwn && !(await startCopy(session, source, target, file))) return false
      await whenCopied(session, target, signal)
      await remove(file)
      return true
    },
    remove,
    put: (path, file) => putBlob(session, session.blobUrl(at(path)), file),
    async write(path, bytes) {
      const headers = { 'x-ms-blob-type': 'BlockBlob', 'content-type': 'application/octet-stream' }
      await session.command(session.blobUrl(at(path)), { method: 'PUT', headers, body: bytes })
    },
    async [Symbol.asyncDispose]() {},
  }
}

async function* listFolder(session: AzureSession, path: string): AsyncGenerator<readonly Entry[]> {
  const prefix = path === '' ? '' : `${path}/`
  let marker: string | null = ''
  while (marker !== null) {
    const query = { comp: 'list', prefix, delimiter: '/', maxresults: '1000' }
    const url = session.containerUrl(marker === '' ? query : { ...query, marker })
    const { page, read } = blobPageReader()
    const answer = await session.send(url, { method: 'GET' })
    answer.setEncoding('utf8')
    let length = 0
    try {
      for await (const text of answer) {
        length += String(text).length
        if (length > MOST_PAGE) throw new StoreFault('protocol', 'the page of blobs is too long')
        read(String(text))
      }
    } catch (error) {
      throw networkFault(error) ?? error
    }
    yield page.blobs.map(({ name, facts }): Entry => {
      const own = name.slice(prefix.length)
      return { name: facts === null ? own.replace(/\/$/, '') : own, facts }
    })
    marker = page.marker === '' ? null : page.marker
  }
}

/** Most characters of a page, whose blobs have up to 2,000 each. */
const MOST_PAGE = 8 * 1024 ** 2

/** Null if there is no such blob. */
async function lookAt(session: AzureSession, name: string): Promise<IncomingHttpHeaders | null> {
  const { statusCode, headers } = await session.head(session.blobUrl(name), [404])
  // A container that is missing is a fault, a blob is none.
  if (statusCode !== 404) return headers
  if (headers['x-ms-error-code'] === 'ContainerNotFound')
    throw new StoreFault('missing', 'there is no such container')
  return null
}

function headFacts(headers: IncomingHttpHeaders): FileFacts {
  return blobFacts({
    size: headers['content-length'],
    modified: headers['last-modified'],
    etag: headers.etag,
  })
}

function sameVersion({ etag }: FileFacts): Readonly<Record<string, string>> {
  return etag === null ? {} : { 'if-match': `"${etag}"` }
}

/** Whether a blob is a copy of a version of another one. Its times are those of the service. */
function isCopyOf(target: IncomingHttpHeaders, source: URL, file: FoundFile): boolean {
  const from = String(target['x-ms-copy-source'] ?? '')
  const status = target['x-ms-copy-status']
  const isDone = status === 'pending' || Number(target['content-length']) === file.size
  return (
    URL.canParse(from) &&
    new URL(from).pathname === source.pathname &&
    (status === 'success' || status === 'pending') &&
    isDone &&
    Date.parse(String(target['last-modified'])) >= file.modifiedAt.getTime()
  )
}

/** Copies a blob if it is still the same. @returns false if there is another blob of that name meanwhile */
async function startCopy(
  session: AzureSession,
  source: string,
  target: string,
  { etag }: FoundFile,
): Promise<boolean> {
  const headers = {
    'if-none-match': '*',
    'x-ms-copy-source': session.copySource(source),
    ...(etag !== null && { 'x-ms-source-if-match': `"${etag}"` }),
  }
  const status = await session.command(session.blobUrl(target), { method: 'PUT', headers, accepts: [409] })
  return status !== 409
}

const COPY_POLL_MS = 1000
const COPY_MS = 10 * 60_000

/** Waits for a copy, which the service may make later. @throws StoreFault */
async function whenCopied(session: AzureSession, target: string, signal: AbortSignal): Promise<void> {
  const startMs = performance.now()
  for (;;) {
    const head = await lookAt(session, target)
    const status = head?.['x-ms-copy-status']
    if (status === 'success') return
    if (status !== 'pending') throw new StoreFault('no-access', 'the blob was not copied')
    if (performance.now() - startMs > COPY_MS) throw new StoreFault('too-slow', 'the copy takes too long')
    await pause(COPY_POLL_MS, undefined, { signal })
  }
}

function openBlob(session: AzureSession, name: string, file: FoundFile, signal: AbortSignal): OpenFile {
  const url = session.blobUrl(name)
  const get = (range?: string) =>
    session.send(url, {
      method: 'GET',
      headers: { ...sameVersion(file), ...(range !== undefined && { range }) },
      // 416: the blob is shorter.
      accepts: [416],
    })
  return {
    async facts() {
      const head = await lookAt(session, name)
      if (head === null) throw new StoreFault('missing', 'there is no such blob')
      return headFacts(head)
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
