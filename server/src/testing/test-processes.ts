import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { allCalls, type Content, type Upload } from '@kinora/contract'
import type { Client } from './client.ts'
import type { TestKinora } from './kinora.ts'
import { patient } from './machine/patience.ts'

const RESTART_MS = 200
const PATIENCE_MS = patient(120_000)

type Beside = Pick<TestKinora, 'databaseUrl' | 'dataDir'>

export interface Processes {
  /** Starts a process of Kinora and restarts it each time it dies, like a service manager. */
  keepRunning(name: string, beside: Beside, env: Readonly<Record<string, string>>): void
  kill(name: string): void
  /** Output of processes that failed by themselves. */
  readonly faults: readonly string[]
  end(): void
}

/** Processes of Kinora that tests can kill. */
export function openProcesses(): Processes {
  let ending = false
  const faults: string[] = []
  const children = new Map<string, ChildProcess>()
  const keepRunning: Processes['keepRunning'] = (name, beside, env) => {
    const child = startProcess(beside, env, { stdio: ['ignore', 'ignore', 'pipe'] })
    children.set(name, child)
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += String(chunk)
    })
    child.on('exit', () => {
      if (/Unhandled|Uncaught|throw er/.test(said)) faults.push(said)
      if (!ending) setTimeout(() => keepRunning(name, beside, env), RESTART_MS)
    })
  }
  return {
    keepRunning,
    kill: (name) => void children.get(name)?.kill('SIGKILL'),
    faults,
    end() {
      ending = true
      for (const child of children.values()) child.kill('SIGKILL')
    },
  }
}

/** Kills the PostgreSQL of a data directory, which Kinora starts again. */
export async function killPostgres(dataDir: string): Promise<void> {
  const path = join(dataDir, 'postgres/cluster/postmaster.pid')
  // The pid is its own; it runs in a user namespace, which shares ours.
  const pid = Number((await readFile(path, 'utf8').catch(() => '')).split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1) return
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  if (command.includes('postgres')) process.kill(pid, 'SIGKILL')
}

/** Retries until it works, like a client while servers restart. */
export async function retryUntilDone<T>(attempt: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > until) throw error
      await pause(250)
    }
  }
}

/**
 * Uploads a file in parts and retries each step until it works.
 * @param anyClient a client of the API; of another process each time, if there are several
 */
export async function insistentUpload(
  anyClient: () => Client,
  bytes: Buffer,
  fileName: string,
): Promise<Content> {
  let key: string = randomUUID()
  const upload = await retryUntilDone(async () => {
    const request = { body: { fileName, fileSize: bytes.length }, headers: { 'idempotency-key': key } }
    const answer = await anyClient().send('POST', allCalls.createUpload.path, request)
    // The process died after it created an upload that nobody knows, which is deleted as abandoned.
    if (answer.status === 409) key = randomUUID()
    if (answer.status !== 201) throw new Error(`no upload was created: ${JSON.stringify(answer.body)}`)
    return answer.body as Upload
  })
  const params = { id: upload.uploadId }
  const parts: { partNumber: number; etag: string }[] = []
  for (let partNumber = 1; partNumber <= upload.partCount; partNumber++) {
    const start = (partNumber - 1) * upload.partSize
    const etag = await retryUntilDone(async () => {
      const who = anyClient()
      const target = await who.call('createPartUrl', { params, body: { partNumber } })
      const body = new Uint8Array(bytes.subarray(start, start + upload.partSize))
      const response = await fetch(new URL(target.url, who.url), { method: 'PUT', body })
      if (!response.ok) throw new Error(`the part answered ${response.status}`)
      return response.headers.get('etag') ?? ''
    })
    parts.push({ partNumber, etag })
  }
  return retryUntilDone(() => anyClient().call('completeUpload', { params, body: { parts } }))
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('there is no free port')
  return address.port
}

/** A separate worker process, which tests can kill. */
export function startWorker(beside: Beside, env: Readonly<Record<string, string>> = {}): ChildProcess {
  return startProcess(beside, { ROLES: 'worker', ...env }, { stdio: 'ignore' })
}

export interface TestServer {
  readonly url: string
  /** The longest turn of its event loop since the last call, in seconds of CPU time. */
  longestTurnS(): Promise<number>
  stop(): Promise<void>
}

/** A separate web server, whose event loop the test does not use. */
export async function startServer(beside: Beside): Promise<TestServer> {
  const meter = join(import.meta.dirname, 'fixtures/turn-meter.ts')
  const child = startProcess(
    beside,
    { ROLES: 'web,delivery', TRUST_PROXY: '1' },
    {
      flags: ['--import', meter],
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    },
  )
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk) => {
      said += String(chunk)
      const [, found] = /ready at (\S+)/.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
    child.once('exit', () => reject(new Error(`the server does not start: ${said}`)))
  })
  return {
    url,
    async longestTurnS() {
      child.send('measure')
      const [turnS] = await once(child, 'message')
      return Number(turnS)
    },
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

function startProcess(
  { databaseUrl, dataDir }: Beside,
  env: Readonly<Record<string, string>>,
  { flags = [], stdio }: { readonly flags?: readonly string[]; readonly stdio: StdioOptions },
): ChildProcess {
  return spawn(process.execPath, [...flags, join(import.meta.dirname, '../main.ts')], {
    stdio,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      RTMP_PORT: '0',
      SRT_PORT: '0',
      WEBRTC_PORT: '0',
      STORAGE_MIN_FREE_BYTES: '1000000',
      URL_ALLOW_PRIVATE: '127.0.0.0/8',
      ...env,
    },
  })
}
