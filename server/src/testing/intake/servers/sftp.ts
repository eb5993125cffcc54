import { posix } from 'node:path'
import ssh2, { type Connection, type SFTPWrapper } from 'ssh2'
import { type Listener, startListener } from './listener.ts'
import { plainPath, type TestTree } from './tree.ts'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp
/** The number of names that OpenSSH sends at once. */
const NAMES_PER_PAGE = 100

export interface SftpListener extends Listener {
  /** Identifies itself by another key from now on. */
  changeKey(): void
}

/** An SFTP server with a password. */
export async function startSftp(tree: TestTree, password: string): Promise<SftpListener> {
  let server = newServer(tree, password, () => void listener.die())
  const listener = await startListener((socket) => server.injectSocket(socket))
  return {
    ...listener,
    changeKey() {
      server = newServer(tree, password, () => void listener.die())
    },
  }
}

function newServer(tree: TestTree, password: string, die: () => void): ssh2.Server {
  const { private: key } = ssh2.utils.generateKeyPairSync('ed25519')
  return new ssh2.Server({ hostKeys: [key] }, (client: Connection) => {
    client.on('error', () => undefined)
    client.on('authentication', (context) => {
      if (context.method === 'password' && context.username === 'kinora' && context.password === password)
        context.accept()
      else context.reject(['password'])
    })
    client.on('session', (acceptSession) => {
      acceptSession().on('sftp', (acceptSftp) => serve(acceptSftp(), tree, die))
    })
  })
}

interface Handle {
  readonly path: string
  readonly flags: number
  names: string[]
}

function serve(sftp: SFTPWrapper, tree: TestTree, die: () => void): void {
  const handles = new Map<number, Handle>()
  const status = (id: number, code: number = STATUS_CODE.OK) => sftp.status(id, code)
  const open = (id: number, handle: Handle) => {
    const number = handles.size + 1
    handles.set(number, handle)
    const buffer = Buffer.alloc(4)
    buffer.writeUInt32BE(number)
    sftp.handle(id, buffer)
  }
  const of = (handle: Buffer) => handles.get(handle.readUInt32BE(0))
  const stat = (id: number, given: string) => {
    const isLink = tree.links.has(plainPath(given))
    const attrs = isLink ? linkAttributes : attributesOf(tree, plainPath(given))
    if (attrs === null) status(id, STATUS_CODE.NO_SUCH_FILE)
    else sftp.attrs(id, attrs)
  }
  sftp.on('REALPATH', (id, given) => {
    const path = posix.resolve('/', tree.links.get(plainPath(given)) ?? given)
    sftp.name(id, [{ filename: path, longname: path, attrs: folderAttributes }])
  })
  sftp.on('LSTAT', stat)
  sftp.on('STAT', stat)
  sftp.on('FSTAT', (id, handle) => stat(id, of(handle)?.path ?? 'nothing'))
  sftp.on('OPENDIR', (id, given) => {
    tree.requests.push('OPENDIR')
    const path = plainPath(given)
    if (tree.hasFolder(path)) open(id, { path, flags: 0, names: tree.entriesOf(path) })
    else status(id, STATUS_CODE.NO_SUCH_FILE)
  })
  sftp.on('READDIR', (id, buffer) => {
    const handle = of(buffer)
    const page = handle?.names.splice(0, NAMES_PER_PAGE) ?? []
    if (handle === undefined || page.length === 0) return status(id, STATUS_CODE.EOF)
    const names = page.map((name) => {
      const filename = name.replace(/\/$/, '')
      const attrs = attributesOf(tree, plainPath(`${handle.path}/${filename}`)) ?? folderAttributes
      return { filename, longname: filename, attrs }
    })
    sftp.name(id, names)
  })
  sftp.on('OPEN', (id, given, flags) => {
    const path = plainPath(given)
    if (flags & OPEN_MODE.WRITE) tree.put(path, Buffer.alloc(0))
    if (tree.files.has(path)) open(id, { path, flags, names: [] })
    else status(id, STATUS_CODE.NO_SUCH_FILE)
  })
  sftp.on('READ', (id, handle, offset, length) => {
    const bytes = tree.files.get(of(handle)?.path ?? '')?.bytes ?? Buffer.alloc(0)
    if (tree.diesAt !== null && offset >= tree.diesAt && length > 16_384) {
      tree.diesAt = null
      return die()
    }
    if (offset >= bytes.length) status(id, STATUS_CODE.EOF)
    else sftp.data(id, bytes.subarray(offset, offset + length))
  })
  sftp.on('WRITE', (id, handle, offset, bytes) => {
    const path = of(handle)?.path ?? ''
    tree.put(path, Buffer.concat([tree.files.get(path)?.bytes.subarray(0, offset) ?? Buffer.alloc(0), bytes]))
    status(id)
  })
  sftp.on('CLOSE', (id) => status(id))
  sftp.on('RENAME', (id, from, to) => {
    tree.requests.push('RENAME')
    const file = tree.files.get(plainPath(from))
    if (file === undefined) return status(id, STATUS_CODE.NO_SUCH_FILE)
    if (tree.files.has(plainPath(to))) return status(id, STATUS_CODE.FAILURE)
    tree.files.set(plainPath(to), file)
    tree.files.delete(plainPath(from))
    status(id)
  })
  sftp.on('REMOVE', (id, path) => {
    tree.requests.push('REMOVE')
    status(id, tree.files.delete(plainPath(path)) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE)
  })
  sftp.on('MKDIR', (id, path) => {
    if (tree.hasFolder(plainPath(path))) return status(id, STATUS_CODE.FAILURE)
    tree.folders.add(plainPath(path))
    status(id)
  })
}

const linkAttributes = { mode: 0o120777, uid: 0, gid: 0, size: 8, atime: 0, mtime: 0 }
const folderAttributes = { mode: 0o040755, uid: 0, gid: 0, size: 4096, atime: 0, mtime: 0 }

function attributesOf(tree: TestTree, path: string) {
  const file = tree.files.get(path)
  if (file === undefined) return tree.hasFolder(path) ? folderAttributes : null
  const mtime = Math.floor(file.modifiedAt.getTime() / 1000)
  return { mode: 0o100644, uid: 0, gid: 0, size: file.bytes.length, atime: mtime, mtime }
}
