import { vconnectLimits } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { newDestination, newInput } from '../../../testing/live/connectors.ts'
import { newStream } from '../../../testing/livestreams.ts'
import { newMember } from '../../../testing/members.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'

let kinora: TestKinora
let pool: TestPool
let owner: Client
let stranger: Client

beforeAll(async () => {
  kinora = await startTestKinora({
    env: { VCONNECT_PORTS: '21000-21059', URL_ALLOW_PRIVATE: '127.0.0.0/8,0.0.0.0/32,239.5.0.0/16' },
  })
  pool = openTestPool(kinora)
  owner = await newOwner(kinora.url)
  stranger = await newOwner(kinora.url)
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

const problemOf = async (answer: Promise<{ readonly status: number; readonly body: unknown }>) => {
  const { status, body } = await answer
  return [status, (body as { readonly type?: string }).type]
}
const tryConnect = (inputId: string, destinationId: string) =>
  problemOf(owner.try('createVconnectConnect', { body: { inputId, destinationId } }))

describe('a connect', () => {
  it('joins an input and a destination once, and is listed by its input', async () => {
    const input = await newInput(owner)
    const destination = await newDestination(owner)
    const body = { inputId: input.id, destinationId: destination.id }
    const made = await owner.call('createVconnectConnect', { body })
    expect(made).toMatchObject({ ...body, enabled: true, state: 'idle', figures: null })
    expect(await tryConnect(input.id, destination.id)).toEqual([409, '/problems/vconnect-connected'])
    const params = { id: input.id }
    expect((await owner.call('listVconnectConnectsByInput', { params })).items).toEqual([made])
    const other = { id: (await newInput(owner)).id }
    expect((await owner.call('listVconnectConnectsByInput', { params: other })).items).toEqual([])
    await owner.call('deleteVconnectDestination', { params: { id: destination.id } })
    expect((await owner.call('listVconnectConnects', {})).items).toEqual([])
  })

  it('is refused if a listener or a UDP port has an input already, and across environments', async () => {
    const [one, two] = [await newInput(owner), await newInput(owner)]
    const listener = await newDestination(owner, { mode: 'listener' })
    const udp = await newDestination(owner, { kind: 'udp', address: 'udp://127.0.0.1:5000' })
    for (const { id } of [listener, udp]) {
      await owner.call('createVconnectConnect', { body: { inputId: one.id, destinationId: id } })
      expect(await tryConnect(two.id, id)).toEqual([409, '/problems/vconnect-destination-taken'])
    }
    const theirs = await newDestination(stranger)
    expect(await tryConnect(one.id, theirs.id)).toEqual([404, '/problems/not-found'])
  })

  it('is paused and resumed with audit entries, and repeated calls change nothing', async () => {
    const input = await newInput(owner)
    const destination = await newDestination(owner)
    const body = { inputId: input.id, destinationId: destination.id }
    const params = { id: (await owner.call('createVconnectConnect', { body })).id }
    for (const enabled of [false, false, true])
      await owner.call('updateVconnectConnect', { params, body: { enabled } })
    const { items } = await owner.call('listAudit', {
      query: { organizationId: owner.organizationId ?? '', objectId: params.id },
    })
    expect(items.map(({ action, after }) => [action, after])).toEqual([
      ['vconnect_connect.updated', { enabled: true }],
      ['vconnect_connect.updated', { enabled: false }],
      ['vconnect_connect.created', { enabled: true }],
    ])
  })
})

describe('an address', () => {
  const creates = (body: object) =>
    problemOf(
      owner.send('POST', '/api/vconnect/destinations', { body: { name: 'Out', kind: 'srt', ...body } }),
    )

  it('is refused if it is private, has a port of the system, or none', async () => {
    expect(await creates({ address: 'srt://10.0.0.1:9000' })).toEqual([422, '/problems/url-not-allowed'])
    for (const address of [
      'srt://127.0.0.1:443',
      'srt://127.0.0.1',
      'http://127.0.0.1:9000',
      'srt://a b:9000',
    ])
      expect((await creates({ address }))[0]).toBe(400)
    expect((await creates({ mode: 'listener', address: 'srt://127.0.0.1:9000' }))[0]).toBe(400)
    expect((await creates({ kind: 'udp', address: 'srt://127.0.0.1:9000' }))[0]).toBe(400)
    const udp = { name: 'In', kind: 'udp' as const, address: 'udp://93.184.216.34:5000' }
    expect(await problemOf(owner.try('createVconnectInput', { body: udp }))).toEqual([
      422,
      '/problems/url-not-allowed',
    ])
  })

  it('is refused if it leads back to an input or a destination of Kinora', async () => {
    const { address } = await newInput(owner)
    const loop = [409, '/problems/vconnect-loop']
    expect(await creates({ address })).toEqual(loop)
    expect(await creates({ address: address.replace('127.0.0.1', 'localhost') })).toEqual(loop)
    const waiting = await newDestination(owner, { mode: 'listener' })
    const body = { name: 'Loop', kind: 'srt' as const, mode: 'caller' as const, address: waiting.address }
    expect(await problemOf(owner.try('createVconnectInput', { body }))).toEqual(loop)
    const params = { id: (await newDestination(owner)).id }
    expect(await problemOf(owner.try('updateVconnectDestination', { params, body: { address } }))).toEqual(
      loop,
    )
  })

  it('of UDP is received by one input in the installation', async () => {
    const body = { name: 'Feed', kind: 'udp' as const, address: 'udp://239.1.2.3:5000' }
    const allowed = { ...body, address: 'udp://127.0.0.1:5001' }
    await owner.call('createVconnectInput', { body: allowed })
    expect(await problemOf(stranger.try('createVconnectInput', { body: allowed }))).toEqual([
      409,
      '/problems/vconnect-address-taken',
    ])
    expect(await problemOf(owner.try('createVconnectInput', { body }))).toEqual([
      422,
      '/problems/url-not-allowed',
    ])
  })
})

describe('an input by RTP', () => {
  it('has the ports of its forward error correction to itself', async () => {
    const at = (port: number, fec: 'none' | 'columns' | 'rows-and-columns') => ({
      body: { name: `RTP ${port}`, kind: 'rtp' as const, address: `rtp://127.0.0.1:${port}`, fec },
    })
    const taken = [409, '/problems/vconnect-address-taken']
    const { id } = await owner.call('createVconnectInput', at(7000, 'columns'))
    expect(await problemOf(owner.try('createVconnectInput', at(7002, 'none')))).toEqual(taken)
    expect(await problemOf(stranger.try('createVconnectInput', at(6996, 'columns')))).toEqual([
      201,
      undefined,
    ])
    expect(await problemOf(owner.try('createVconnectInput', at(7004, 'none')))).toEqual([201, undefined])
    const change = { params: { id }, body: { fec: 'rows-and-columns' as const } }
    expect(await problemOf(owner.try('updateVconnectInput', change))).toEqual(taken)
  })

  it('has forward error correction with ports that exist, and a matrix of the standard', async () => {
    const body = {
      name: 'Feed',
      kind: 'rtp' as const,
      address: 'rtp://127.0.0.1:65534',
      fec: 'columns' as const,
    }
    const { address } = body
    expect((await problemOf(owner.try('createVconnectInput', { body })))[0]).toBe(400)
    const udp = { ...body, kind: 'udp' as const, address: 'udp://127.0.0.1:7100' }
    expect((await problemOf(owner.try('createVconnectInput', { body: udp })))[0]).toBe(400)
    const large = { ...body, address: 'rtp://127.0.0.1:7102', fecColumns: 20, fecRows: 6 }
    expect((await problemOf(owner.try('createVconnectDestination', { body: large })))[0]).toBe(400)
    const { id } = await owner.call('createVconnectDestination', { body: { ...large, fecRows: 5 } })
    for (const change of [{ fecRows: 6 }, { address }])
      expect(
        await problemOf(owner.try('updateVconnectDestination', { params: { id }, body: change })),
      ).toEqual([400, '/problems/request-invalid'])
  })
})

describe('a stream by UDP', () => {
  const loop = [409, '/problems/vconnect-loop']
  const kindOf = (address: string) => (address.startsWith('rtp:') ? 'rtp' : 'udp')
  const input = (address: string) => newInput(owner, { kind: kindOf(address), address })
  const destination = (address: string) => newDestination(owner, { kind: kindOf(address), address })

  it.each([
    ['an address', 'udp://127.0.0.1:6000', 'udp://127.0.0.1:6000'],
    ['a host name of this machine', 'udp://127.0.0.1:6001', 'udp://localhost:6001'],
    ['a multicast group', 'udp://239.5.0.1:6002', 'udp://239.5.0.1:6002'],
    ['all addresses', 'udp://0.0.0.0:6003', 'udp://127.0.0.1:6003'],
    ['all addresses and a multicast group', 'udp://0.0.0.0:6004', 'udp://239.5.0.1:6004'],
    ['no address', 'udp://127.0.0.1:6005', 'udp://0.0.0.0:6005'],
    ['RTP', 'rtp://127.0.0.1:6006', 'rtp://127.0.0.1:6006'],
  ])('is not connected to its own input through %s', async (_what, from, to) => {
    expect(await tryConnect((await input(from)).id, (await destination(to)).id)).toEqual(loop)
  })

  it('that comes back since before this was refused can be renamed and paused', async () => {
    const { id } = await input('udp://127.0.0.1:6020')
    const { id: destinationId } = await destination('udp://127.0.0.1:6021')
    expect(await tryConnect(id, destinationId)).toEqual([201, undefined])
    await pool.sql(
      'UPDATE vconnect_destinations SET address = (SELECT address FROM vconnect_inputs WHERE id = $1) WHERE id = $2',
      [id, destinationId],
    )
    const change = { params: { id }, body: { name: 'Circle', enabled: false } }
    expect((await owner.try('updateVconnectInput', change)).status).toBe(200)
    const rename = { params: { id: destinationId }, body: { name: 'Back' } }
    expect((await owner.try('updateVconnectDestination', rename)).status).toBe(200)
  })

  it('does not come back through other inputs, also after a change', async () => {
    const [first, second] = [await input('udp://127.0.0.1:6010'), await input('udp://127.0.0.1:6011')]
    const toSecond = await destination('udp://127.0.0.1:6011')
    const onward = await destination('udp://127.0.0.1:6012')
    expect(await tryConnect(first.id, toSecond.id)).toEqual([201, undefined])
    expect(await tryConnect(second.id, onward.id)).toEqual([201, undefined])
    expect(await tryConnect(second.id, (await destination('udp://127.0.0.1:6010')).id)).toEqual(loop)
    const back = { params: { id: onward.id }, body: { address: 'udp://127.0.0.1:6010' } }
    expect(await problemOf(owner.try('updateVconnectDestination', back))).toEqual(loop)
    const moved = { params: { id: first.id }, body: { address: 'udp://127.0.0.1:6012' } }
    expect(await problemOf(owner.try('updateVconnectInput', moved))).toEqual(loop)
    const elsewhere = { params: { id: onward.id }, body: { address: 'udp://127.0.0.1:6013' } }
    expect((await owner.try('updateVconnectDestination', elsewhere)).status).toBe(200)
  })
})

describe('a live stream', () => {
  const loop = [409, '/problems/vconnect-loop']
  const input = (id: string) => newInput(owner, { kind: 'livestream', livestreamId: id })
  const destination = (id: string) => newDestination(owner, { kind: 'livestream', livestreamId: id })

  it('is an end in its own environment, and takes one input', async () => {
    const theirs = await newStream(stranger)
    for (const call of ['createVconnectInput', 'createVconnectDestination'] as const) {
      const body = { name: 'Theirs', kind: 'livestream' as const, livestreamId: theirs.id }
      expect(await problemOf(owner.try(call, { body }))).toEqual([404, '/problems/not-found'])
      expect((await owner.try(call, { body: { ...body, livestreamId: null } })).status).toBe(400)
      expect((await owner.try(call, { body: { ...body, address: 'srt://127.0.0.1:9000' } })).status).toBe(400)
    }
    const own = await destination((await newStream(owner)).id)
    expect(await tryConnect((await newInput(owner)).id, own.id)).toEqual([201, undefined])
    expect(await tryConnect((await newInput(owner)).id, own.id)).toEqual([
      409,
      '/problems/vconnect-destination-taken',
    ])
  })

  it('does not become its own encoder, also through another one or by its stream key', async () => {
    const [first, second] = [await newStream(owner), await newStream(owner)]
    const from = await input(first.id)
    expect(await tryConnect(from.id, (await destination(first.id)).id)).toEqual(loop)
    expect(await tryConnect(from.id, (await destination(second.id)).id)).toEqual([201, undefined])
    const back = await input(second.id)
    expect(await tryConnect(back.id, (await destination(first.id)).id)).toEqual(loop)
    const { streamKey } = await owner.call('getStreamKey', { params: { id: first.id } })
    const keyed = { kind: 'rtmp', address: 'rtmp://127.0.0.1:1935/live', streamId: streamKey } as const
    expect(await tryConnect(back.id, (await newDestination(owner, keyed)).id)).toEqual(loop)
    const harmless = await newDestination(owner, { ...keyed, streamId: 'other' })
    expect(await tryConnect(back.id, harmless.id)).toEqual([201, undefined])
    for (const streamId of [`${streamKey}?backup=1`, `x/${streamKey}`, `${streamKey}/`]) {
      const change = { params: { id: harmless.id }, body: { streamId } }
      expect(await problemOf(owner.try('updateVconnectDestination', change))).toEqual(loop)
    }
    for (const streamId of [`${streamKey}?backup=1`, `#!::m=publish,r=${streamKey}`]) {
      const bySrt = await newDestination(owner, { kind: 'srt', address: 'srt://127.0.0.1:9710', streamId })
      expect(await tryConnect(back.id, bySrt.id)).toEqual(loop)
    }
  })

  it('does not pull its own stream from a listener or by UDP', async () => {
    const stream = await newStream(owner)
    const from = await input(stream.id)
    const params = { id: stream.id }
    const pull = (url: string) =>
      problemOf(owner.try('updateLivestream', { params, body: { source: { type: 'pull', url } } }))
    const listener = await newDestination(owner, { mode: 'listener' })
    const address = `srt://127.0.0.1:${new URL(listener.address).port}`
    expect(await pull(address)).toEqual([200, undefined])
    expect(await tryConnect(from.id, listener.id)).toEqual(loop)
    expect(await pull('srt://127.0.0.1:9999')).toEqual([200, undefined])
    expect(await tryConnect(from.id, listener.id)).toEqual([201, undefined])
    expect(await pull(address)).toEqual(loop)
    const udp = await newDestination(owner, { kind: 'udp', address: 'udp://127.0.0.1:6050' })
    expect(await tryConnect(from.id, udp.id)).toEqual([201, undefined])
    expect(await pull('udp://127.0.0.1:6050')).toEqual(loop)
  })

  it('is an end only for callers who may read it, and its stream key for a destination', async () => {
    const body = { name: 'Studio', kind: 'livestream' as const, livestreamId: (await newStream(owner)).id }
    const member = (rights: object) =>
      newMember(owner, pool.sql, JSON.stringify({ 'V-Connect': { Connector: { create: true } }, ...rights }))
    const [none, reader] = [await member({}), await member({ Livestreams: { Livestream: { read: true } } })]
    const forbidden = [403, '/problems/forbidden']
    expect(await problemOf(none.try('createVconnectInput', { body }))).toEqual(forbidden)
    expect(await problemOf(reader.try('createVconnectDestination', { body }))).toEqual(forbidden)
    expect(await problemOf(reader.try('createVconnectInput', { body }))).toEqual([201, undefined])
  })
})

describe('an input by RTMP', () => {
  it('does not get its own stream back through another one', async () => {
    const loop = [409, '/problems/vconnect-loop']
    const [first, second] = [await newInput(owner, { kind: 'rtmp' }), await newInput(owner, { kind: 'rtmp' })]
    const to = async ({ id }: { readonly id: string }) => {
      const { streamKey: streamId } = await owner.call('getVconnectInputKey', { params: { id } })
      return newDestination(owner, { kind: 'rtmp', address: 'rtmp://127.0.0.1:1935/live', streamId })
    }
    expect(await tryConnect(first.id, (await to(first)).id)).toEqual(loop)
    expect(await tryConnect(first.id, (await to(second)).id)).toEqual([201, undefined])
    expect(await tryConnect(second.id, (await to(first)).id)).toEqual(loop)
  })
})

describe('a stream key', () => {
  it('is kept by an update, and does not go to another server', async () => {
    const address = 'rtmps://127.0.0.1:443/app'
    const made = await newDestination(owner, { kind: 'rtmp', address, streamId: 'SECRET-STREAM-KEY' })
    expect(made).toMatchObject({ address, hasStreamId: true, mode: 'caller', livestream: null })
    const update = (body: object) =>
      problemOf(owner.try('updateVconnectDestination', { params: { id: made.id }, body }))
    expect(await update({ address: 'rtmps://127.0.0.1:443/other' })).toEqual([200, undefined])
    const elsewhere = { address: 'rtmp://127.0.0.2/app' }
    for (const other of [elsewhere, { address: 'rtmp://127.0.0.1:443/app' }])
      expect(await update(other)).toEqual([409, '/problems/vconnect-stream-key'])
    expect(await update({ ...elsewhere, streamId: 'another-key' })).toEqual([200, undefined])
    const [row] = await pool.sql('SELECT * FROM vconnect_destinations WHERE id = $1', [made.id])
    expect(JSON.stringify(row)).not.toMatch(/SECRET-STREAM-KEY|another-key/)
    const called = await newInput(owner, { mode: 'caller', address: 'srt://127.0.0.1:9100', streamId: 'id' })
    const moved = { params: { id: called.id }, body: { address: 'srt://127.0.0.2:9100' } }
    expect(await problemOf(owner.try('updateVconnectInput', moved))).toEqual([
      409,
      '/problems/vconnect-stream-key',
    ])
    const whole = await newDestination(owner, { kind: 'rtmp', address: 'rtmp://127.0.0.1/app/SECRET-KEY-9' })
    expect(whole.address).toBe('rtmp://127.0.0.1/app/***')
    for (const address of ['rtmp://127.0.0.1/', 'rtmp://127.0.0.1/?auth=1', 'rtmp://127.0.0.1//'])
      expect(
        await problemOf(
          owner.try('createVconnectDestination', { body: { name: 'No key', kind: 'rtmp', address } }),
        ),
      ).toEqual([400, '/problems/request-invalid'])
    for (const bad of [
      'rtmp://127.0.0.1:80/app',
      'rtmp://127.0.0.1',
      'rtmp://127.0.0.1/a b',
      'srt://127.0.0.1:9000',
    ])
      expect((await update({ address: bad }))[0]).toBe(400)
  })
})

describe('an input', () => {
  it('keeps the settings that an update leaves out', async () => {
    const settings = {
      latencyMs: 700,
      maxKbps: 9000,
      allowedNetworks: ['192.0.2.0/24'],
      paths: 2 as const,
      holdMs: 400,
      returns: 'by-hand' as const,
      returnAfterS: 3,
    }
    const { id } = await newInput(owner, { ...settings, backupInputId: (await newInput(owner)).id })
    const change = { params: { id }, body: { enabled: false } }
    expect(await owner.call('updateVconnectInput', change)).toMatchObject({
      ...settings,
      enabled: false,
      backup: { name: expect.any(String) },
    })
    const to = await newDestination(owner, { latencyMs: 700, maxCallers: 3 })
    const rename = { params: { id: to.id }, body: { name: 'Renamed' } }
    expect(await owner.call('updateVconnectDestination', rename)).toMatchObject({
      latencyMs: 700,
      maxCallers: 3,
    })
  })

  it('has a backup of its environment that has none itself, and does not get its own stream back', async () => {
    const [one, two, three] = [await newInput(owner), await newInput(owner), await newInput(owner)]
    const theirs = await newInput(stranger)
    const update = (id: string, backupInputId: string | null) =>
      problemOf(owner.try('updateVconnectInput', { params: { id }, body: { backupInputId } }))
    expect(await update(one.id, theirs.id)).toEqual([404, '/problems/not-found'])
    expect(await update(one.id, one.id)).toEqual([409, '/problems/vconnect-backup'])
    expect(await update(one.id, two.id)).toEqual([200, undefined])
    expect(await update(three.id, one.id)).toEqual([409, '/problems/vconnect-backup'])
    expect(await update(two.id, three.id)).toEqual([409, '/problems/vconnect-backup'])
    expect(
      await problemOf(
        owner.try('switchVconnectInput', { params: { id: one.id }, body: { source: 'backup' } }),
      ),
    ).toEqual([409, '/problems/vconnect-no-source'])
    const back = await newInput(owner, { kind: 'udp', address: 'udp://127.0.0.1:6040' })
    const to = await newDestination(owner, { kind: 'udp', address: 'udp://127.0.0.1:6040' })
    expect(await tryConnect(one.id, to.id)).toEqual([201, undefined])
    expect(await update(one.id, back.id)).toEqual([409, '/problems/vconnect-loop'])
    await owner.call('deleteVconnectInput', { params: { id: two.id } })
    expect((await owner.call('getVconnectInput', { params: { id: one.id } })).backup).toBeNull()
  })

  it('has a name of its own, and a port that is free again when it is deleted', async () => {
    const input = await newInput(stranger, { name: 'Gulf Sport' })
    const same = { name: 'gulf sport', kind: 'srt' as const }
    expect(await problemOf(stranger.try('createVconnectInput', { body: same }))).toEqual([
      409,
      '/problems/name-taken',
    ])
    await stranger.call('deleteVconnectInput', { params: { id: input.id } })
    expect((await newInput(stranger, { name: 'Gulf Sport' })).address).toBe(input.address)
  })

  it('is refused without a free port, and above the limit', async () => {
    const taken = await pool.sql('SELECT port FROM vconnect_ports')
    for (let n = taken.length; n < 60; n++) await newInput(stranger)
    const body = { name: 'One too many', kind: 'srt' as const }
    expect(await problemOf(stranger.try('createVconnectInput', { body }))).toEqual([
      409,
      '/problems/vconnect-ports',
    ])
    const caller = { ...body, mode: 'caller' as const, address: 'srt://127.0.0.1:9000' }
    const { id } = await stranger.call('createVconnectInput', { body: { ...caller, name: 'First caller' } })
    await pool.sql(
      `INSERT INTO vconnect_inputs SELECT (jsonb_populate_record(input, jsonb_build_object('id', gen_random_uuid(),
        'name', 'Copy ' || n))).* FROM vconnect_inputs AS input, generate_series(1, $2) AS n WHERE id = $1`,
      [id, vconnectLimits.inputs],
    )
    expect(await problemOf(stranger.try('createVconnectInput', { body: caller }))).toEqual([
      409,
      '/problems/limit-reached',
    ])
  })

  it('keeps secrets that an update leaves out, and stores them encrypted', async () => {
    const { id } = await newDestination(owner, {
      passphrase: 'correct-horse-battery',
      streamId: 'stream-key',
    })
    const params = { id }
    const update = (body: object) =>
      owner.call('updateVconnectDestination', { params, body }) as Promise<{ hasPassphrase: boolean }>
    expect(await update({ latencyMs: 300 })).toMatchObject({
      hasPassphrase: true,
      hasStreamId: true,
      latencyMs: 300,
    })
    const [row] = await pool.sql('SELECT passphrase, stream_id FROM vconnect_destinations WHERE id = $1', [
      id,
    ])
    expect(JSON.stringify(row)).not.toMatch(/correct-horse|stream-key/)
    expect(await update({ passphrase: null })).toMatchObject({ hasPassphrase: false, hasStreamId: true })
  })
})
