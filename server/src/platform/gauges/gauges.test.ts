import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { type GaugeGroup, openGauges, type Reading } from './gauges.ts'

function group(name: string, read: GaugeGroup['read']): GaugeGroup {
  const gauges = { [`${name}_a`]: { help: 'A', labels: ['kind'] }, [`${name}_b`]: { help: 'B' } }
  return { name, of: 'process', gauges, read }
}

it('reads a group once for a page, and forgets labels that are gone', async () => {
  const registry = new Registry()
  const gauges = openGauges(registry)
  let reads = 0
  let kinds = ['x', 'y']
  gauges.add(
    group('jobs', async () => {
      reads += 1
      return [
        ...kinds.map((kind): Reading => ({ gauge: 'jobs_a', labels: { kind }, value: 1 })),
        { gauge: 'jobs_b', value: 2 },
      ]
    }),
  )
  expect(await registry.metrics()).toContain('jobs_a{kind="y"} 1')
  expect(reads).toBe(1)
  kinds = ['x']
  const page = await registry.metrics()
  expect(page).toContain('jobs_b 2')
  expect(page).not.toContain('kind="y"')
  expect(await gauges.read('process')).toHaveLength(2)
  expect(await gauges.read('installation')).toEqual([])
})

it('shows the other groups if one fails or hangs', async () => {
  const registry = new Registry()
  const gauges = openGauges(registry, 20)
  gauges.add(group('broken', () => Promise.reject(new Error('no connection'))))
  gauges.add(group('slow', () => new Promise(() => undefined)))
  gauges.add(group('well', async () => [{ gauge: 'well_b', value: 3 }]))
  const page = await registry.metrics()
  expect(page).toContain('well_b 3')
  expect(page).not.toMatch(/^(broken|slow)_b /m)
  // The counter is on the page from the next one on.
  expect(await registry.metrics()).toContain('kinora_gauge_failures_total{group="broken"}')
  expect(await gauges.read('process')).toEqual([{ gauge: 'well_b', value: 3 }])
})
