import type { SeriesInterval } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { literal } from '../warehouse/literal.ts'
import { totalsSource } from './source.ts'
import type { ViewScope } from './view-scope.ts'

const scope = {
  environments: [{ environmentId: '01a20aa3-1a48-743b-a88d-b7a15a23a261', contentIds: null }],
  range: {
    from: new Date('2026-10-28T00:12:00Z'),
    to: new Date('2026-11-07T21:43:00Z'),
    interval: 'day' as SeriesInterval,
    timezone: 'Asia/Kolkata',
  },
  filters: {},
  totalsSince: { views: new Date(0), deliveries: new Date(0) },
  sketchesSince: new Date(0),
  startupsSince: new Date(0),
  areFew: false,
  viewsSince: new Date(0),
} satisfies ViewScope

describe('sums of views', () => {
  it('are read for ranges of days, with at most one dimension', () => {
    const fromOf = (change: Partial<ViewScope>, wanted: Parameters<typeof totalsSource>[2]) =>
      totalsSource('views', { ...scope, ...change }, wanted)?.from
    const of = (dimension: string) => `dimension = CAST('${dimension}', 'String')`
    expect(fromOf({}, { isSeries: true })).toContain(of(''))
    expect(fromOf({ filters: { category: ['live'] } }, {})).toContain(`kind IN (CAST('live', 'String'))`)
    expect(fromOf({ filters: { country: ['IN'] } }, { isSeries: true })).toContain(of('country'))
    expect(fromOf({ filters: { country: ['IN'], category: ['live'] } }, { by: 'country' })).toContain(
      of('country'),
    )
    expect(fromOf({}, { by: 'contentId' })).toContain(of('contentId'))
    expect(fromOf({ filters: { city: ['Pune'] } }, { by: 'category' })).toContain('t.kind AS own_key')
  })

  it('are the only source for ranges whose views are deleted, in whole steps', () => {
    const range = { ...scope.range, to: new Date('2026-10-28T07:12:00Z') }
    const viewsSince = new Date('2026-11-02T00:00:00Z')
    expect(totalsSource('views', { ...scope, range }, {})).toBeNull()
    const { from = '' } = totalsSource('views', { ...scope, range, areFew: true, viewsSince }, {}) ?? {}
    expect(from).toContain(`time >= ${literal(new Date('2026-10-28T00:00:00Z'), `DateTime64(3, 'UTC')`)}`)
  })

  it('use the old sketches if the range begins before the new ones', () => {
    const of = (since: string) =>
      totalsSource('views', { ...scope, sketchesSince: new Date(since) }, { uses: '{viewers}' })
    const isOld = /t\.viewers AS viewers[\s\S]*State\(14\)/
    const isNew = /t\.viewer_sketch AS viewer_sketch[\s\S]*State\(17\)/
    // The range begins in the middle of a half hour.
    expect(of('2026-10-28T00:30:00Z')).toMatchObject({
      from: expect.stringMatching(isNew),
      words: expect.objectContaining({ viewers: 'uniqCombined64Merge(17)(viewer_sketch)' }),
    })
    expect(of('2026-10-28T00:30:01Z')).toMatchObject({
      from: expect.stringMatching(isOld),
      words: expect.objectContaining({ viewers: 'uniqCombined64Merge(14)(viewers)' }),
    })
  })

  it.each([
    ['two dimensions', { filters: { country: ['IN'], partner: ['Tara'] } }, {}],
    ['a filter beside a dimension', { filters: { country: ['IN'] } }, { by: 'city' as const }],
    ['what pages say', {}, { by: 'custom3' as const }],
    ['steps of what is kept by day', { filters: { contentId: ['1'] } }, { isSeries: true }],
    [
      'a role that hides videos',
      { environments: scope.environments.map((each) => ({ ...each, contentIds: [] })) },
      {},
    ],
    ['two days', { range: { ...scope.range, from: new Date('2026-11-05T21:43:00Z') } }, {}],
    ['few views', { areFew: true }, {}],
    ['steps of minutes', { range: { ...scope.range, interval: 'minute' as const } }, { isSeries: true }],
    [
      'days that begin at a quarter',
      { range: { ...scope.range, timezone: 'Asia/Kathmandu' } },
      { isSeries: true },
    ],
    [
      'views from before there were sums',
      { totalsSince: { ...scope.totalsSince, views: new Date('2026-10-28T00:40:00Z') } },
      {},
    ],
  ])('are not used for %s', (_, change, wanted) => {
    expect(totalsSource('views', { ...scope, ...change }, wanted)).toBeNull()
  })
})
