import type { Socket } from 'node:net'
import { createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createSecureContext, TLSSocket } from 'node:tls'
import { type Listener, startListener } from './listener.ts'
import { plainPath, type TestTree } from './tree.ts'

/** A certificate and its key in PEM. */
export interface FtpTls {
  readonly cert: string
  readonly key: string
}

/** An FTP server (RFC 959, 2428, 3659) with a password. With TLS it refuses passwords and data without (RFC 4217). */
export async function startFtp(
  tree: TestTree,
  password: string,
  tls: FtpTls | null = null,
): Promise<Listener> {
  const listener = await startListener((socket) =>
    serve(socket, tree, password, tls, () => void listener.die()),
  )
  return listener
}

interface Session {
  control: Socket
  isSignedIn: boolean
  isDataPrivate: boolean
  offset: number
  renamed: string | null
  folder: string
  /** Whether it was asked about a file, as before a file is taken. */
  wasAsked: boolean
  /** The next connection for data. */
  data: Promise<Socket> | null
}

function serve(socket: Socket, tree: TestTree, password: string, tls: FtpTls | null, die: () => void): void {
  const session: Session = {
    control: socket,
    isSignedIn: false,
    isDataPrivate: false,
    offset: 0,
    renamed: null,
    folder: '/',
    wasAsked: false,
    data: null,
  }
  let text = ''
  let last = Promise.resolve()
  const listen = (control: Socket) => {
    session.control = control
    control.on('error', () => undefined)
    control.on('data', (bytes) => {
      text += bytes.toString()
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        last = last.then(() => run(line))
      }
    })
  }
  const run = async (line: string) => {
    const [, verb = '', given = ''] = /^(\w+) ?(.*)$/.exec(line) ?? []
    tree.requests.push(verb)
    if (verb === 'AUTH' && tls !== null) {
      session.control.removeAllListeners('data')
      session.control.write('234 go on\r\n')
      return listen(secure(session.control, tls))
    }
    const reply = await answer(session, tree, { verb: verb.toUpperCase(), given, password, tls, die })
    if (reply !== null && !session.control.destroyed) session.control.write(`${reply}\r\n`)
  }
  listen(socket)
  socket.write('220 ready\r\n')
}

function secure(socket: Socket, { cert, key }: FtpTls): TLSSocket {
  const secured = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ cert, key }) })
  secured.on('error', () => undefined)
  return secured
}

interface Command {
  readonly verb: string
  readonly given: string
  readonly password: string
  readonly tls: FtpTls | null
  readonly die: () => void
}

async function answer(session: Session, tree: TestTree, command: Command): Promise<string | null> {
  const { verb, given, password, tls } = command
  const isPrivate = tls === null || session.control instanceof TLSSocket
  switch (verb) {
    case 'USER':
      return isPrivate ? '331 password' : '530 use TLS'
    case 'PASS':
      session.isSignedIn = given === password
      return session.isSignedIn ? '230 signed in' : '530 wrong'
    case 'FEAT':
      return '211-Features\r\n MLST type*;size*;modify*;\r\n REST STREAM\r\n UTF8\r\n211 End'
    case 'OPTS':
    case 'TYPE':
    case 'STRU':
    case 'PBSZ':
      return '200 ok'
    case 'PROT':
      session.isDataPrivate = given === 'P'
      return '200 ok'
    case 'QUIT':
      session.control.end('221 bye\r\n')
      return null
    default:
      return session.isSignedIn ? fileCommand(session, tree, command) : '530 sign in'
  }
}

async function fileCommand(session: Session, tree: TestTree, command: Command): Promise<string | null> {
  const { verb, given } = command
  const path = plainPath(given.startsWith('/') ? given : `${session.folder}/${given}`)
  const file = tree.files.get(path)
  switch (verb) {
    case 'PWD':
      return `257 "${session.folder}" is the folder`
    case 'CWD':
      if (!tree.hasFolder(path)) return '550 no such folder'
      session.folder = `/${path}`
      return '250 ok'
    case 'EPSV':
      return `229 Entering (|||${await openData(session, command)}|)`
    case 'REST':
      session.offset = Number(given)
      return '350 go on'
    case 'MLST':
      session.wasAsked = true
      if (file === undefined && !tree.hasFolder(path)) return '550 no such file'
      return `250-Listing\r\n ${factsOf(tree, path)} /${path}\r\n250 End`
    case 'MLSD': {
      if (!tree.hasFolder(path)) return '550 no such folder'
      const names = tree.entriesOf(path).map((name) => name.replace(/\/$/, ''))
      const lines = names.map((name) => `${factsOf(tree, plainPath(`${path}/${name}`))} ${name}\r\n`)
      return transfer(session, tree, command, Buffer.from(lines.join('')))
    }
    case 'RETR':
      if (file === undefined) return '550 no such file'
      return transfer(session, tree, command, file.bytes.subarray(session.offset))
    case 'STOR': {
      session.control.write('150 go on\r\n')
      const socket = await session.data
      tree.put(path, socket === null ? Buffer.alloc(0) : await buffer(socket))
      return '226 done'
    }
    case 'RNFR':
      session.renamed = path
      return file === undefined ? '550 no such file' : '350 go on'
    case 'RNTO': {
      const renamed = tree.files.get(session.renamed ?? '')
      if (renamed === undefined || !tree.hasFolder(path.split('/').slice(0, -1).join('/'))) return '553 no'
      tree.files.set(path, renamed)
      tree.files.delete(session.renamed ?? '')
      return '250 done'
    }
    case 'DELE':
      return tree.files.delete(path) ? '250 done' : '550 no such file'
    case 'MKD':
      if (tree.hasFolder(path)) return '550 exists'
      tree.folders.add(path)
      return '257 done'
    default:
      return '502 not here'
  }
}

function factsOf(tree: TestTree, path: string): string {
  const file = tree.files.get(path)
  if (file === undefined) return 'type=dir;'
  const time = file.modifiedAt.toISOString().replace(/[-T:]/g, '').slice(0, 14)
  return `type=file;size=${file.bytes.length};modify=${time};`
}

/** Waits for one connection for data. @returns the port */
async function openData(session: Session, { tls }: Command): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  session.data = new Promise((resolve) => {
    server.once('connection', (socket) => {
      server.close()
      socket.on('error', () => undefined)
      resolve(tls !== null && session.isDataPrivate ? secure(socket, tls) : socket)
    })
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function transfer(
  session: Session,
  tree: TestTree,
  { die }: Command,
  bytes: Buffer,
): Promise<string | null> {
  const socket = await session.data
  session.offset = 0
  if (socket === null) return '425 no connection'
  session.control.write('150 go on\r\n')
  const { diesAt } = tree
  if (diesAt !== null && session.wasAsked && bytes.length > diesAt) {
    tree.diesAt = null
    socket.write(bytes.subarray(0, diesAt))
    socket.destroy()
    die()
    return null
  }
  const isBroken = new Promise<boolean>((resolve) => {
    socket.once('close', () => resolve(socket.bytesWritten < bytes.length || !socket.writableFinished))
  })
  socket.end(bytes)
  return (await isBroken) ? '426 broken off' : '226 done'
}
