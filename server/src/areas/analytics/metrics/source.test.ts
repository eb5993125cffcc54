import type { SeriesInterval } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { totalsSource } from './source.ts'
import type { ViewScope } from './view-scope.ts'

const scope = {
  environmentId: '01a20aa3-1a48-743b-a88d-b7a15a23a261',
  range: {
    ...{ from: new Date('2026-10-28T00:12:00Z'), to: new Date('2026-11-07T21:43:00Z') },
    ...{ interval: 'day' as SeriesInterval, timezone: 'Asia/Kolkata' },
  },
  contentIds: null,
  filters: {},
  totalsSince: new Date(0),
} satisfies ViewScope

describe('sums of half hours', () => {
  it('answer for days of all views, or of one kind', () => {
    expect(totalsSource(scope, true)?.from).toContain('view_totals')
    expect(totalsSource({ ...scope, filters: { category: ['live'] } }, true)?.from).toContain(
      `kind IN (CAST('live', 'String'))`,
    )
  })

  it.each([
    ['a filter', { filters: { country: ['IN'] } }],
    ['a role that hides videos', { contentIds: [] }],
    ['less than two days', { range: { ...scope.range, from: new Date('2026-11-06T00:12:00Z') } }],
    ['steps of minutes', { range: { ...scope.range, interval: 'minute' as const } }],
    ['days that begin at a quarter', { range: { ...scope.range, timezone: 'Asia/Kathmandu' } }],
    ['views from before there were sums', { totalsSince: new Date('2026-10-28T00:40:00Z') }],
  ])('do not answer for %s', (_, change) => {
    expect(totalsSource({ ...scope, ...change }, true)).toBeNull()
  })
})
