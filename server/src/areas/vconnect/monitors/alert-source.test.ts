import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MetricSample } from '../../../platform/alerts/alert-sources.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { createLog } from '../../../platform/log.ts'
import { type Client, newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { newDestination, newInput } from '../../../testing/live/connectors.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'
import { vconnectAlertSource } from './alert-source.ts'

let kinora: TestKinora
let pool: TestPool
let owner: Client
let stranger: Client
let database: ReturnType<typeof openDatabase>
const now = new Date()
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

beforeAll(async () => {
  kinora = await startTestKinora()
  pool = openTestPool(kinora)
  database = openDatabase(kinora.databaseUrl, 1, createLog('silent'))
  owner = await newOwner(kinora.url)
  stranger = await newOwner(kinora.url)
})
afterAll(async () => {
  await database.close()
  await pool.end()
  await kinora.stop()
})

interface Reported {
  readonly id: string
  readonly inputId?: string
  readonly state: string
  readonly reason?: string
  readonly stateS: number
  readonly seenS?: number
  readonly receivedS?: number
}

/** Stores what a node reported. */
async function reported(report: Reported): Promise<void> {
  const { id, inputId = id, state, reason, stateS, seenS = 1, receivedS } = report
  await pool.sql(
    `INSERT INTO vconnect_links (id, environment_id, input_id, state, reason, state_at, seen_at, received_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      owner.environmentId,
      inputId,
      state,
      reason ?? null,
      ago(stateS),
      ago(seenS),
      receivedS === undefined ? null : ago(receivedS),
    ],
  )
}

async function sample(metric: string, who: Client = owner): Promise<readonly MetricSample[]> {
  return vconnectAlertSource(database).sample({
    environmentIds: [who.environmentId ?? ''],
    metrics: [metric],
    windowS: 60,
    groupBy: 'none',
    filters: { objectIds: [], countries: [], deviceTypes: [] },
    from: now,
    to: now,
    stepS: 5,
  })
}

/** Values of a metric by the names of its groups. */
async function valuesOf(metric: string): Promise<Readonly<Record<string, number | null | undefined>>> {
  const samples = await sample(metric)
  const keys = samples.map(({ key }) => key)
  const names = await vconnectAlertSource(database).names?.(owner.environmentId ?? '', keys)
  return Object.fromEntries(samples.map(({ key, values }) => [names?.get(key), values[metric]]))
}

describe('metrics of V-Connect for alerts', () => {
  it('say what inputs and destinations lack, and only in their environment', async () => {
    const make = (name: string) => newInput(owner, { name })
    const [good, left, silent, fresh] = [
      await make('Good'),
      await make('Left'),
      await make('Silent'),
      await make('New'),
    ]
    const [orphan, paused, moved] = [await make('Orphan'), await make('Paused'), await make('Moved')]
    await reported({ id: good.id, state: 'receiving', stateS: 300 })
    await reported({ id: left.id, state: 'lost', reason: 'left', stateS: 40 })
    await reported({ id: silent.id, state: 'lost', reason: 'silent', stateS: 20 })
    await reported({ id: fresh.id, state: 'listening', stateS: 900 })
    // Its node died.
    await reported({ id: orphan.id, state: 'receiving', stateS: 300, seenS: 90 })
    // Another node waits for it since.
    await reported({ id: moved.id, state: 'listening', stateS: 5, receivedS: 50 })
    // Nobody waits for the stream of an input that was paused, also after it is resumed.
    await reported({ id: paused.id, state: 'lost', reason: 'left', stateS: 900 })
    const pause = (enabled: boolean) =>
      owner.call('updateVconnectInput', { params: { id: paused.id }, body: { enabled } })
    await pause(false)
    expect(Object.keys(await valuesOf('vconnect.lost'))).not.toContain('Paused')
    await pause(true)
    const none = { Good: 0, Left: 0, Silent: 0, New: 0, Orphan: 0, Paused: 0, Moved: 0 }
    expect(await valuesOf('vconnect.lost')).toEqual({ ...none, Left: 40, Orphan: 90, Moved: 50 })
    expect(await valuesOf('vconnect.silent')).toEqual({ ...none, Silent: 20 })

    const points = [10, 30, 70].map((second) => ({ s: 0, at: ago(second) }))
    for (const { at } of points)
      await pool.sql(
        `INSERT INTO vconnect_stats (link_id, minute, environment_id, points)
          VALUES ($1, date_trunc('minute', $3::timestamptz), $2,
            jsonb_build_array(jsonb_build_object('s', extract(second FROM $3::timestamptz)::int, 'un', 3)))
          ON CONFLICT (link_id, minute) DO UPDATE SET points = vconnect_stats.points || excluded.points`,
        [good.id, owner.environmentId, at],
      )
    expect(await valuesOf('vconnect.unrecovered')).toEqual({ ...none, Good: 6 })

    const connect = async (inputId: string, name: string, state: string, stateS: number) => {
      const { id: destinationId } = await newDestination(owner, { name })
      const { id } = await owner.call('createVconnectConnect', { body: { inputId, destinationId } })
      await reported({ id, inputId, state, stateS })
    }
    await connect(good.id, 'Reached', 'sending', 300)
    await connect(good.id, 'Broken', 'failing', 45)
    await connect(left.id, 'Idle', 'failing', 45)
    expect(await valuesOf('vconnect.disconnected')).toEqual({
      'Good → Reached': 0,
      'Good → Broken': 45,
      'Left → Idle': 0,
    })
    expect(await sample('vconnect.lost', stranger)).toEqual([])
  })
})
