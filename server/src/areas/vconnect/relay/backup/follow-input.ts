import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { readNode } from '../../../../platform/nodes/read-node.ts'
import { createPayloads } from '../receivers/payloads.ts'
import type { RelayContext } from '../relay-context.ts'
import type { StreamPlace } from '../specs.ts'
import type { FeedListener, Feeds } from './feeds.ts'

const CHECK_MS = 1000
/** Bytes that wait for another node. What comes meanwhile is left out. */
const MOST_WAITING = 16 * 1024 ** 2

type Context = Pick<RelayContext, 'feeds' | 'hasInput' | 'streams'>

/** Follows the stream of one input at a time. */
export interface Follower {
  /** @param input null for none @returns whether it is another one than before */
  follow(input: StreamPlace | null): boolean
}

export function createFollower(context: Context, listener: FeedListener): Follower {
  let followed: string | null = null
  let leave = () => {}
  return {
    follow(input) {
      const id = input?.id ?? null
      if (id === followed) return false
      leave()
      followed = id
      leave = input === null ? () => {} : followInput(input, context, listener)
      return true
    },
  }
}

/** Follows the stream of an input, also on another node. Returns a function that ends it. */
function followInput(
  input: StreamPlace,
  { feeds, hasInput, streams }: Context,
  listener: FeedListener,
): () => void {
  const stop = new AbortController()
  const leave = feeds.listen(input.id, listener)

  async function read(nodeUrl: string): Promise<void> {
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    const push = createPayloads(listener)
    const reading = readNode({
      nodeUrl,
      access: streams.access,
      streamId: input.id,
      kind: 'media',
      onChunk: (chunk) => push(chunk, performance.now() * 1000),
      onClosed: resolve,
    })
    stop.signal.addEventListener('abort', reading.close, { once: true })
    await closed
    stop.signal.removeEventListener('abort', reading.close)
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      const nodeUrl = hasInput(input.id) ? null : await streams.inputNodeOf(input).catch(() => null)
      if (stop.signal.aborted) return
      if (nodeUrl !== null && !hasInput(input.id)) await read(nodeUrl)
      await pause(CHECK_MS, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }

  void run()
  return () => {
    leave()
    stop.abort()
  }
}

/** Sends the stream of an input to another node until it closes. */
export function sendFeed(inputId: string, feeds: Feeds, response: ServerResponse): void {
  response.writeHead(200)
  response.flushHeaders()
  const leave = feeds.listen(inputId, (payload) => {
    if (response.writableLength < MOST_WAITING) response.write(payload)
  })
  response.on('close', leave)
  response.on('error', () => undefined)
}
