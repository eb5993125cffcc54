import { PassThrough, Readable } from 'node:stream'
import { type Client, type FileInfo, FTPError } from 'basic-ftp'
import {
  type Entry,
  type FileFacts,
  type FoundFile,
  type OpenFile,
  type RemoteStore,
  StoreFault,
} from '../file-store.ts'
import { foldersOf, joinPath, nameOf, parentOf, partialName } from '../names.ts'
import type { Access } from './access.ts'
import { bytesOf } from './bytes.ts'
import { type FtpSession, openFtpSession } from './ftp-session.ts'
import { inBatches, walk } from './walk.ts'

/** A folder of an FTP server, with or without TLS. */
export async function openFtpStore(access: Access<'ftp'> | Access<'ftps'>): Promise<RemoteStore> {
  const session = await openFtpSession(access)
  try {
    const base = await session.run((client) => client.pwd())
    const { folder } = access.settings
    const top = joinPath(folder.startsWith('/') ? folder : joinPath(base, folder), access.path)
    return ftpStore(session, top)
  } catch (error) {
    session.close()
    throw error
  }
}

function ftpStore(session: FtpSession, top: string): RemoteStore {
  const at = (path: string) => joinPath(top, path)
  return {
    entries: () => listFolder(session, top),
    list: (isRecursive) => inBatches(walk((path) => listFolder(session, at(path)), isRecursive)),
    open: async (file) => openFile(session, at(file.path), file),
    factsOf: (path) => lookAt(session, at(path)),
    async move(file, to) {
      // Some servers overwrite what has the name.
      if ((await lookAt(session, at(to))) !== null) return false
      await makeFolder(session, at(parentOf(to)))
      await session.run((client) => client.rename(at(file.path), at(to)))
      return true
    },
    async remove(file) {
      await session.run((client) => client.remove(at(file.path)))
    },
    async put(path, file) {
      if ((await lookAt(session, at(path))) !== null) return false
      for (const folder of foldersOf(path)) await makeFolder(session, at(folder))
      const partial = at(partialName(path))
      await session.run((client) => client.uploadFrom(Readable.from(bytesOf(file)), partial))
      // Some servers take what arrived before the connection broke for the whole.
      if ((await lookAt(session, partial))?.size !== file.size)
        throw new StoreFault('no-answer', 'the transfer ended early')
      if ((await lookAt(session, at(path))) !== null) return false
      await session.run((client) => client.rename(partial, at(path)))
      return true
    },
    async write(path, bytes) {
      await session.run((client) => client.uploadFrom(Readable.from([bytes]), at(path)))
    },
    async [Symbol.asyncDispose]() {
      session.close()
    },
  }
}

async function* listFolder(session: FtpSession, path: string): AsyncGenerator<readonly Entry[]> {
  // Servers without MLSD list a folder that does not exist as an empty one.
  await session.run((client) => client.cd(path))
  const entries = await session.run((client) => client.list(path))
  yield entries.flatMap((entry): Entry | [] => {
    if (entry.isDirectory) return { name: entry.name, facts: null }
    return entry.isFile ? { name: entry.name, facts: factsOf(entry) } : []
  })
}

/** Servers without MLSD give times as text for people, to the minute or day. It is compared as it is. */
function factsOf({ size, modifiedAt, rawModifiedAt }: FileInfo): FileFacts {
  return {
    size,
    modifiedAt: modifiedAt ?? new Date(0),
    etag: modifiedAt === undefined ? rawModifiedAt : null,
  }
}

/** Looks at one file in the terms of the list. Null if it is gone. */
async function lookAt(session: FtpSession, path: string): Promise<FileFacts | null> {
  try {
    const facts = await session.run((client) => factsByMlst(client, path))
    if (facts !== 'unsupported') return facts
    const entries = await session.run((client) => client.list(path))
    const entry = entries.find(({ name }) => name === path || name === nameOf(path))
    return entry?.isFile ? factsOf(entry) : null
  } catch (error) {
    if (error instanceof StoreFault && error.fault === 'missing') return null
    throw error
  }
}

/** The facts of RFC 3659, 7. Null for what is no file. */
async function factsByMlst(client: Client, path: string): Promise<FileFacts | 'unsupported' | null> {
  try {
    const { message } = await client.send(`MLST ${path}`)
    const [, line = ''] = message.split('\n')
    const facts = new Map(
      (line.trimStart().split(' ')[0] ?? '').split(';').map((fact) => {
        const [name = '', value = ''] = fact.split('=')
        return [name.toLowerCase(), value]
      }),
    )
    if (facts.get('type')?.toLowerCase() !== 'file') return null
    const size = Number(facts.get('size') ?? Number.NaN)
    const modifiedAt = timeOf(facts.get('modify') ?? '')
    return Number.isSafeInteger(size) && modifiedAt !== null
      ? { size, modifiedAt, etag: null }
      : 'unsupported'
  } catch (error) {
    // 500 to 504: not this command.
    if (error instanceof FTPError && error.code >= 500 && error.code <= 504) return 'unsupported'
    throw error
  }
}

/** `YYYYMMDDhhmmss`, with parts of a second or without. */
function timeOf(text: string): Date | null {
  const [, year, month, day, hour, minute, second, rest = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d{1,3})\d*)?$/.exec(text) ?? []
  if (year === undefined) return null
  const ms = Number(rest.padEnd(3, '0'))
  return new Date(
    Date.UTC(+year, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second), ms),
  )
}

async function makeFolder(session: FtpSession, path: string): Promise<void> {
  try {
    await session.run((client) => client.send(`MKD ${path}`))
  } catch (error) {
    // Servers do not say whether it exists.
    const isThere = await session
      .run((client) => client.cd(path))
      .then(
        () => true,
        () => false,
      )
    if (!isThere) throw error
  }
}

function openFile(session: FtpSession, path: string, { size }: FoundFile): OpenFile {
  return {
    async facts() {
      const facts = await lookAt(session, path)
      if (facts === null) throw new StoreFault('missing', 'there is no such file')
      return facts
    },
    readAt: (offset, length) => session.run((client) => readRange(client, path, offset, length)),
    stream: () => streamFile(session, path, size),
    async [Symbol.asyncDispose]() {},
  }
}

/** FTP has no end of a range: the transfer is broken off when there is enough, which the server reports. */
async function readRange(client: Client, path: string, offset: number, length: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let count = 0
  let [isDataDone, isControlDone] = [false, false]
  await client.prepareTransfer(client.ftp)
  await client.ftp.handle(offset > 0 ? `REST ${offset}` : `RETR ${path}`, (answer, task) => {
    const end = (error?: Error) => {
      client.ftp.dataSocket = undefined
      if (error === undefined) task.resolve(undefined)
      else task.reject(error)
    }
    const isEnough = count >= length
    // 426 and 451 follow the break, and other codes on some servers.
    if (answer instanceof Error) return end(isEnough && answer instanceof FTPError ? undefined : answer)
    if (answer.code === 350) return client.ftp.send(`RETR ${path}`)
    if (answer.code >= 200) {
      isControlDone = true
      return isDataDone ? end() : undefined
    }
    const socket = client.ftp.dataSocket
    socket?.on('data', (bytes: Buffer) => {
      if (count >= length) return
      chunks.push(bytes)
      count += bytes.length
      if (count >= length) socket.destroy()
    })
    socket?.once('close', () => {
      isDataDone = true
      if (isControlDone) end()
    })
    socket?.setTimeout(client.ftp.timeout, () => socket.destroy(new Error('Timeout (data socket)')))
  })
  return Buffer.concat(chunks).subarray(0, length)
}

async function* streamFile(session: FtpSession, path: string, size: number): AsyncGenerator<Buffer> {
  if (size === 0) return
  const pass = new PassThrough({ highWaterMark: 1024 ** 2 })
  const transfer = session.run((client) => client.downloadTo(pass, path))
  transfer.catch((error: unknown) => pass.destroy(error instanceof Error ? error : new Error(String(error))))
  let left = size
  for await (const chunk of pass) {
    const bytes = Buffer.from(chunk)
    left -= bytes.length
    if (left < 0) throw new StoreFault('changed', 'the file became longer')
    yield bytes
  }
  await transfer
}
