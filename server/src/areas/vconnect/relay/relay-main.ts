import { systemClock } from '../../../platform/clock.ts'
import { runForked } from '../../../platform/forked.ts'
import { createLog } from '../../../platform/log.ts'
import { openPlatform } from '../../../platform/platform.ts'
import { startRelayNode } from './relay-node.ts'
import type { RelayMessage, RelayStart } from './relay-process.ts'

/** Entry point of the relay process. */

const MAX_CONNECTIONS = 3
const SIGN_MS = 2000

await runForked<RelayStart, RelayMessage>(async ({ config, databaseUrl, tools }, report, disconnected) => {
  await using begun = new AsyncDisposableStack()
  const log = createLog(config.LOG_LEVEL)
  const own = { ...config, DATABASE_POOL_MAX: Math.min(config.DATABASE_POOL_MAX, MAX_CONNECTIONS) }
  const options = { config: own, databaseUrl, log, clock: systemClock, tools }
  const node = await startRelayNode(await openPlatform(options, begun))
  begun.defer(() => node.close())
  report({ id: node.id })
  const signs = setInterval(() => report({ id: node.id }), SIGN_MS)
  begun.defer(() => clearInterval(signs))
  await disconnected
})
