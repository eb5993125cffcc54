import { once } from 'node:events'
import { systemClock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { openPlatform } from '../../../platform/platform.ts'
import { startLiveNode } from './live-node.ts'
import type { NodeMessage, NodeStart } from './node-process.ts'

/** The process of a live node. Its parent sends the settings, and disconnects to stop it, also by ending itself. */

const MAX_CONNECTIONS = 4

const disconnected = once(process, 'disconnect')
// The parent stops it; a Ctrl-C in a terminal reaches both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
const report = (message: NodeMessage) => void process.send?.(message)

try {
  const [start] = (await once(process, 'message')) as [NodeStart]
  await run(start)
  process.exit(0)
} catch (error) {
  report({ fault: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}

async function run({ config, databaseUrl }: NodeStart): Promise<void> {
  await using begun = new AsyncDisposableStack()
  const log = createLog(config.LOG_LEVEL)
  const own = { ...config, DATABASE_POOL_MAX: Math.min(config.DATABASE_POOL_MAX, MAX_CONNECTIONS) }
  const options = { config: own, databaseUrl, log, clock: systemClock, tools: undefined }
  const node = await startLiveNode(await openPlatform(options, begun))
  begun.defer(() => node.close())
  report({ id: node.id, rtmpPort: node.rtmpPort, webrtcPort: node.webrtcPort })
  await disconnected
}
