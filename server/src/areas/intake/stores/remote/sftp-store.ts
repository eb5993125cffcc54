import type { Attributes, FileEntryWithStats, Stats } from 'ssh2'
import {
  chunksOf,
  type Entry,
  type FileFacts,
  type FoundFile,
  type NewFile,
  type OpenFile,
  type RemoteStore,
  StoreFault,
} from '../file-store.ts'
import { foldersOf, joinPath, parentOf, partialName } from '../names.ts'
import type { Access } from './access.ts'
import { isEnd, openSftpSession, type SftpSession } from './sftp-session.ts'
import { inBatches, walk } from './walk.ts'

/** Bytes of one request. Servers take packets of 34,000 bytes at least (draft-ietf-secsh-filexfer-02, 3). */
const READ_BYTES = 31 * 1024
/** Requests that are sent before the first answer: one at a time, a distant server gives 1 MB/s. */
const READS_AT_ONCE = 64

/** A folder of an SFTP server. */
export async function openSftpStore(access: Access<'sftp'>): Promise<RemoteStore> {
  const session = await openSftpSession(access)
  try {
    const top = await resolveTop(session, access)
    return sftpStore(session, top)
  } catch (error) {
    session.close()
    throw error
  }
}

/** The folder itself. A link must not lead out of the folder of the account. @throws StoreFault missing, outside */
async function resolveTop(session: SftpSession, { settings, path }: Access<'sftp'>): Promise<string> {
  const base = await realPath(session, settings.folder === '' ? '.' : settings.folder)
  if (path === '') return base
  const top = joinPath(base, path)
  // OpenSSH resolves paths that do not exist.
  await statOf(session, top)
  return assertBelow(session, base, top)
}

function realPath(session: SftpSession, path: string): Promise<string> {
  return session.ask<string>((sftp, done) => sftp.realpath(path, done))
}

/** Follows the links of a folder. @param base a folder without links. @throws StoreFault outside */
async function assertBelow(session: SftpSession, base: string, folder: string): Promise<string> {
  const found = await realPath(session, folder)
  if (found !== base && !found.startsWith(base.endsWith('/') ? base : `${base}/`))
    throw new StoreFault('outside', 'the folder is outside of the folder of the account')
  return found
}

function sftpStore(session: SftpSession, top: string): RemoteStore {
  const at = (path: string) => joinPath(top, path)
  const command = (run: Parameters<typeof session.ask<undefined>>[0]) => session.ask<undefined>(run)
  return {
    entries: () => listFolder(session, top),
    list: (isRecursive) => inBatches(walk((path) => listFolder(session, at(path)), isRecursive)),
    open: (file) => openFile(session, at(file.path), file),
    factsOf: (path) => lookAt(session, at(path)),
    async move(file, to) {
      if ((await lookAt(session, at(to))) !== null) return false
      await makeFolder(session, at(parentOf(to)))
      await command((sftp, done) => sftp.rename(at(file.path), at(to), (error) => done(error, undefined)))
      return true
    },
    remove: (file) => command((sftp, done) => sftp.unlink(at(file.path), (error) => done(error, undefined))),
    async put(path, file) {
      if ((await lookAt(session, at(path))) !== null) return false
      for (const folder of foldersOf(path)) {
        await makeFolder(session, at(folder))
        await assertBelow(session, top, at(folder))
      }
      const partial = at(partialName(path))
      await writeFile(session, partial, file)
      if ((await lookAt(session, at(path))) !== null) return false
      await command((sftp, done) => sftp.rename(partial, at(path), (error) => done(error, undefined)))
      return true
    },
    write: (path, bytes) =>
      command((sftp, done) => sftp.writeFile(at(path), bytes, (error) => done(error, undefined))),
    async [Symbol.asyncDispose]() {
      session.close()
    },
  }
}

/** Lists a folder in the pages of the server, which have about 100 names. */
async function* listFolder(session: SftpSession, path: string): AsyncGenerator<readonly Entry[]> {
  const handle = await session.ask<Buffer>((sftp, done) => sftp.opendir(path, done))
  try {
    for (;;) {
      const page = await nextPage(session, handle)
      if (page === null) return
      yield page.flatMap(({ filename, attrs }): Entry | [] => {
        if (attrs.isDirectory()) return { name: filename, facts: null }
        return attrs.isFile() ? { name: filename, facts: factsOf(attrs) } : []
      })
    }
  } finally {
    await close(session, handle)
  }
}

async function nextPage(session: SftpSession, handle: Buffer): Promise<FileEntryWithStats[] | null> {
  try {
    return await session.ask<FileEntryWithStats[]>((sftp, done) => sftp.readdir(handle, done))
  } catch (error) {
    if (isEnd(error)) return null
    throw error
  }
}

/** A handle that is not closed ends with the connection. */
async function close(session: SftpSession, handle: Buffer): Promise<void> {
  await session
    .ask<undefined>((sftp, done) => sftp.close(handle, (error) => done(error, undefined)))
    .catch(() => undefined)
}

/** Times have whole seconds. */
function factsOf({ size, mtime }: Pick<Attributes, 'size' | 'mtime'>): FileFacts {
  return { size, modifiedAt: new Date(mtime * 1000), etag: null }
}

function statOf(session: SftpSession, path: string): Promise<Stats> {
  return session.ask<Stats>((sftp, done) => sftp.lstat(path, done))
}

async function lookAt(session: SftpSession, path: string): Promise<FileFacts | null> {
  try {
    const stats = await statOf(session, path)
    return stats.isFile() ? factsOf(stats) : null
  } catch (error) {
    if (error instanceof StoreFault && error.fault === 'missing') return null
    throw error
  }
}

async function makeFolder(session: SftpSession, path: string): Promise<void> {
  try {
    await session.ask<undefined>((sftp, done) => sftp.mkdir(path, (error) => done(error, undefined)))
  } catch (error) {
    // Servers of this version of the protocol do not say whether it exists, perhaps as a link.
    if (!(await statOf(session, await realPath(session, path))).isDirectory()) throw error
  }
}

async function openFile(session: SftpSession, path: string, { size }: FoundFile): Promise<OpenFile> {
  // A link would lead elsewhere, and opening a pipe would wait for its writer.
  if (!(await statOf(session, path)).isFile()) throw new StoreFault('no-file', 'it is not a file')
  const handle = await session.ask<Buffer>((sftp, done) => sftp.open(path, 'r', done))
  const readAt = (offset: number, length: number) => readRange(session, handle, offset, length)
  return {
    facts: async () => factsOf(await session.ask<Stats>((sftp, done) => sftp.fstat(handle, done))),
    readAt,
    stream: () => readAll(readAt, size),
    [Symbol.asyncDispose]: () => close(session, handle),
  }
}

/** Writes a file, as many requests at once as reading has. */
async function writeFile(session: SftpSession, path: string, file: NewFile): Promise<void> {
  const handle = await session.ask<Buffer>((sftp, done) => sftp.open(path, 'w', done))
  try {
    for await (const { start, bytes } of chunksOf(file, READ_BYTES * READS_AT_ONCE)) {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      const offsets = Array.from({ length: Math.ceil(chunk.length / READ_BYTES) }, (_, n) => n * READ_BYTES)
      await Promise.all(
        offsets.map((at) => {
          const length = Math.min(READ_BYTES, chunk.length - at)
          return session.ask<undefined>((sftp, done) =>
            sftp.write(handle, chunk, at, length, start + at, (error) => done(error, undefined)),
          )
        }),
      )
    }
  } finally {
    await close(session, handle)
  }
}

/** Reads up to the end of a range or file. An answer may have fewer bytes than it was asked for. */
async function readRange(
  session: SftpSession,
  handle: Buffer,
  offset: number,
  length: number,
): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  let count = 0
  while (count < length) {
    const wanted = Math.min(READ_BYTES, length - count)
    const read = await session
      .ask<number>((sftp, done) => sftp.read(handle, buffer, count, wanted, offset + count, done))
      .catch((error: unknown) => {
        if (isEnd(error)) return 0
        throw error
      })
    if (read === 0) break
    count += read
  }
  return buffer.subarray(0, count)
}

async function* readAll(
  readAt: (offset: number, length: number) => Promise<Buffer>,
  size: number,
): AsyncGenerator<Buffer> {
  const waiting: Promise<Buffer>[] = []
  let next = 0
  const ask = () => {
    const read = readAt(next, Math.min(READ_BYTES, size - next))
    // Its error is thrown when it is its turn.
    read.catch(() => undefined)
    waiting.push(read)
    next += READ_BYTES
  }
  for (let at = 0; at < size; at += READ_BYTES) {
    while (waiting.length < READS_AT_ONCE && next < size) ask()
    const bytes = await waiting.shift()
    if (bytes === undefined) return
    yield bytes
    // The file became shorter, which the comparison afterwards finds.
    if (bytes.length < Math.min(READ_BYTES, size - at)) return
  }
}
