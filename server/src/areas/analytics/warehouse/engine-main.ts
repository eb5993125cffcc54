import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { runForked } from '../../../platform/forked.ts'
import { GIB } from '../../../platform/settings.ts'
import { startEngineFront } from './engine-front.ts'
import type { EngineMessage, EngineStart } from './engine-process.ts'

/** The process of the embedded warehouse. */

/** Merges at once, at most one for each GiB of memory: inserts need the rest. */
const MOST_MERGES = 4

await runForked<EngineStart, EngineMessage>(async ({ folder, secret, memoryBytes }, report, disconnected) => {
  // Only the CommonJS build of chdb finds its native library.
  const { Session } = createRequire(import.meta.url)('chdb') as typeof import('chdb')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const connectionArgs = [
    `--max_server_memory_usage=${memoryBytes}`,
    `--background_pool_size=${Math.max(1, Math.min(MOST_MERGES, Math.floor(memoryBytes / GIB)))}`,
    '--background_merges_mutations_concurrency_ratio=1',
  ]
  const front = await startEngineFront(() => new Session(folder, { connectionArgs }), secret)
  report({ port: front.port })
  await disconnected
  await front.close()
}, endNow)

/** Ends the process without the exit handlers of chdb, which can wait for each other forever. The process would keep the
 * folder from its successor. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL')
}
