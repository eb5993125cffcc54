import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { Livestream } from '../../contract/src/index.ts'
import type { Client } from '../../server/src/testing/client.ts'
import { newStream } from '../../server/src/testing/livestreams.ts'
import { until } from '../tools/measure.ts'
import { entriesOf } from '../tools/viewer.ts'

type StreamBody = Parameters<typeof newStream>[1]

/** Starts to publish. Returns a function that stops it. */
export type Publish = (stream: Livestream, streamKey: string) => Promise<() => Promise<void>>

/** A stream on air. */
export interface Broadcast {
  readonly stream: Livestream
  /** URL of the multivariant playlist. */
  readonly url: string
  stop(): Promise<void>
}

const POLL_MS = 100

/** Publishes to a new stream and waits until it can be watched. */
export async function goLive(owner: Client, publish: Publish, body: StreamBody = {}): Promise<Broadcast> {
  const { id } = await newStream(owner, { reconnectWindowS: 0, ...body })
  // Addresses have the port of the live node, which starts after the server.
  await until(POLL_MS, async () => ((await fetch(new URL('/readyz', owner.url))).ok ? true : null))
  const { streamKey } = await owner.call('getStreamKey', { params: { id } })
  const stream = await owner.call('getLivestream', { params: { id } })
  const stopPublishing = await publish(stream, streamKey)
  const url = `${owner.url}/play/${stream.playbackId}.m3u8`
  const stop = async () => {
    await stopPublishing()
    await owner.call('deleteLivestream', { params: { id } })
  }
  await until(POLL_MS, async () => ((await entriesOf(url)).length > 0 ? true : null))
  return { stream, url, stop }
}

/**
 * Publishes by RTMP with ffmpeg.
 * @param input arguments of ffmpeg before the output
 * @param write writes frames into ffmpeg's stdin, and returns a function that ends it
 */
export function byRtmp(input: readonly string[], write?: (input: Writable | null) => () => void): Publish {
  return async ({ ingest }, streamKey) => {
    const args = ['-hide_banner', '-loglevel', 'error', ...input, '-f', 'flv', `${ingest.rtmp}/${streamKey}`]
    const encoder = spawn('ffmpeg', args, {
      stdio: [write === undefined ? 'ignore' : 'pipe', 'ignore', 'inherit'],
    })
    const endWriting = write?.(encoder.stdin)
    return async () => {
      endWriting?.()
      const ended = once(encoder, 'exit')
      encoder.kill('SIGKILL')
      await ended
    }
  }
}
