import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestKinora } from './kinora.ts'

type Beside = Pick<TestKinora, 'databaseUrl' | 'dataDir'>

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
      STORAGE_MIN_FREE_BYTES: '1000000',
      URL_ALLOW_PRIVATE: '127.0.0.0/8',
      ...env,
    },
  })
}
