import { describe, expect, it } from 'vitest'
import { canonicalReferrer, playbackRestrictions } from './playback.ts'

describe('embedding site', () => {
  it.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.com', 'example.com'],
    ['example.com.', 'example.com'],
    ['*.Example.com', '*.example.com'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['*.भारत', '*.xn--h2brj9c'],
    ['ＥＸＡＭＰＬＥ.com', 'example.com'],
    ['localhost', 'localhost'],
    ['192.168.1.5', '192.168.1.5'],
    ['_dmarc.example.com', '_dmarc.example.com'],
  ])('%s is %s', (text, host) => {
    expect(canonicalReferrer(text)).toBe(host)
  })

  it.each([
    '',
    '*',
    '*.',
    'ex*mple.com',
    'www.*.com',
    '**.example.com',
    '*.*.example.com',
    '*.192.168.1.5',
    'https://example.com',
    'example.com/path',
    'example.com:8443',
    'user@example.com',
    'example.com evil.test',
    ' example.com',
    "example.com; script-src 'unsafe-inline'",
    'example.com,evil.test',
    "'self'",
    'a%2eb',
    '..',
    'example..com',
    '1',
    '0x7f.1',
    '[::1]',
    `${'a'.repeat(250)}.com`,
  ])('%s is not a valid host', (text) => {
    expect(canonicalReferrer(text)).toBeNull()
  })
})

describe('playback period', () => {
  const within = (playableFrom: string | null, playableUntil: string | null) =>
    playbackRestrictions.safeParse({ playableFrom, playableUntil })

  it('can have a start, an end, both or neither', () => {
    expect(within('2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z').success).toBe(true)
    expect(within('2026-01-01T00:00:00Z', null).success).toBe(true)
    expect(within(null, '2026-01-01T00:00:00Z').success).toBe(true)
    expect(playbackRestrictions.parse({})).toEqual({
      allowedReferrers: [],
      allowNoReferrer: true,
      playableFrom: null,
      playableUntil: null,
    })
  })

  it('must end after its start', () => {
    for (const until of ['2026-01-01T00:00:00Z', '2025-12-31T00:00:00Z'])
      expect(within('2026-01-01T00:00:00Z', until).error?.issues).toMatchObject([
        { path: ['playableUntil'], message: 'The end must be after the start' },
      ])
    expect(within('yesterday', null).success).toBe(false)
  })
})
