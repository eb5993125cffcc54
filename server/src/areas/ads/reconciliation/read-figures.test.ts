import { describe, expect, it } from 'vitest'
import { readFigures } from './read-figures.ts'

const read = (csv: string) => [...readFigures(csv)]

describe('figures of an ad server', () => {
  it('are read with any separator, a header and quotes', () => {
    expect(read('\uFEFFCampaign,Impressions\r\nsoap,12\r\n\r\ntea,3\r\n')).toEqual([
      ['soap', 12],
      ['tea', 3],
    ])
    expect(read('soap;12\ntea\t3\n"soap, ""new""","1,234"\nmilk, 1.500')).toEqual([
      ['soap', 12],
      ['tea', 3],
      ['soap, "new"', 1234],
      ['milk', 1500],
    ])
  })

  it('are added up for each campaign', () => {
    expect(read('soap,1\nsoap,2,ignored')).toEqual([['soap', 3]])
    expect(read('')).toEqual([])
  })

  it('are refused with the number of the wrong line', () => {
    for (const wrong of ['soap', 'soap,many', 'soap,-1', 'soap,1.5', `soap,${'9'.repeat(16)}`])
      expect(() => read(`tea,1\n${wrong}`), wrong).toThrow('Line 2 is not a campaign and a number')
    expect(() => read('soap,1\n'.repeat(6000))).toThrow('There are more than 5000 lines')
  })
})
