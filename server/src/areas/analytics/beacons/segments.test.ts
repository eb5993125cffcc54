import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { createLog } from '../../../platform/log.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import type { ReceivedEvent } from '../deltas/deltas.ts'
import { openSegments, packed, unpacked } from './segments.ts'

let world: World
let database: ReturnType<typeof openDatabase>

beforeAll(async () => {
  // Without a worker, events stay in the segments.
  world = await openWorld({ env: { ROLES: 'web' } })
  database = openDatabase(world.kinora.databaseUrl, 2, log)
})
afterAll(async () => {
  await database.close()
  await world.end()
})

const log = createLog('fatal')
const event = { viewId: 'one', type: 'start' } as ReceivedEvent

function openWith(maxStoredBytes?: number) {
  const { db } = database
  const bus = { publish: async () => undefined }
  return openSegments({ db, bus, clock: systemClock, log }, maxStoredBytes)
}

describe('events that wait for the warehouse', () => {
  it('share a row if they arrive together', async () => {
    const segments = openWith()
    await Promise.all([segments.add([event]), segments.add([event, event])])
    expect(await world.sql('SELECT events FROM view_event_segments')).toEqual([{ events: 3 }])
    await segments.close()
  })

  it('are split into several rows if there are many', async () => {
    await world.sql('DELETE FROM view_event_segments')
    const segments = openWith()
    await segments.add(Array.from({ length: 12_000 }, () => event))
    const rows = await world.sql('SELECT events FROM view_event_segments ORDER BY id')
    expect(rows).toEqual([{ events: 5000 }, { events: 5000 }, { events: 2000 }])
    await segments.close()
  })

  it('are refused while too many wait', async () => {
    const segments = openWith(1)
    await segments.add([event])
    await expect(segments.add([event])).rejects.toMatchObject({ id: 'beacons-full' })
    await segments.close()
  })

  it('are packed losslessly', async () => {
    const rows = [{ text: 'a\nb "c" \u2028' }, { text: 'हिन्दी' }]
    expect(await unpacked(await packed(rows))).toEqual(rows)
    expect(await unpacked(await packed([]))).toEqual([])
  })
})
