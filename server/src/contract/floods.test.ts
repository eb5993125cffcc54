import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestKinora, type TestKinora } from '../testing/kinora.ts'

const PER_MINUTE = 60
const QUICK = 20
const AT_ONCE = 40
const ROUNDS = 2

let kinora: TestKinora
beforeAll(async () => {
  kinora = await startTestKinora()
})
afterAll(() => kinora.stop())

/** Asks at once and again, as often as it gets answers. @returns the number of answers by status */
async function flood(path: string, address: string, count: number): Promise<Map<number, number>> {
  const statuses: number[] = []
  let asked = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (asked < count) {
        asked += 1
        statuses.push(await statusOf(path, address))
      }
    }),
  )
  return new Map([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]))
}

async function statusOf(path: string, address: string): Promise<number> {
  const response = await fetch(`${kinora.url}${path}`, { headers: { 'x-forwarded-for': address } })
  await response.arrayBuffer()
  return response.status
}

describe('an address that asks on and on', () => {
  it.each([
    ['/docs', 200, '10.7.0.1'],
    ['/metrics', 401, '10.7.0.2'],
  ])('waits for refusals of %s, while others are answered', async (path, usual, address) => {
    const startedAt = performance.now()
    const count = PER_MINUTE + QUICK + AT_ONCE * ROUNDS
    const flooding = flood(path, address, count)
    const waiting = async () => {
      const first = await statusOf(path, `${address}9`)
      return [first, performance.now() - startedAt] as const
    }
    const [status, tookMs] = await waiting()
    const answers = await flooding
    const floodMs = performance.now() - startedAt
    expect(answers).toEqual(
      new Map([
        [usual, PER_MINUTE],
        [429, count - PER_MINUTE],
      ]),
    )
    expect(floodMs).toBeGreaterThanOrEqual(ROUNDS * 1000 - 50)
    expect(status).toBe(usual)
    // Before the first refusal that was held for a second, or at least long before the last.
    expect(tookMs).toBeLessThan(floodMs - (ROUNDS - 1) * 1000)
  })
})
