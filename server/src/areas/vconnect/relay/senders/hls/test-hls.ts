import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Client } from '../../../../../testing/client.ts'
import { newDestination, newInput } from '../../../../../testing/live/connectors.ts'
import { freeUdpPort } from '../../../../../testing/live/free-udp-port.ts'
import { startHlsOrigin } from '../../../../../testing/live/hls-origin.ts'
import { sendWritten, writtenTracks } from '../../../../../testing/live/written-stream.ts'
import { eventually } from '../../../../../testing/machine/eventually.ts'

const CREDENTIALS = 'partner:correct-horse'

/** Tests of HLS on a Kinora that runs. @param place called when a test begins */
export function testHls(place: () => { readonly owner: Client }): void {
  let owner: Client
  const closing: (() => unknown)[] = []
  beforeEach(() => {
    ;({ owner } = place())
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  it('is sending while a web server acknowledges it, and shows no credentials', async () => {
    const origin = await startHlsOrigin(`Basic ${Buffer.from(CREDENTIALS).toString('base64')}`)
    closing.push(origin.close)
    const port = await freeUdpPort()
    const input = await newInput(owner, { kind: 'udp', address: `udp://127.0.0.1:${port}` })
    closing.push(sendWritten(port, Object.values(writtenTracks)).stop)
    const address = `http://127.0.0.1:${origin.port}/live/`
    const destination = await newDestination(owner, { kind: 'hls', address, streamId: CREDENTIALS })
    expect(destination).toMatchObject({ kind: 'hls', address, hasStreamId: true })
    const body = { inputId: input.id, destinationId: destination.id }
    const { id } = await owner.call('createVconnectConnect', { body })
    const now = () => owner.call('getVconnectConnect', { params: { id } })
    await eventually(async () =>
      expect(await now()).toMatchObject({ state: 'sending', peer: `127.0.0.1:${origin.port}` }),
    )
    expect(origin.files.get('/live/index.m3u8')?.toString()).toContain('#EXTINF:4.000,')
    expect(origin.faults).toEqual([])
    expect(JSON.stringify([destination, await now()])).not.toContain('correct-horse')
    const params = { id: destination.id }
    const moved = { address: 'http://127.0.0.2/live/' }
    const moving = owner.call('updateVconnectDestination', { params, body: moved })
    await expect(moving).rejects.toThrow('vconnect-stream-key')
  })
}
