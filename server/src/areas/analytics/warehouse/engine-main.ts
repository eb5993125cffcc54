import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { startEngineFront } from './engine-front.ts'
import type { EngineMessage, EngineStart } from './engine-process.ts'

/** The process of the embedded warehouse. Its parent sends the settings, and disconnects to stop it, also by ending
 * itself. */

const disconnected = once(process, 'disconnect')
// The parent stops it; a Ctrl-C in a terminal reaches both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
const report = (message: EngineMessage) => void process.send?.(message)

try {
  const [start] = (await once(process, 'message')) as [EngineStart]
  await run(start)
  process.exit(0)
} catch (error) {
  report({ fault: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}

async function run({ folder, secret, memoryBytes }: EngineStart): Promise<void> {
  // Only CommonJS finds the native library beside it.
  const { Session } = createRequire(import.meta.url)('chdb') as typeof import('chdb')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const connectionArgs = [`--max_server_memory_usage=${memoryBytes}`]
  const front = await startEngineFront(() => new Session(folder, { connectionArgs }), secret)
  report({ port: front.port })
  await disconnected
  await front.close()
}
