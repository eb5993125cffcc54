import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { serverArgs } from '../../scripts/lib/server.mjs'
import { clusterDirOf } from '../../server/src/platform/postgres/cluster.ts'
import { socketUrl } from '../../server/src/platform/postgres/socket-dir.ts'

/** A production server as its own process, with its own PostgreSQL. */
export interface Kinora {
  readonly url: string
  readonly pid: number
  readonly postgresPid: number
  readonly databaseUrl: string
  stop(): Promise<void>
}

export async function startKinora(dataDir: string): Promise<Kinora> {
  const child = spawn(process.execPath, [...nodeOptions(), ...serverArgs], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      TRUST_PROXY: '1',
      HOST: '127.0.0.1',
      RTMP_PORT: '0',
      SRT_PORT: '0',
      WEBRTC_PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      STORAGE_MIN_FREE_BYTES: '1000000',
      LIVE_STREAMS_PER_ENVIRONMENT: '64',
      URL_ALLOW_PRIVATE: '127.0.0.0/8',
    },
  })
  const url = await addressOf(child)
  const { pid } = child
  if (url === null || pid === undefined) throw new Error('the server did not start')
  return {
    url,
    pid,
    ...(await databaseOf(dataDir)),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Options of Node for the server only, such as `--cpu-prof`. */
function nodeOptions(): string[] {
  return (process.env.KINORA_BENCH_NODE_OPTIONS ?? '').split(' ').filter(Boolean)
}

/** Null if it ends without reporting its address. */
async function addressOf({ stdout }: ChildProcess): Promise<string | null> {
  if (stdout === null) return null
  for await (const line of createInterface({ input: stdout })) {
    const found = /ready at (http\S+)/.exec(line)
    if (found?.[1] !== undefined) return found[1]
  }
  return null
}

/** PostgreSQL writes its location into postmaster.pid: its pid in the first line, the folder of its socket in the
 * fifth. */
async function databaseOf(dataDir: string) {
  const clusterDir = clusterDirOf(await realpath(join(dataDir, 'postgres')))
  const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8')).split('\n')
  return { postgresPid: Number(lines[0]), databaseUrl: socketUrl(lines[4] ?? '', 'kinora') }
}
