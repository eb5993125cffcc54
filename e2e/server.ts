import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { watchedRoot } from '../server/src/testing/intake/watched-root.ts'
import { patient } from '../server/src/testing/machine/patience.ts'
import { embeddedDatabaseUrl } from '../server/src/testing/ready-video.ts'
import { makeReadyVideos } from './ready-videos.ts'

const START_MS = patient(60_000)

/** The first account, which administers the installation. */
export const administrator = {
  email: 'administrator@example.com',
  password: 'Correct-horse1',
  firstName: 'Meera',
  lastName: 'Nair',
}

export interface Server {
  readonly url: string
  /** Emails are files in its `mail` folder. */
  readonly dataDir: string
  stop(): Promise<void>
}

/** Starts Kinora for the whole run. The returned function stops it. */
export default async function startForAll(): Promise<() => Promise<void>> {
  const server = await startKinora()
  const clips = await mkdtemp(join(tmpdir(), 'kinora-e2e-clips-'))
  process.env.KINORA_TEST_CLIPS = clips
  const stop = async () => {
    await server.stop()
    await rm(clips, { recursive: true, force: true })
  }
  try {
    await prepare(server)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** Creates the initial data, and passes its location to the test processes. */
async function prepare({ url, dataDir }: Server): Promise<void> {
  process.env.KINORA_URL = url
  process.env.KINORA_DATA_DIR = dataDir
  const response = await fetch(`${url}/services/api/v1/users/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  if (!response.ok) throw new Error(`the first account was not made: ${response.status}`)
  process.env.KINORA_DATABASE_URL = await embeddedDatabaseUrl(dataDir)
  process.env.KINORA_READY_VIDEOS = JSON.stringify(await makeReadyVideos(url))
}

/** Starts Kinora like a user, in a separate folder on a free port. */
export async function startKinora(env: Readonly<Record<string, string>> = {}): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-e2e-'))
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server/src/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      RTMP_PORT: '0',
      SRT_PORT: '0',
      WEBRTC_PORT: '0',
      VCONNECT_PORTS: '19710-19809',
      DATA_DIR: dataDir,
      WATCH_ROOTS: watchedRoot(dataDir),
      STORAGE_MIN_FREE_BYTES: '1000000',
      URL_ALLOW_PRIVATE: '127.0.0.0/8',
      // Each journey sends a different client address, so that journeys do not share rate limits.
      TRUST_PROXY: '1',
      // The minimum, because journeys sign up many people.
      PASSWORD_MEMORY_KIB: '8',
      PASSWORD_PASSES: '1',
      PAYMENTS: 'test',
      ...env,
    },
  })
  return {
    url: await addressOf(child),
    dataDir,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function addressOf({ stdout }: { stdout: NodeJS.ReadableStream }): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Kinora did not start')), START_MS)
    let text = ''
    stdout.on('data', (chunk) => {
      text += String(chunk)
      const address = /Kinora is ready at (\S+)/.exec(text)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    })
  })
}
