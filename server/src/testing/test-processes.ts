import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { allCalls, type Content, type Upload } from '@kinora/contract'
import type { Client } from './client.ts'

const RESTART_MS = 200
const PATIENCE_MS = 120_000

export interface Processes {
  /** Starts a process of Kinora and restarts it each time it dies, like a service manager. */
  keepRunning(name: string, env: Readonly<Record<string, string>>): void
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
  const keepRunning = (name: string, env: Readonly<Record<string, string>>) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, STORAGE_MIN_FREE_BYTES: '1000000', ...env },
    })
    children.set(name, child)
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += String(chunk)
    })
    child.on('exit', () => {
      if (/Unhandled|Uncaught|throw er/.test(said)) faults.push(said)
      if (!ending) setTimeout(() => keepRunning(name, env), RESTART_MS)
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
