import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Content } from '@kinora/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from './platform/config.ts'
import { type DatabaseSource, databaseSource } from './platform/database/embedded-database.ts'
import { createLog } from './platform/log.ts'
import { type Client, isSettled, newOwner } from './testing/client.ts'
import { h264, makeClip, pattern } from './testing/clips.ts'

const KILLS = 20
const PATIENCE_MS = 420_000

type Victim = 'web' | 'worker' | 'postgres'

let folder: string
let database: DatabaseSource
let port: number
let ending = false
/** Output of processes that failed by themselves. */
const faults: string[] = []
const children = new Map<'web' | 'worker', ChildProcess>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-crash-'))
  database = await databaseSource(readConfig({ DATA_DIR: folder }), createLog('fatal'))
  port = await freePort()
  keepRunning('web')
  keepRunning('worker')
})
afterAll(async () => {
  ending = true
  for (const child of children.values()) child.kill('SIGKILL')
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Starts a process of Kinora and restarts it each time it dies, like a service manager. */
function keepRunning(name: 'web' | 'worker'): void {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      PORT: name === 'web' ? String(port) : '0',
      ROLES: name === 'web' ? 'web,delivery' : 'worker',
      STORAGE_MIN_FREE_BYTES: '1000000',
    },
  })
  children.set(name, child)
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += String(chunk)
  })
  child.on('exit', () => {
    if (/Unhandled|Uncaught|throw er/.test(said)) faults.push(said)
    if (!ending) setTimeout(() => keepRunning(name), 200)
  })
}

async function kill(victim: Victim): Promise<void> {
  if (victim !== 'postgres') {
    children.get(victim)?.kill('SIGKILL')
    return
  }
  const pidFile = await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => '')
  const pid = await pidOutside(Number(pidFile.split('\n')[0]))
  if (pid !== null) process.kill(pid, 'SIGKILL')
}

/** The postmaster's own pid; it runs in a user namespace, which shares ours. */
async function pidOutside(pid: number): Promise<number | null> {
  if (!Number.isInteger(pid) || pid <= 1) return null
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes('postgres') ? pid : null
}

/** Retries until it works, like a client while servers restart. */
async function retryUntilDone<T>(attempt: () => Promise<T>): Promise<T> {
  const until = performance.now() + 120_000
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > until) throw error
      await pause(250)
    }
  }
}

async function insistentUpload(who: Client, bytes: Buffer, fileName: string): Promise<Content> {
  const upload = await retryUntilDone(() =>
    who.call('createUpload', { body: { fileName, fileSize: bytes.length } }),
  )
  const params = { id: upload.uploadId }
  const parts: { partNumber: number; etag: string }[] = []
  for (let partNumber = 1; partNumber <= upload.partCount; partNumber++) {
    const start = (partNumber - 1) * upload.partSize
    const etag = await retryUntilDone(async () => {
      const target = await who.call('createPartUrl', { params, body: { partNumber } })
      const body = new Uint8Array(bytes.subarray(start, start + upload.partSize))
      const response = await fetch(new URL(target.url, who.url), { method: 'PUT', body })
      if (!response.ok) throw new Error(`the part answered ${response.status}`)
      return response.headers.get('etag') ?? ''
    })
    parts.push({ partNumber, etag })
  }
  return retryUntilDone(() => who.call('completeUpload', { params, body: { parts } }))
}

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

it(
  'loses nothing and leaves nothing stuck when processes and the database are killed at any point',
  async () => {
    const path = await makeClip(join(folder, 'clip.mp4'), ...pattern(6, '640x360'), ...h264, '-c:a', 'aac')
    const clip = await readFile(path)
    // Padding that ffmpeg ignores, so that the upload has several parts.
    const padding = Buffer.alloc(36 * 1024 ** 2)
    padding.writeUInt32BE(padding.length, 0)
    padding.write('free', 4)
    const file = Buffer.concat([clip, padding])
    const owner = await retryUntilDone(() =>
      newOwner(`http://127.0.0.1:${port}`, { email: `crash-${Date.now()}@example.com` }),
    )

    let killing = true
    const victims: Victim[] = []
    const killer = (async () => {
      const order: Victim[] = ['worker', 'web', 'postgres']
      for (let n = 0; n < KILLS; n++) {
        await pause(200 + Math.random() * 1600)
        const victim = order[Math.floor(Math.random() * order.length)] ?? 'web'
        victims.push(victim)
        await kill(victim)
      }
      killing = false
    })()

    const uploaded: Content[] = []
    for (let n = 0; killing || uploaded.length < 3; n++)
      uploaded.push(await insistentUpload(owner, file, `file-${n}.mp4`))
    await killer
    expect(faults).toEqual([])

    for (const { id } of uploaded) {
      const until = performance.now() + PATIENCE_MS
      for (;;) {
        const content = await retryUntilDone(() => owner.call('getContent', { params: { id } }))
        if (content.status === 'ready' && isSettled(content)) {
          expect(content.renditions.map(({ status }) => status)).toEqual(['ready', 'ready', 'ready'])
          break
        }
        if (performance.now() > until)
          throw new Error(`stuck after ${victims.join(', ')}: ${JSON.stringify(content)}`)
        await pause(500)
      }
      const stored = await readFile(join(folder, 'storage/objects/contents', id, 'source'))
      expect(sha(stored)).toBe(sha(file))
    }
  },
  PATIENCE_MS + 120_000,
)

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('there is no free port')
  return address.port
}
