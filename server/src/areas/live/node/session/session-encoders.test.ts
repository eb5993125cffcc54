import type { MonitorEventType } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { movableClock } from '../../../../testing/clock.ts'
import type { Publisher, PublishRefusal } from '../../ingest/publisher.ts'
import { limitEncoder } from './encoder-sink.ts'
import { createSessionEncoders } from './session-encoders.ts'

const stream = { id: 'stream', environmentId: 'environment' } as Parameters<typeof createSessionEncoders>[1]

function session() {
  const events: [MonitorEventType, string][] = []
  const changes: string[] = []
  const nothing = () => undefined
  const encoders = createSessionEncoders(
    { db: null as never, clock: movableClock() },
    stream,
    { event: (type, detail = '') => events.push([type, detail]) },
    {
      run: async () => undefined,
      connect: async () => changes.push('connect') > 0,
      leave: async () => changes.push('leave'),
      activate: nothing,
      sourceChanged: nothing,
      backupChanged: (change) => changes.push(change),
    },
    {
      open: (_role, connection) =>
        limitEncoder(
          { track: nothing, packet: nothing, cue: nothing, end: nothing },
          connection,
          60_000,
          nothing,
        ),
      allLeft: nothing,
    },
  )
  const publish = (publisher: Publisher, takeover = false) => encoders.publish(publisher, takeover, 'key')
  return { events, changes, publish, isTest: encoders.isTest }
}

function encoder(protocol: Publisher['request']['protocol'] = 'rtmp') {
  const closed: PublishRefusal[] = []
  const silence = { ms: 0 }
  const publisher: Publisher = {
    request: { protocol, streamKey: 'key', address: '192.0.2.1', encoder: '' },
    silentForMs: () => silence.ms,
    close: (reason) => closed.push(reason),
  }
  return { publisher, closed, silence }
}

describe('a second encoder with the same key', () => {
  it('is refused while the first one sends, unless the stream allows takeovers', async () => {
    const { publish } = session()
    const first = encoder()
    await publish(first.publisher)
    first.silence.ms = 1500
    expect(await publish(encoder().publisher)).toEqual({ isAccepted: false, reason: 'already-publishing' })
    expect(first.closed).toEqual([])
    expect((await publish(encoder().publisher, true)).isAccepted).toBe(true)
    expect(first.closed).toEqual(['already-publishing'])
  })

  it.each(['rtmp', 'srt', 'whip'] as const)('replaces a silent one over %s', async (protocol) => {
    const { publish, events } = session()
    const first = encoder(protocol)
    await publish(first.publisher)
    first.silence.ms = 2000
    expect((await publish(encoder(protocol).publisher)).isAccepted).toBe(true)
    expect(first.closed).toEqual(['already-publishing'])
    expect(events.map(([type]) => type)).toEqual(['connected', 'disconnected', 'connected'])
  })
})

it('names the codec of an encoder that is refused, and disconnects it', async () => {
  const { publish, events, changes } = session()
  const { publisher, closed } = encoder()
  const decision = await publish(publisher)
  if (!decision.isAccepted) throw new Error(decision.reason)
  decision.sink.refuse({ reason: 'nal-lengths-not-supported', detail: 'NAL unit lengths of 2 bytes' })
  expect(closed).toEqual(['nal-lengths-not-supported'])
  expect(events.slice(1)).toEqual([
    ['refused', 'NAL unit lengths of 2 bytes'],
    ['disconnected', ''],
  ])
  expect(changes).toEqual(['connect', 'leave'])
})

it('says why there is no picture, as long as the encoder is connected', async () => {
  const { publish, events } = session()
  const decision = await publish(encoder().publisher)
  if (!decision.isAccepted) throw new Error(decision.reason)
  decision.sink.noPicture?.('no keyframe in 10 s')
  decision.sink.end()
  decision.sink.noPicture?.('no keyframe in 10 s')
  expect(events.slice(1)).toEqual([
    ['no-picture', 'no keyframe in 10 s'],
    ['disconnected', ''],
  ])
})

describe('the test signal', () => {
  it('is known as such until an encoder takes its place', async () => {
    const { publish, isTest } = session()
    expect(isTest()).toBeNull()
    await publish(encoder('test').publisher)
    expect(isTest()).toBe(true)
    await publish(encoder().publisher)
    expect(isTest()).toBe(false)
  })
})
