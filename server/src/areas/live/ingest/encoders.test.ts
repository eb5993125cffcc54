import { setTimeout as pause } from 'node:timers/promises'
import type { Livestream } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MESSAGE } from '../../../platform/transport/rtmp/messages.ts'
import { chunk, openClient, type TestClient } from '../../../platform/transport/rtmp/test-client.ts'
import { type Client, newOwner, whenFound } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { newStream } from '../../../testing/livestreams.ts'

let kinora: TestKinora
let owner: Client
const clients: TestClient[] = []

beforeAll(async () => {
  kinora = await startTestKinora({ env: { ROLES: 'web,delivery,worker,ingest' } })
  owner = await newOwner(kinora.url)
  await whenFound(`${kinora.url}/readyz`)
})
afterAll(async () => {
  for (const { socket } of clients) socket.destroy()
  await kinora.stop()
})

const keyOf = async ({ id }: Livestream) => (await owner.call('getStreamKey', { params: { id } })).streamKey
const statusOf = async ({ id }: Livestream) => (await owner.call('getLivestream', { params: { id } })).status
const eventsOf = async ({ id }: Livestream) =>
  (await owner.call('getMonitors', { params: { id } })).events.map(({ type, detail }) => [type, detail])

/** Publishes by RTMP. Returns the client with the code of the answer. */
async function publish(stream: Livestream, streamKey: string) {
  const { ingest } = await owner.call('getLivestream', { params: { id: stream.id } })
  const client = await openClient(Number(new URL(ingest.rtmp.replace('rtmp:', 'http:')).port))
  clients.push(client)
  client.command('connect', 1, { app: 'live' })
  client.command('publish', 2, null, streamKey, 'live')
  const [, , , information] = await client.answer('onStatus')
  return { client, code: information instanceof Map ? information.get('code') : null }
}

const STARTED = 'NetStream.Publish.Start'

describe('WHIP', () => {
  it.each([
    ['PATCH', '/whip/node/session', 'application/trickle-ice-sdpfrag', 'DELETE, OPTIONS'],
    ['PATCH', '/whip/node/session', 'text/plain', 'DELETE, OPTIONS'],
    ['PATCH', '/whip/node/session', 'application/sdp', 'DELETE, OPTIONS'],
    ['PATCH', '/whip/node/session', null, 'DELETE, OPTIONS'],
    ['GET', '/whip/node/session', null, 'DELETE, OPTIONS'],
    ['HEAD', '/whip/node/session', null, 'DELETE, OPTIONS'],
    ['PUT', '/whip/node/session', 'application/sdp', 'DELETE, OPTIONS'],
    ['POST', '/whip/node/session', 'application/sdp', 'DELETE, OPTIONS'],
    ['POST', '/whip/node/session', null, 'DELETE, OPTIONS'],
    ['GET', '/whip', null, 'POST, OPTIONS'],
    ['HEAD', '/whip', null, 'POST, OPTIONS'],
    ['PUT', '/whip', 'application/sdp', 'POST, OPTIONS'],
    ['GET', '/whip/live', null, 'POST, OPTIONS'],
    ['GET', '/whep/playback', null, 'POST, OPTIONS'],
    ['PUT', '/whep/node/session', 'text/plain', 'DELETE, OPTIONS'],
    ['POST', '/whep/node/session', 'application/sdp', 'DELETE, OPTIONS'],
    ['PATCH', '/whep/node/session', 'application/trickle-ice-sdpfrag', 'DELETE, OPTIONS'],
  ])('answers %s %s of type %s with 405 and the allowed methods', async (method, path, type, allow) => {
    const body = type === null ? {} : { body: 'a=ice-ufrag:x', headers: { 'content-type': type } }
    const response = await fetch(`${kinora.url}${path}`, { method, ...body })
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const id = method === 'PATCH' ? 'trickle-not-supported' : 'method-not-allowed'
    if (method !== 'HEAD') expect(await response.text()).toContain(`/problems/${id}"`)
  })
})

describe('offers of a WHIP publisher', () => {
  const offer = (streamKey: string, sdp: string) =>
    fetch(`${kinora.url}/whip`, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp', authorization: `Bearer ${streamKey}` },
      body: sdp,
    }).then(({ status }) => status)

  it('are not limited like guesses if its key is right', async () => {
    const key = await keyOf(await newStream(owner))
    const statuses = new Set<number>()
    for (let n = 0; n < 70; n++) statuses.add(await offer(key, 'v=0'))
    expect([...statuses]).toEqual([400])
  })

  it('say how long they can be', async () => {
    const headers = { 'content-type': 'application/sdp' }
    for (const path of ['/whip', '/whep/playback']) {
      const body = 'x'.repeat(64 * 1024 + 1)
      const answer = await fetch(`${kinora.url}${path}`, { method: 'POST', headers, body })
      const detail = 'A request can have at most 65536 bytes'
      expect([answer.status, await answer.json()]).toEqual([413, expect.objectContaining({ detail })])
    }
  })

  it('are refused after many wrong keys, and taken with a right one', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) statuses.push(await offer(`wrong-${n}`, 'v=0'))
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429])
    expect(await offer(await keyOf(await newStream(owner)), 'v=0')).toBe(400)
  })
})

describe('an encoder', () => {
  it('leaves an idle stream if it leaves before its first frame', async () => {
    const stream = await newStream(owner, { reconnectWindowS: 1800 })
    const key = await keyOf(stream)
    for (let n = 0; n < 2; n++) {
      const { client, code } = await publish(stream, key)
      expect(code).toBe(STARTED)
      expect(await statusOf(stream)).toBe('connecting')
      client.socket.destroy()
      await expect.poll(() => statusOf(stream)).toBe('idle')
    }
  })

  it('is listed with its codec if it is refused', async () => {
    const stream = await newStream(owner)
    const { client } = await publish(stream, await keyOf(stream))
    client.send(chunk(4, MESSAGE.audio, 0, Buffer.from([0x2f, 0, 0])))
    await client.closed
    await expect.poll(() => eventsOf(stream)).toContainEqual(['refused', 'MP3'])
  })

  it('takes over from a connection with its key that sends nothing', async () => {
    const stream = await newStream(owner)
    const key = await keyOf(stream)
    const first = await publish(stream, key)
    expect((await publish(stream, key)).code).toBe('NetStream.Publish.BadName')
    // The silence is measured in real time.
    await pause(2000)
    expect((await publish(stream, key)).code).toBe(STARTED)
    await first.client.closed
  })

  it('is accepted after wrong keys from its address', async () => {
    const stream = await newStream(owner)
    const wrong = (n: number) => `live_${String(n).padStart(43, 'x')}`
    const codes: unknown[] = []
    for (let n = 0; n < 12; n++) codes.push((await publish(stream, wrong(n))).code)
    expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'NetStream.Publish.Unauthorized'))
    expect(codes.slice(10)).toEqual(['NetStream.Publish.Denied', 'NetStream.Publish.Denied'])
    expect((await publish(stream, await keyOf(stream))).code).toBe(STARTED)
  })
})
