import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { previewKinds } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, client, newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { watchWall } from '../../../testing/live/wall-viewer.ts'
import { newStream } from '../../../testing/livestreams.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { startServer } from '../../../testing/test-processes.ts'
import { openTileSources } from '../tiles/tile-sources.ts'
import { sendWall } from './wall-response.ts'

/** Servers wait so long for connections that do not end by themselves. */
const DRAIN_MS = 3000

let kinora: TestKinora
let owner: Client

beforeAll(async () => {
  kinora = await startTestKinora()
  owner = await newOwner(kinora.url)
})
afterAll(() => kinora.stop())

describe('a server that stops', () => {
  it('ends walls at once', async () => {
    const { id } = await newStream(owner)
    const server = await startServer(kinora)
    const viewer = client(server.url, owner.token, owner.organizationId, owner.environmentId)
    const walls = [await watchWall(viewer, [id]), await watchWall(viewer, [id], 'none')]
    for (const wall of walls) await eventually(() => expect(wall.state(0)).toBeTruthy())
    const startedMs = performance.now()
    const stopped = server.stop()
    for (const wall of walls) await eventually(() => expect(wall.isClosed()).toBe(true))
    const closedMs = performance.now() - startedMs
    await stopped
    expect(closedMs).toBeLessThan(patient(1000))
    expect(performance.now() - startedMs).toBeLessThan(patient(DRAIN_MS - 500))
  })

  it('does not wait for a client that reads nothing', async () => {
    const sources = openTileSources()
    sources.add({
      kind: 'livestream',
      right: ['Livestreams', 'Livestream', 'read'],
      list: async () => ({ items: [], pageNum: 1, pageSize: 1, totalItems: 0 }),
      watch(_environmentId, [id = ''], { frame }) {
        const data = new Uint8Array(256 * 1024)
        const send = () => frame(id, { tile: 0, kind: previewKinds.key, timeMs: 0, data })
        const timer = setInterval(send, 5)
        return { close: () => clearInterval(timer) }
      },
    })
    const images = { watch: () => ({ close: () => undefined }), close: async () => undefined }
    const walls: ReturnType<typeof sendWall>[] = []
    let unsent = () => 0
    const server: Server = createServer((_request, response) => {
      response.writeHead(200)
      unsent = () => response.writableLength
      const tiles = [{ kind: 'livestream', id: 'a' }]
      const request = { environmentId: 'e', tiles, shown: new Set(['livestream']), motion: 'full' } as const
      walls.push(sendWall(response, request, { sources, images }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const request = get({ port: (server.address() as AddressInfo).port }, (response) => response.pause())
    request.on('error', () => undefined)
    await eventually(() => expect(unsent()).toBeGreaterThan(100_000))
    const startedMs = performance.now()
    const closed = new Promise((resolve) => server.close(resolve))
    for (const wall of walls) wall.close()
    await closed
    expect(performance.now() - startedMs).toBeLessThan(patient(500))
  })
})
