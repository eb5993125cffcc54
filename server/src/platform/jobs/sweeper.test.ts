import { expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { atMostHourly, runSweeps } from './sweeper.ts'

it('a sweep that fails is counted by its name and keeps no other from running', async () => {
  const metrics = createMetrics()
  const ran: string[] = []
  const fault = new Error('a row that cannot be handled')
  const errors = await runSweeps(
    { log: createLog('fatal'), metrics },
    {
      'library.trash': () => Promise.reject(fault),
      partitions: async () => void ran.push('partitions'),
    },
  )
  expect(ran).toEqual(['partitions'])
  expect(errors).toEqual([fault])
  expect(await metrics.sweepFailures.get()).toMatchObject({
    values: [{ labels: { sweep: 'library.trash' }, value: 1 }],
  })
})

it('an hourly sweep that fails runs again the next time, or an hour later if it is costly', async () => {
  let now = new Date('2026-11-10T10:00:00Z')
  const ran: string[] = []
  const failing = (name: string) => () => {
    ran.push(name)
    return Promise.reject(new Error('a check that takes too long'))
  }
  const clock = { now: () => now }
  const sweeps = [
    atMostHourly(clock, failing('cheap')),
    atMostHourly(clock, failing('costly'), 'an hour later'),
  ]
  for (const minute of [0, 1, 60]) {
    now = new Date(Date.UTC(2026, 10, 10, 10, minute))
    await Promise.allSettled(sweeps.map((sweep) => sweep()))
  }
  expect(ran.filter((name) => name === 'cheap').length).toBe(3)
  expect(ran.filter((name) => name === 'costly').length).toBe(2)
})
