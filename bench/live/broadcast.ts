import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Livestream } from '../../contract/src/index.ts'
import type { Client } from '../../server/src/testing/client.ts'
import { newStream } from '../../server/src/testing/livestreams.ts'
import { until } from '../tools/measure.ts'
import { entriesOf } from '../tools/viewer.ts'

type StreamBody = Parameters<typeof newStream>[1]

/** A stream on air. */
export interface Broadcast {
  readonly stream: Livestream
  readonly encoder: ChildProcess
  /** URL of the multivariant playlist. */
  readonly url: string
  stop(): Promise<void>
}

const POLL_MS = 100

/**
 * Publishes to a new stream by RTMP and waits until it can be watched.
 * @param input arguments of ffmpeg before the output
 * @param write writes frames into ffmpeg's stdin, and returns a function that ends it
 */
export async function goLive(
  owner: Client,
  input: readonly string[],
  body: StreamBody = {},
  write?: (input: NodeJS.WritableStream | null) => () => void,
): Promise<Broadcast> {
  const { id } = await newStream(owner, { reconnectWindowS: 0, ...body })
  // Addresses have the port of the live node, which starts after the server.
  await until(POLL_MS, async () => ((await fetch(new URL('/readyz', owner.url))).ok ? true : null))
  const { streamKey } = await owner.call('getStreamKey', { params: { id } })
  const stream = await owner.call('getLivestream', { params: { id } })
  const args = ['-hide_banner', '-loglevel', 'error', ...input, '-f', 'flv']
  const encoder = spawn('ffmpeg', [...args, `${stream.ingest.rtmp}/${streamKey}`], {
    stdio: [write === undefined ? 'ignore' : 'pipe', 'ignore', 'inherit'],
  })
  const endWriting = write?.(encoder.stdin)
  const url = `${owner.url}/play/${stream.playbackId}.m3u8`
  const stop = async () => {
    endWriting?.()
    const ended = once(encoder, 'exit')
    encoder.kill('SIGKILL')
    await ended
    await owner.call('deleteLivestream', { params: { id } })
  }
  await until(POLL_MS, async () => ((await entriesOf(url)).length > 0 ? true : null))
  return { stream, encoder, url, stop }
}
