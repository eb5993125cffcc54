import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Client } from '../../server/src/testing/client.ts'
import { makeClip, pattern } from '../../server/src/testing/clips.ts'
import { offerPeer } from '../../server/src/testing/live/rtc-peer.ts'
import type { Bench } from '../tools/bench.ts'
import { contestRow } from '../tools/contest.ts'
import { floodFrom } from '../tools/flood.ts'
import type { Row } from '../tools/table.ts'
import { sendParts } from '../tools/upload.ts'
import { whenSettled } from '../tools/viewer.ts'
import { type Broadcast, byRtmp, goLive } from './broadcast.ts'

/** Starts of a stream that are measured; each takes seconds. */
const STARTS = 7
/** Streams that an environment may have on air at once by default, on one live node. */
const STREAMS = 4 * availableParallelism()

const cameraArgs = ['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p']
const mediaArgs = ['-bf', '0', '-g', '50', '-sc_threshold', '0', '-c:a', 'aac', '-ar', '48000']

/** How long a tenant waits for a live stream or a WebRTC viewer while another one has as many as it may. */
export async function liveContests({ folder, owner }: Bench, other: Client): Promise<Row[]> {
  const clip = await makeClip(
    join(folder, 'fair.mp4'),
    ...pattern(20, '426x240', 25),
    ...cameraArgs,
    ...mediaArgs,
  )
  const [busyVideo, video] = [await videoOf(owner, clip), await videoOf(other, clip)]
  const push = byRtmp(['-re', '-stream_loop', '-1', '-i', clip, '-c', 'copy'])
  const pushed = (client: Client) => goLive(client, push)
  const realtime = (client: Client) => goLive(client, push, { latencyMode: 'realtime' })
  const looped = (client: Client, contentId: string) =>
    goLive(client, async () => async () => undefined, { source: { type: 'file', contentId } })
  const watched = await realtime(other)
  const busyWatched = await realtime(owner)
  const { sdp, close } = await offerPeer('receives')
  const offer = async ({ stream }: Broadcast, n: number) => {
    const response = await fetch(`${owner.url}/whep/${stream.playbackId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp', 'x-forwarded-for': `10.8.${(n >> 8) % 256}.${n % 256}` },
      body: sdp,
    })
    const answer = await response.text()
    if (response.status !== 201) throw new Error(`the viewer was refused: ${answer}`)
    await fetch(response.headers.get('location') ?? '', { method: 'DELETE' })
  }
  const rows = [
    await contestRow({
      what: 'an answer to a WebRTC viewer',
      flood: () =>
        floodFrom([
          {
            url: `${owner.url}/whep/${busyWatched.stream.playbackId}`,
            method: 'POST',
            headers: { 'content-type': 'application/sdp', 'x-forwarded-for': '10.9.{n}.1' },
            body: sdp,
            ends: true,
          },
        ]),
      ask: (n) => offer(watched, n),
    }),
  ]
  close()
  await watched.stop()
  await busyWatched.stop()
  rows.push(
    await contestRow({
      what: 'a live stream from an encoder to its first segment',
      beside: `${STREAMS} streams of another tenant`,
      flood: () => many(() => pushed(owner)),
      ask: () => pushed(other).then((live) => live.stop()),
      count: STARTS,
    }),
    await contestRow({
      what: 'a live stream from a video to its first segment',
      beside: `${STREAMS} streams of another tenant`,
      flood: () => many(() => looped(owner, busyVideo)),
      ask: () => looped(other, video).then((live) => live.stop()),
      count: STARTS,
    }),
  )
  return rows
}

/** Has as many streams on air as one environment may. @returns stops them */
async function many(start: () => Promise<Broadcast>): Promise<() => Promise<void>> {
  const lives = await Promise.all(Array.from({ length: STREAMS }, start))
  return async () => {
    for (const live of lives) await live.stop()
  }
}

/** @returns the ID of a video that is ready */
async function videoOf(client: Client, clip: string): Promise<string> {
  const { complete } = await sendParts(client, clip)
  const { id } = await complete()
  await whenSettled(client, id)
  return id
}
