import { describe, expect, it } from 'vitest'
import { durationText, fullNumber, shortNumber } from './short-number.ts'

describe('a short number', () => {
  it.each([
    [0, '0'],
    [7.25, '7.3'],
    [999, '999'],
    [999.94, '999.9'],
    [1000, '1K'],
    [1234, '1.2K'],
    [12_000, '12K'],
    [999_949, '999.9K'],
    [999_950, '1M'],
    [1_000_000, '1M'],
    [2_340_000_000, '2,340M'],
  ])('of %d is %s', (value, text) => {
    expect(shortNumber('en-GB', value)).toBe(text)
  })

  it('has the same suffixes in every language', () => {
    expect(shortNumber('hi-IN', 150_000)).toBe('150K')
    expect(shortNumber('ar-AE-u-nu-latn', 1_500_000)).toBe('1.5M')
  })
})

describe('a duration', () => {
  it.each([
    [0, '0 secs'],
    [1, '1 sec'],
    [45.26, '45.3 secs'],
    [60, '60 secs'],
    [61, '1 min'],
    [90, '1.5 mins'],
    [5400, '90 mins'],
    [900_000, '15K mins'],
  ])('of %d seconds is %s', (seconds, text) => {
    expect(durationText('en-GB', seconds)).toBe(text)
  })

  it('can be written with all digits', () => {
    expect(durationText('en-GB', 900_000, fullNumber)).toBe('15,000 mins')
  })
})
