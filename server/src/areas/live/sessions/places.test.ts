import type { Livestream } from '@kinora/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openClient, type TestClient } from '../../../platform/transport/rtmp/test-client.ts'
import { type Client, newOwner, whenFound } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { newStream } from '../../../testing/livestreams.ts'
import { eventually } from '../../../testing/machine/eventually.ts'

let kinora: TestKinora
const clients: TestClient[] = []

beforeAll(async () => {
  kinora = await startTestKinora({
    env: { ROLES: 'web,delivery,worker,ingest', LIVE_STREAMS_PER_ENVIRONMENT: '1' },
  })
  await whenFound(`${kinora.url}/readyz`)
})
afterAll(async () => {
  for (const { socket } of clients) socket.destroy()
  await kinora.stop()
})

/** Publishes by RTMP. @returns the code and the description of the answer */
async function publish(owner: Client, { id }: Livestream): Promise<unknown[]> {
  const { ingest } = await owner.call('getLivestream', { params: { id } })
  const { streamKey } = await owner.call('getStreamKey', { params: { id } })
  const client = await openClient(Number(new URL(ingest.rtmp.replace('rtmp:', 'http:')).port))
  clients.push(client)
  client.command('connect', 1, { app: 'live' })
  client.command('publish', 2, null, streamKey, 'live')
  const [, , , information] = await client.answer('onStatus')
  return information instanceof Map ? [information.get('code'), information.get('description')] : []
}

it('an environment with as many streams as it may have leaves the node to the others', async () => {
  const [owner, other] = [await newOwner(kinora.url), await newOwner(kinora.url)]
  const first = await newStream(owner, { reconnectWindowS: 0 })
  const second = await newStream(owner)
  expect(await publish(owner, first)).toContain('NetStream.Publish.Start')
  expect(await publish(owner, second)).toEqual([
    'NetStream.Publish.Denied',
    'Too many live streams of this environment are running. Stop one of them first.',
  ])
  expect(await publish(other, await newStream(other))).toContain('NetStream.Publish.Start')
  await owner.call('stopLivestream', { params: { id: first.id } })
  await eventually(async () => expect(await publish(owner, second)).toContain('NetStream.Publish.Start'))
})
