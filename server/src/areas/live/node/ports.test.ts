import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { countAttempts } from '../../../platform/transport/attempts.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { listenOn } from '../ingest/listen.ts'
import { startRtmpServer } from '../ingest/rtmp/server.ts'
import { startSrtServer } from '../ingest/srt/server.ts'
import { testIngest } from '../ingest/test-publish.ts'

const host = '127.0.0.1'
let tcp: Server
let udp: Socket
let kinora: TestKinora | null = null

beforeAll(async () => {
  tcp = createServer().listen(0, host)
  udp = createSocket('udp4').bind(0, host)
  await Promise.all([once(tcp, 'listening'), once(udp, 'listening')])
})
afterAll(async () => {
  tcp.close()
  udp.close()
  await kinora?.stop()
})

const tcpPort = () => (tcp.address() as AddressInfo).port
const { onPublish } = testIngest([])
const common = { host, onPublish, log: createLog('silent') }

it.each([
  ['RTMP', 'RTMP_PORT', () => tcpPort(), (port: number) => startRtmpServer({ ...common, port })],
  [
    'SRT',
    'SRT_PORT',
    () => udp.address().port,
    (port: number) =>
      startSrtServer({
        ...common,
        port,
        attempts: countAttempts(systemClock),
        passphraseOf: async () => null,
      }),
  ],
])('says which port of %s is taken, and the setting to change', async (protocol, setting, portOf, start) => {
  const port = portOf()
  await expect(listenOn({ protocol, setting, port }, () => start(port))).rejects.toThrow(
    `Port ${port} for ${protocol} is taken. Stop what uses it, or start with ${setting}=another.`,
  )
})

it('says in its readiness which port is taken, and starts when it is free', async () => {
  const [rtmp, webrtc] = [tcpPort(), udp.address().port]
  kinora = await startTestKinora({
    env: { ROLES: 'web,ingest', RTMP_PORT: String(rtmp), WEBRTC_PORT: String(webrtc) },
  })
  const noteOf = async () => {
    const { checks } = (await (await fetch(`${kinora?.url}/readyz`)).json()) as {
      checks: { live: { note: string } }
    }
    return checks.live.note
  }
  const taken = (port: number, name: string, setting: string) =>
    `Port ${port} for ${name} is taken. Stop what uses it, or start with ${setting}=another.`
  await expect.poll(noteOf).toBe(taken(rtmp, 'RTMP', 'RTMP_PORT'))
  tcp.close()
  await expect.poll(noteOf).toBe(`RTMP on port ${rtmp}, no WebRTC: ${taken(webrtc, 'WebRTC', 'WEBRTC_PORT')}`)
})
