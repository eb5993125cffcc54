import { expect, it } from 'vitest'
import { reportCsv } from './report-csv'

it('has exact amounts, quoted names, and no formulas', () => {
  const counts = {
    impressions: 2,
    firstQuartiles: 2,
    midpoints: 1,
    thirdQuartiles: 1,
    completes: 1,
    clicks: 0,
  }
  const row = { ...counts, day: '2026-11-03', creativeId: 'c1', currency: 'INR', spend: '0.005000002' }
  const csv = reportCsv([
    { ...row, creativeName: '=SUM(A1), "big"' },
    { ...row, creativeName: null },
  ])
  expect(csv.split('\r\n').slice(1)).toEqual([
    `2026-11-03,c1,"'=SUM(A1), ""big""",2,2,1,1,1,0,0.005000002,INR`,
    '2026-11-03,c1,,2,2,1,1,1,0,0.005000002,INR',
    '',
  ])
})
