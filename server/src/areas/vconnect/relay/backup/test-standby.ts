import { createSocket } from 'node:dgram'
import { createTsAnalyser, createTsSource } from '@kinora/media'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Client } from '../../../../testing/client.ts'
import { newDestination, newInput } from '../../../../testing/live/connectors.ts'
import { freeUdpPort } from '../../../../testing/live/free-udp-port.ts'
import { sendWritten, writtenTracks } from '../../../../testing/live/written-stream.ts'
import { eventually } from '../../../../testing/machine/eventually.ts'

const { video, audio } = writtenTracks
/** Longer than a busy machine stands still. */
const HOLD_MS = 2500
let owner: Client
const closing: (() => unknown)[] = []

const inputNow = (id: string) => owner.call('getVconnectInput', { params: { id } })

/** An input by UDP, and a function that sends it a stream. */
async function udpInput(body: Parameters<typeof newInput>[1] = {}) {
  const port = await freeUdpPort()
  const { id } = await newInput(owner, { ...body, kind: 'udp', address: `udp://127.0.0.1:${port}` })
  await eventually(async () => expect((await inputNow(id)).state).toBe('listening'))
  const send = () => {
    const sending = sendWritten(port, [video, audio])
    closing.push(sending.stop)
    return sending
  }
  return { id, send }
}

/** A destination by UDP whose payloads are noted. */
async function noted() {
  const payloads: { readonly payload: Buffer; readonly atUs: number }[] = []
  const socket = createSocket('udp4')
  closing.push(() => socket.close())
  socket.on('message', (payload) => void payloads.push({ payload, atUs: performance.now() * 1000 }))
  await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound))
  const address = `udp://127.0.0.1:${socket.address().port}`
  const { id } = await newDestination(owner, { kind: 'udp', address, latencyMs: 20 })
  return { id, payloads }
}

/** Tests of backups on a Kinora that runs. @param place called when a test begins */
export function testStandby(place: () => { readonly owner: Client }): void {
  beforeEach(() => {
    owner = place().owner
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  it('goes on with its backup when it is silent, and returns on request, without a fault in the stream', async () => {
    const backup = await udpInput()
    const main = await udpInput({ backupInputId: backup.id, holdMs: HOLD_MS, returns: 'by-hand' })
    const out = await noted()
    const params = { id: main.id }
    const body = { inputId: main.id, destinationId: out.id }
    const { id: connectId } = await owner.call('createVconnectConnect', { body })
    backup.send()
    const first = main.send()
    const sourceIs = (source: string, reason: string | null) =>
      eventually(async () => expect((await inputNow(main.id)).standby).toMatchObject({ source, reason }))
    await sourceIs('own', null)
    await eventually(async () => {
      for (const { id } of [main, backup]) expect((await inputNow(id)).state).toBe('receiving')
    })
    first.stop()
    closing.splice(closing.indexOf(first.stop), 1)
    await sourceIs('backup', 'lost')
    await eventually(async () =>
      expect(await inputNow(main.id)).toMatchObject({ state: 'lost', reason: 'silent' }),
    )
    const count = out.payloads.length
    await eventually(() => expect(out.payloads.length).toBeGreaterThan(count + 50))
    const connect = await owner.call('getVconnectConnect', { params: { id: connectId } })
    expect(connect).toMatchObject({ state: 'sending', reason: null })
    main.send()
    await eventually(async () => expect((await inputNow(main.id)).state).toBe('receiving'))
    expect((await inputNow(main.id)).standby).toMatchObject({ source: 'backup' })
    await owner.call('switchVconnectInput', { params, body: { source: 'own' } })
    await sourceIs('own', 'by-hand')
    expect((await inputNow(main.id)).standby?.delayMs).toBe(0)
    const after = out.payloads.length
    await eventually(() => expect(out.payloads.length).toBeGreaterThan(after + 50))
    expect(faultsOf(out.payloads)).toEqual([])
    const times = timesOf(out.payloads)
    expect(times.every((time, n) => n === 0 || time > (times[n - 1] ?? 0))).toBe(true)
    const { items } = await owner.call('listEvents', { query: { objectId: main.id } })
    const switches = items.flatMap(({ type, data }) => (type.endsWith('.switched') ? [data] : []))
    expect(switches.reverse()).toMatchObject([
      { source: 'backup', reason: 'lost' },
      { source: 'own', reason: 'by-hand' },
    ])
  })
}

type Payloads = readonly { readonly payload: Buffer; readonly atUs: number }[]

/** Faults that a switch could make. */
function faultsOf(stream: Payloads): string[] {
  const analyser = createTsAnalyser()
  for (const { payload, atUs } of stream) analyser.push(payload, atUs)
  const own = ['sync-byte', 'continuity', 'crc', 'transport']
  return analyser.faults().flatMap(({ id }) => (own.includes(id) ? [id] : []))
}

/** Decoding times of the video. */
function timesOf(stream: Payloads): number[] {
  const times: number[] = []
  const source = createTsSource({
    track: () => undefined,
    packet: ({ kind, dts }) => void (kind === 'video' && times.push(dts)),
    cue: () => undefined,
    end: () => undefined,
  })
  for (const { payload } of stream) source.push(payload)
  return times
}
