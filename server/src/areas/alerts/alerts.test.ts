import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newChannel, newRule, orgOf, sendFigures, streamOnAir } from '../../testing/alerts/alerts.ts'
import { type Client, newOwner } from '../../testing/client.ts'
import { movableClock } from '../../testing/clock.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { eventually } from '../../testing/machine/eventually.ts'
import { emailsOf, emailTo } from '../../testing/mailbox.ts'
import { openTestPool, type TestPool } from '../../testing/pool.ts'

const clock = movableClock()
let kinora: TestKinora
let owner: Client
let pool: TestPool
let sql: TestPool['sql']

beforeAll(async () => {
  clock.freeze()
  kinora = await startTestKinora({ clock })
  owner = await newOwner(kinora.url)
  pool = openTestPool(kinora)
  sql = pool.sql
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

const environmentId = () => owner.environmentId ?? ''

async function openAlerts(ruleId: string) {
  const { items } = await owner.call('listAlertIncidents', {
    params: orgOf(owner),
    query: { ruleId, state: 'open' },
  })
  return items
}

/** Moves the clock second by second, so that each step is evaluated in time, until the check passes. */
async function withinSeconds<T>(seconds: number, check: () => Promise<T>): Promise<T> {
  for (let passed = 0; ; passed += 5) {
    try {
      return await check()
    } catch (error) {
      if (passed >= seconds) throw error
    }
    clock.advance(5)
    await evaluated()
  }
}

/** Waits until all sources have evaluated the current time. */
async function evaluated(): Promise<void> {
  await eventually(async () => {
    const step = Math.floor(clock.now().getTime() / 5000)
    const [row] = await sql(`SELECT step FROM alert_cursor WHERE source = 'live'`)
    expect(Number(row?.step)).toBe(step)
  })
}

describe('a live stream that stops', () => {
  it('raises an alert and an email within 15 seconds, and resolves both', async () => {
    const { id: channelId } = await newChannel(owner, 'ops@example.com')
    const streamId = await streamOnAir({ owner, sql }, clock.now())
    const rule = await newRule(owner, { name: 'Off air', channelIds: [channelId] })
    clock.advance(5)
    await sendFigures(sql, { id: streamId, environmentId: environmentId() }, clock.now(), 5)
    await evaluated()
    expect(await openAlerts(rule.id)).toEqual([])

    const stoppedAt = clock.now()
    await sql(`UPDATE live_streams SET status = 'reconnecting' WHERE id = $1`, [streamId])
    const [alert] = await withinSeconds(15, async () => {
      const open = await openAlerts(rule.id)
      expect(open).toHaveLength(1)
      return open
    })
    expect(alert).toMatchObject({ ruleName: 'Off air', key: streamId, number: 1, severity: 'critical' })
    expect(Date.parse(alert?.openedAt ?? '') - stoppedAt.getTime()).toBeLessThanOrEqual(15_000)
    expect(await emailTo(kinora, 'ops@example.com')).toContain('Firing: Off air')
    expect(await owner.call('getAlertRule', { params: { ...orgOf(owner), id: rule.id } })).toMatchObject({
      state: 'firing',
      open: [{ key: streamId }],
    })

    await sql(`UPDATE live_streams SET status = 'active' WHERE id = $1`, [streamId])
    await withinSeconds(90, async () => {
      await sendFigures(sql, { id: streamId, environmentId: environmentId() }, clock.now(), 5)
      expect(await openAlerts(rule.id)).toEqual([])
    })
    expect(await emailTo(kinora, 'ops@example.com', 2)).toContain('Resolved: Off air')
    const { items } = await owner.call('listEvents', { query: { pageSize: 20 } })
    const types = items.map(({ type }) => type)
    expect(types.indexOf('alert.resolved')).toBeLessThan(types.indexOf('alert.opened'))
    expect(types).toContain('alert.opened')
    expect((await emailsOf(kinora)).filter((mail) => mail.includes('Off air'))).toHaveLength(2)
  })
})
