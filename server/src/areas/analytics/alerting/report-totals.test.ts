import { describe, expect, it } from 'vitest'
import type { MetricQuery } from '../../../platform/alerts/alert-sources.ts'
import type { ReceivedEvent } from '../deltas/deltas.ts'
import { reportTotals } from './report-totals.ts'
import { samplesOf } from './series.ts'

const facts = { object_id: 'o', kind: 'live', country: 'IN', device_type: 'phone', is_bot: 0 }
const event = (receivedMs: number, more: object = {}) =>
  ({ environmentId: 'e', receivedMs, facts: { ...facts, ...more } }) as unknown as ReceivedEvent
const row = (more: object) => ({ views: 0, watch_ms: 0, startup_ms: null, ...more })
const rest = {
  started_views: 0,
  playback_failures: 0,
  startup_failures: 0,
  rebuffer_ms: 0,
  rebuffers: 0,
}

describe('reports by the time of their receipt', () => {
  it('are summed by ten seconds and group, without bots', () => {
    const filled = (more: object) => ({ ...row(more), ...rest })
    const totals = reportTotals([
      { event: event(10_000), row: filled({ views: 1, startup_ms: 400 }) },
      { event: event(19_999), row: filled({ watch_ms: 5000 }) },
      { event: event(20_000), row: filled({ watch_ms: 7000 }) },
      { event: event(20_000, { country: 'AE' }), row: filled({ views: 1 }) },
      { event: event(20_000, { is_bot: 1 }), row: filled({ views: 1 }) },
    ])
    expect(
      totals.map(({ at, country, views, watch_ms, startup_ms, startups }) => [
        at,
        country,
        views,
        watch_ms,
        startup_ms,
        startups,
      ]),
    ).toEqual([
      [10, 'IN', 1, 5000, 400, 1],
      [20, 'IN', 0, 7000, 0, 0],
      [20, 'AE', 1, 0, 0, 0],
    ])
  })

  it('give the same values for steps together as for each alone', () => {
    const rows = [30, 40, 60, 90, 100].map((at) => ({ at, views: at / 10 }))
    const query = (first: number, last: number): MetricQuery => ({
      environmentIds: ['e', 'f'],
      metrics: ['n'],
      windowS: 40,
      groupBy: 'none',
      filters: { objectIds: [], countries: [], deviceTypes: [] },
      from: new Date(first * 1000),
      to: new Date(last * 1000),
      stepS: 10,
    })
    const sampled = (asked: MetricQuery, span: number) => {
      const start = asked.from.getTime() / 1000 - asked.windowS
      const own = rows.filter(({ at }) => at >= start && at * 1000 < asked.to.getTime())
      const spans = Map.groupBy(own, ({ at }) => Math.floor((at - start) / span))
      const sums = [...spans].map(([n, some]) => ({
        environment_id: 'e',
        key: '',
        span: n,
        views: some.reduce((sum, { views }) => sum + views, 0),
      }))
      return samplesOf(asked, sums, ['views'], ({ views = 0 }) => ({ n: views }))
    }
    const together = sampled(query(70, 110), 10)
    const alone = [70, 80, 90, 100, 110].flatMap((at) => sampled(query(at, at), 40))
    const byTime = (all: typeof alone) =>
      all.toSorted(
        (one, other) => one.atMs - other.atMs || one.environmentId.localeCompare(other.environmentId),
      )
    expect(byTime(together)).toEqual(byTime(alone))
    expect(
      together.filter(({ environmentId }) => environmentId === 'f').every(({ values }) => values.n === 0),
    ).toBe(true)
  })
})
