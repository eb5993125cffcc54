import { expect, it } from 'vitest'
import { warehouseGauges } from './warehouse-gauges.ts'

const closed = { state: () => Promise.reject(new Error('the warehouse was asked')) }
const insert = { at: () => new Date('2026-03-01T10:00:00Z') }

it('has no values before the warehouse is needed, and only few while it does not answer', async () => {
  const gauges = (isUp: boolean | null) =>
    warehouseGauges({ endpoint: { isUp: async () => isUp }, warehouse: closed, insert }).read()
  expect(await gauges(null)).toEqual([])
  expect(await gauges(false)).toEqual([
    { gauge: 'kinora_warehouse_up', value: 0 },
    {
      gauge: 'kinora_warehouse_last_insert_timestamp_seconds',
      value: Date.parse('2026-03-01T10:00:00Z') / 1000,
    },
  ])
})
