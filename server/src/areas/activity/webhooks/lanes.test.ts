import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { movableClock } from '../../../testing/clock.ts'
import { openLanes } from './lanes.ts'

const limits = { total: 32, perWebhook: 16, perSlow: 2 }

/** Lanes, with a function that starts deliveries to a webhook. */
function lanesWith() {
  const clock = movableClock()
  const lanes = openLanes(limits, clock)
  const send = (webhookId: string, count: number, environmentId: string = randomUUID()) => {
    for (let n = 0; n < count; n++) lanes.enter(webhookId, environmentId)
  }
  return { clock, lanes, send }
}

describe('capacity', () => {
  it('are a quarter of all for one environment, however many webhooks it has', () => {
    const { lanes, send } = lanesWith()
    const environmentId = randomUUID()
    expect(lanes.capacity()).toMatchObject({ total: 32, defaultPerEnvironment: 8, defaultPerWebhook: 16 })
    send('one', 3, environmentId)
    send('other', 4, environmentId)
    const { total, byEnvironment, byWebhook } = lanes.capacity()
    expect([total, byEnvironment.get(environmentId)]).toEqual([25, 1])
    expect(byWebhook).toEqual(
      new Map([
        ['one', 13],
        ['other', 12],
      ]),
    )
  })

  it('are few for a webhook that was slow, and half of all for the slow together', () => {
    const { lanes, send } = lanesWith()
    const slow = Array.from({ length: 12 }, (_, n) => `slow ${n}`)
    for (const webhookId of slow) {
      send(webhookId, 1)
      lanes.leave(webhookId, { wasSlow: true })
    }
    const left = [...lanes.capacity().byWebhook.values()]
    expect(Math.max(...left)).toBe(2)
    expect(left.reduce((sum, each) => sum + each, 0)).toBe(16)
    for (const webhookId of slow.slice(0, 8)) send(webhookId, 2)
    expect(Math.max(...lanes.capacity().byWebhook.values())).toBe(0)
  })

  it('are usual again after an attempt that was not slow, and slowness is not remembered for ever', () => {
    const { clock, lanes, send } = lanesWith()
    for (const [webhookId, wasSlow] of [
      ['mended', true],
      ['mended', false],
      ['deleted', true],
    ] as const) {
      send(webhookId, 1)
      lanes.leave(webhookId, { wasSlow })
    }
    expect([...lanes.capacity().byWebhook.keys()]).toEqual(['deleted'])
    clock.advance(3600)
    expect(lanes.capacity().byWebhook.size).toBe(0)
  })
})
