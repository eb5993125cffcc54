import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const START_MS = 60_000

/** Starts Kinora as a person would, in a folder of its own on a free port; what it answers ends it again. */
export default async function startKinora(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-e2e-'))
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server/src/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      STORAGE_MIN_FREE_BYTES: '1000000',
      URL_ALLOW_PRIVATE: '127.0.0.0/8',
    },
  })
  process.env.KINORA_URL = await addressOf(child)
  process.env.KINORA_DATA_DIR = dataDir
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
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
