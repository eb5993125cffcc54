import { expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { runSweeps } from './sweeper.ts'

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
