import { expect, it } from 'vitest'
import { filtersOf, filtersText, isKnownWith } from './filters'
import { figureTabs, filterDimensions } from './tabs'

it('restores filters from the URL', () => {
  const filters = { partner: ['Tara, the 2nd; a=b', 'తార'], country: ['IN'] }
  expect(filtersOf(filtersText(filters))).toEqual(filters)
  expect(filtersText({ partner: [] })).toBe('')
})

it('ignores invalid parts', () => {
  expect(filtersOf('constructor=x;partner=;country=IN,%E0%A4%A;=;city')).toEqual({ country: ['IN'] })
})

it('has peak viewers only with filters by title and content type', () => {
  expect(isKnownWith('peak-viewers', { contentId: ['x'], category: ['live'] })).toBe(true)
  expect(isKnownWith('peak-viewers', { contentId: ['x'], country: ['IN'] })).toBe(false)
  expect(isKnownWith('views', { country: ['IN'] })).toBe(true)
})

it('filters all metrics of ads by programme and partner', () => {
  for (const tab of ['ads', 'revenue'] as const) {
    expect(filterDimensions(tab)).toEqual(expect.arrayContaining(['programme', 'partner']))
    const filters = { programme: ['Evening news'], partner: ['Tara'] }
    expect(figureTabs[tab].metrics.filter((metric) => !isKnownWith(metric, filters))).toEqual([])
  }
})
