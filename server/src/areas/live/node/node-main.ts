import { once } from 'node:events'
import { systemClock } from '../../../platform/clock.ts'
import { runForked } from '../../../platform/forked.ts'
import { createLog } from '../../../platform/log.ts'
import { openPlatform } from '../../../platform/platform.ts'
import { startLiveNode } from './live-node.ts'
import { type NodeMessage, type NodeStart, SIGN_OF_LIFE_MS } from './node-process.ts'

/** Entry point of the live node process. */

const MAX_CONNECTIONS = 4

await runForked<NodeStart, NodeMessage>(async ({ config, databaseUrl, tools }, report, disconnected) => {
  await using begun = new AsyncDisposableStack()
  const log = createLog(config.LOG_LEVEL)
  const own = { ...config, DATABASE_POOL_MAX: Math.min(config.DATABASE_POOL_MAX, MAX_CONNECTIONS) }
  const options = { config: own, databaseUrl, log, clock: systemClock, tools }
  const platform = await openPlatform(options, begun)
  report({ isReady: true })
  const signs = setInterval(() => report({ failing: platform.ffmpeg.failing() }), SIGN_OF_LIFE_MS)
  begun.defer(() => clearInterval(signs))
  // The parent sends a second message when the node is needed.
  if ((await Promise.race([once(process, 'message'), disconnected.then(() => null)])) === null) return
  const node = await startLiveNode(platform)
  begun.defer(() => node.close())
  report({ id: node.id, rtmpPort: node.rtmpPort, webrtc: node.webrtc })
  await disconnected
})
