import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type AccountKind, accountPlace } from '@kinora/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sasOf } from '../../../testing/intake/servers/azure.ts'
import { startFtp } from '../../../testing/intake/servers/ftp.ts'
import {
  azureKey,
  startServer,
  type TestServer,
  testPassword,
  wrongPassword,
} from '../../../testing/intake/servers/servers.ts'
import { newTree } from '../../../testing/intake/servers/tree.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { type FileStore, type FoundFile, type NewFile, type RemoteStore, StoreFault } from './file-store.ts'
import { localStore } from './local-store.ts'
import { openStoreOf } from './open-store.ts'

const run = promisify(execFile)
const rules = { URL_ALLOW_PRIVATE: ['127.0.0.0/8'], OUTGOING_HOSTS: [] }
const kinds = ['s3', 'gcs', 'azure', 'sftp', 'ftp', 'webdav'] as const satisfies readonly AccountKind[]

/** Kinds without folders. */
const objectKinds = ['s3', 'gcs', 'azure'] as const satisfies readonly AccountKind[]

interface Opening {
  readonly secrets?: TestServer['account']['secrets']
  readonly path?: string
  readonly acceptsHostKey?: (fingerprint: string) => Promise<boolean>
  readonly rules?: typeof rules
}

function open({ account }: Pick<TestServer, 'account'>, opening: Opening = {}): Promise<RemoteStore> {
  return openStoreOf(accountPlace.parse(account), {
    secrets: secretsOf(opening.secrets ?? account.secrets),
    rules: opening.rules ?? rules,
    path: opening.path ?? '',
    signal: new AbortController().signal,
    acceptsHostKey: opening.acceptsHostKey ?? (async () => true),
  })
}

function secretsOf(given: TestServer['account']['secrets']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given ?? { password: testPassword }).map(([name, value]) => [name, String(value)]),
  )
}

async function listed(store: FileStore, isRecursive = true): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  for await (const files of store.list(isRecursive)) found.push(...files)
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

async function bytesOf(store: FileStore, file: FoundFile): Promise<Buffer> {
  await using source = await store.open(file)
  await source.facts()
  const chunks: Uint8Array[] = []
  for await (const bytes of source.stream()) chunks.push(bytes)
  return Buffer.concat(chunks)
}

async function faultOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof StoreFault) return error.fault
  throw new Error('no fault', { cause: error })
}

/** Lists the top, and returns why it fails. */
const faultOfList = (server: TestServer, opening: Opening) =>
  faultOf(
    (async () => {
      await using store = await open(server, opening)
      await listed(store)
    })(),
  )

const large = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * 7) % 251))

describe.each(kinds)('a folder by %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(kind)
  })
  afterAll(() => server.die())
  afterEach(() => {
    server.tree.files.clear()
    server.tree.folders.clear()
  })

  it('lists files below it, without those that were moved and hidden folders', async () => {
    const { tree } = server
    for (const path of [
      'in/a.mp4',
      'in/day 1/ü & #1?.mp4',
      'in/.hidden/x.mp4',
      'in/Ingested/old.mp4',
      'out.mp4',
    ])
      tree.put(path, Buffer.from(path))
    await using store = await open(server, { path: 'in' })
    expect((await listed(store)).map(({ path, size }) => [path, size])).toEqual([
      ['a.mp4', 8],
      ['day 1/ü & #1?.mp4', Buffer.byteLength('in/day 1/ü & #1?.mp4')],
    ])
    expect((await listed(store, false)).map(({ path }) => path)).toEqual(['a.mp4'])
  })

  it('says the same of a file in a list and alone', async () => {
    server.tree.put('a.mp4', large)
    await using store = await open(server)
    const [file] = await listed(store)
    const { path: _path, ...facts } = file ?? expect.fail()
    expect(facts.size).toBe(large.length)
    expect(await store.factsOf('a.mp4')).toEqual(facts)
    expect(await store.factsOf('b.mp4')).toBeNull()
    await using source = await store.open(file ?? expect.fail())
    expect(await source.facts()).toEqual(facts)
  })

  it('reads whole files and parts of them, also several at once', async () => {
    server.tree.put('day 1/a.mp4', large)
    await using store = await open(server)
    const [file] = await listed(store)
    if (file === undefined) return expect.fail()
    expect((await bytesOf(store, file)).equals(large)).toBe(true)
    await using source = await store.open(file)
    const ranges = [
      [0, 16],
      [100_000, 4096],
      [large.length - 10, 10],
      [large.length - 4, 100],
    ] as const
    const read = await Promise.all(ranges.map(([at, length]) => source.readAt(at, length)))
    for (const [n, [at, length]] of ranges.entries())
      expect(read[n]?.equals(large.subarray(at, at + length))).toBe(true)
    expect((await bytesOf(store, file)).equals(large)).toBe(true)
  })

  it('moves a file once, overwrites none, and deletes', async () => {
    const { tree } = server
    for (const path of ['a.mp4', 'b.mp4', 'Ingested/b.mp4']) tree.put(path, Buffer.from(path))
    await using store = await open(server)
    const [a, b] = await listed(store)
    if (a === undefined || b === undefined) return expect.fail()
    expect(await store.move(a, 'Ingested/a.mp4')).toBe(true)
    expect(await store.move(b, 'Ingested/b.mp4')).toBe(false)
    await store.remove(b)
    expect([...tree.files.keys()].sort()).toEqual(['Ingested/a.mp4', 'Ingested/b.mp4'])
    expect(tree.files.get('Ingested/a.mp4')?.bytes.toString()).toBe('a.mp4')
    expect(tree.files.get('Ingested/b.mp4')?.bytes.toString()).toBe('Ingested/b.mp4')
  })

  it('writes a small file', async () => {
    await using store = await open(server)
    await store.write('.test', Buffer.from('hello'))
    expect(server.tree.files.get('.test')?.bytes.toString()).toBe('hello')
  })

  it('lists thousands of files', async () => {
    for (let n = 0; n < 2500; n += 1) server.tree.put(`f${n}.mp4`, Buffer.from(String(n)))
    await using store = await open(server)
    expect(await listed(store)).toHaveLength(2500)
  })

  it('names a wrong password, a private address and a server that is away', async () => {
    server.tree.put('a.mp4', large)
    expect(await faultOfList(server, { secrets: server.wrongSecrets ?? wrongPassword })).toBe('sign-in')
    expect(await faultOfList(server, { rules: { ...rules, URL_ALLOW_PRIVATE: [] } })).toBe('address')
    await server.die()
    try {
      expect(await faultOfList(server, {})).toBe('no-answer')
    } finally {
      await server.revive()
    }
  })

  it(
    'says that a connection broke off in the middle',
    async () => {
      server.tree.put('a.mp4', large)
      await using store = await open(server)
      const [file] = await listed(store)
      server.tree.diesAt = 65_536
      expect(await faultOf(bytesOf(store, file ?? expect.fail()))).toBe('no-answer')
      await server.revive()
    },
    patient(20_000),
  )

  if (!objectKinds.some((each) => each === kind))
    it('says that a folder is missing', async () => {
      expect(await faultOfList(server, { path: 'nowhere' })).toBe('missing')
    })
})

/** @param failsAt the byte after which it cannot be read */
function newFile(bytes: Buffer, failsAt = Number.POSITIVE_INFINITY): NewFile {
  return {
    size: bytes.length,
    type: 'video/mp4',
    async read(start, end) {
      if (end > failsAt) throw new Error('the disk is gone')
      return bytes.subarray(start, end)
    },
  }
}

describe.each(kinds)('a file that is written by %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(kind)
  })
  afterAll(() => server.die())
  afterEach(() => {
    server.tree.files.clear()
    server.tree.folders.clear()
  })

  it('is whole, in folders that were missing, and never replaces another', async () => {
    await using store = await open(server)
    const path = 'a/b c/film é.mp4'
    expect(await store.put(path, newFile(large))).toBe(true)
    expect([...server.tree.files.keys()]).toEqual([path])
    expect(server.tree.files.get(path)?.bytes.equals(large)).toBe(true)
    expect(await store.put(path, newFile(Buffer.from('another')))).toBe(false)
    expect(server.tree.files.get(path)?.bytes.equals(large)).toBe(true)
  })

  it('has its name only when it is whole', async () => {
    await using store = await open(server)
    await expect(store.put('in/film.mp4', newFile(large, 1000))).rejects.toThrow('the disk is gone')
    expect(server.tree.files.has('in/film.mp4')).toBe(false)
    // What is left does not hinder the next attempt.
    await using next = await open(server)
    expect(await next.put('in/film.mp4', newFile(large))).toBe(true)
    expect([...server.tree.files.keys()]).toEqual(['in/film.mp4'])
  })
})

describe.each(objectKinds)('a large file that is written by %s', (kind) => {
  const parts = Buffer.alloc(16 * 1024 ** 2 + 5, 'part')

  it('goes in parts, and all or nothing appears', async () => {
    const server = await startServer(kind)
    await using store = await open(server)
    expect(await store.put('film.mp4', newFile(parts))).toBe(true)
    expect(server.tree.files.get('film.mp4')?.bytes.equals(parts)).toBe(true)
    await expect(store.put('other.mp4', newFile(parts, 16 * 1024 ** 2))).rejects.toThrow('the disk is gone')
    expect([...server.tree.files.keys()]).toEqual(['film.mp4'])
    if (kind === 's3') expect(server.tree.requests).toContain('AbortMultipartUpload')
    await server.die()
  })
})

describe.each(objectKinds)('objects by %s', (kind) => {
  it('passes over moved files without listing all of them', async () => {
    const server = await startServer(kind)
    for (let n = 0; n < 5000; n += 1) server.tree.put(`in/Ingested/${n}.mp4`, Buffer.alloc(1))
    server.tree.put('in/later.mp4', Buffer.alloc(1))
    await using store = await open(server, { path: 'in' })
    expect((await listed(store)).map(({ path }) => path)).toEqual(['later.mp4'])
    if (kind !== 'azure') expect(server.tree.requests.length).toBeLessThanOrEqual(3)
    await server.die()
  })

  it('reads and deletes no bytes of another version', async () => {
    const server = await startServer(kind)
    server.tree.put('a.mp4', Buffer.from('one'))
    await using store = await open(server)
    const [file] = await listed(store)
    server.tree.put('a.mp4', Buffer.from('two'))
    expect(await faultOf(bytesOf(store, file ?? expect.fail()))).toBe('changed')
    await store.remove(file ?? expect.fail()).catch(() => undefined)
    expect(await store.move(file ?? expect.fail(), 'b.mp4').catch(() => false)).toBe(false)
    expect([...server.tree.files.keys()]).toEqual(['a.mp4'])
    await server.die()
  })

  it('finishes a move that was killed between copying and deleting', async () => {
    const server = await startServer(kind)
    server.tree.put('a.mp4', Buffer.from('same'))
    await using store = await open(server)
    const [file] = await listed(store)
    const before = server.tree.files.get('a.mp4')
    expect(await store.move(file ?? expect.fail(), 'Ingested/a.mp4')).toBe(true)
    server.tree.files.set('a.mp4', before ?? expect.fail())
    expect(await store.move(file ?? expect.fail(), 'Ingested/a.mp4')).toBe(true)
    expect([...server.tree.files.keys()]).toEqual(['Ingested/a.mp4'])
    await server.die()
  })
})

describe('Azure', () => {
  it('signs in by a shared access signature too, also for copies', async () => {
    const server = await startServer('azure')
    server.tree.put('in/ü & #1?.mp4', large)
    await using store = await open(server, { path: 'in', secrets: { sasToken: `?${sasOf(azureKey)}` } })
    const [file] = await listed(store)
    expect((await bytesOf(store, file ?? expect.fail())).equals(large)).toBe(true)
    expect(await store.move(file ?? expect.fail(), 'Ingested/a.mp4')).toBe(true)
    expect([...server.tree.files.keys()]).toEqual(['in/Ingested/a.mp4'])
    const refused = sasOf(Buffer.from('another').toString('base64'))
    expect(await faultOfList(server, { secrets: { sasToken: refused } })).toBe('sign-in')
    await server.die()
  })
})

describe('SFTP', () => {
  it('follows no link out of the folder of the account, and reads no link', async () => {
    const server = await startServer('sftp')
    const { tree } = server
    for (const path of ['base/in/a.mp4', 'base/other/b.mp4', 'secret/c.mp4']) tree.put(path, large)
    tree.links.set('base/out', '/secret')
    tree.links.set('base/inside', '/base/other')
    tree.links.set('base/in/a.mp4', '/secret/c.mp4')
    const settings = { ...server.account.settings, folder: '/base' }
    const account = { ...server.account, settings } as TestServer['account']
    expect(await faultOf(open({ account }, { path: 'out' }))).toBe('outside')
    await using inside = await open({ account }, { path: 'inside' })
    expect((await listed(inside)).map(({ path }) => path)).toEqual(['b.mp4'])
    await using store = await open({ account }, { path: 'in' })
    const [file] = await listed(store)
    expect(await faultOf(store.open(file ?? expect.fail()))).toBe('no-file')
    await server.die()
  })

  it('writes through no link out of the folder of the account', async () => {
    const server = await startServer('sftp')
    server.tree.put('base/in/a.mp4', large)
    server.tree.put('secret/c.mp4', large)
    server.tree.links.set('base/out', '/secret')
    server.tree.folders.add('base/out')
    const settings = { ...server.account.settings, folder: '/base' }
    await using store = await open({ account: { ...server.account, settings } as TestServer['account'] })
    expect(await faultOf(store.put('out/film.mp4', newFile(large)))).toBe('outside')
    expect([...server.tree.files.keys()]).toEqual(['base/in/a.mp4', 'secret/c.mp4'])
    await server.die()
  })

  it('stops if the server has another key', async () => {
    const server = await startServer('sftp')
    const seen: string[] = []
    const acceptsHostKey = async (fingerprint: string) => {
      seen.push(fingerprint)
      return fingerprint === seen[0]
    }
    await (await open(server, { acceptsHostKey }))[Symbol.asyncDispose]()
    server.changeKey?.()
    expect(await faultOf(open(server, { acceptsHostKey }))).toBe('host-key')
    expect(seen[0]).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
    await server.die()
  })
})

describe('FTPS', () => {
  it('checks the certificate before it sends the password, and encrypts files too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-ftps-'))
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    await run('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...subject])
    const tree = newTree()
    const ca = await readFile(cert, 'utf8')
    const listener = await startFtp(tree, testPassword, { cert: ca, key: await readFile(key, 'utf8') })
    const accountWith = (trusted: string | null) => ({
      account: {
        name: 'FTPS',
        kind: 'ftps' as const,
        settings: { host: '127.0.0.1', port: listener.port, user: 'kinora', ca: trusted },
      },
    })
    tree.put('a.mp4', large)
    expect(await faultOf(open(accountWith(null)))).toBe('certificate')
    expect(tree.requests).not.toContain('PASS')
    await using store = await open(accountWith(ca))
    const [file] = await listed(store)
    expect((await bytesOf(store, file ?? expect.fail())).equals(large)).toBe(true)
    await using source = await store.open(file ?? expect.fail())
    expect((await source.readAt(5000, 16)).equals(large.subarray(5000, 5016))).toBe(true)
    await store.write('b.mp4', Buffer.from('b'))
    expect(tree.files.get('b.mp4')?.bytes.toString()).toBe('b')
    expect(tree.requests).toContain('PROT')
    await listener.die()
    await rm(folder, { recursive: true })
  })
})

describe('a folder of the server itself', () => {
  it('moves no file out of its root', async () => {
    const root = await mkdtemp(join(tmpdir(), 'kinora-store-'))
    await mkdir(join(root, 'in'))
    await using store = localStore({ root, path: 'in' })
    await store.write('a.mp4', Buffer.from('a'))
    const [file] = await listed(store)
    if (file === undefined) return expect.fail()
    expect(await faultOf(store.move(file, '../../out/a.mp4'))).toBe('outside')
    expect(await faultOf(store.open({ ...file, path: '../../etc/passwd' }))).toMatch(/outside|missing/)
    expect(await store.move(file, 'Ingested/a.mp4')).toBe(true)
    expect(await store.factsOf('a.mp4')).toBeNull()
    await rm(root, { recursive: true })
  })
})
