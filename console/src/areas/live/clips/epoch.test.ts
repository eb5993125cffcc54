import { describe, expect, it } from 'vitest'
import { clipBodyOf, earlier, epochOf, momentOf, typedClipSchema } from './epoch'

const now = 1_800_000_000_500

describe('the times of a live clip', () => {
  it('are epoch times in seconds or milliseconds', () => {
    expect(momentOf('1700000000')?.toISOString()).toBe('2023-11-14T22:13:20.000Z')
    expect(momentOf('1700000000250')?.toISOString()).toBe('2023-11-14T22:13:20.250Z')
    for (const typed of ['', ' ', 'yesterday', '-5', '00:10', 'Infinity']) expect(momentOf(typed)).toBe(null)
  })

  it('move back from the typed time, or from now', () => {
    expect(epochOf(now)).toBe('1800000000')
    expect(earlier('1700000030', 30, now)).toBe('1700000000')
    expect(earlier('noon', 30, now)).toBe('1799999970')
  })

  it('are refused by the schema of the request unless they are numbers', () => {
    const typed = { name: ' ', startTime: '1700000000.5', endTime: '1700000010' }
    expect(clipBodyOf(typed)).toEqual({ startTime: 1_700_000_000.5, endTime: 1_700_000_010 })
    expect(typedClipSchema.safeParse(typed)).toEqual({ success: true, data: typed })
    const refused = typedClipSchema.safeParse({ ...typed, endTime: 'later' })
    expect(refused).toMatchObject({ success: false })
  })
})
