import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inRoot } from '../lib/paths.mjs'
import { daysBySeverity, judgeAudit } from './judge.mjs'

const today = new Date('2026-11-20T12:00:00Z')
const advisory = (name: string, severity: string, score = 0) => ({
  name,
  severity,
  title: 'Reads beyond its end',
  url: `https://github.com/advisories/GHSA-${name}`,
  cvss: { score },
})
const reportOf = (...all: ReturnType<typeof advisory>[]) => ({
  vulnerabilities: Object.fromEntries(all.map((each) => [each.name, { via: [each, 'other'] }])),
})
const judged = (one: ReturnType<typeof advisory>, knownSince?: string, workaround?: string) => {
  const known = { [`GHSA-${one.name}`]: { knownSince: knownSince ?? '', ...(workaround && { workaround }) } }
  const [result] = judgeAudit(reportOf(one), knownSince === undefined ? {} : known, today)
  return result && [result.severity, result.state, result.daysLeft]
}

describe('an audit', () => {
  it('has nothing to say without vulnerabilities', () => {
    expect(judgeAudit({ vulnerabilities: {} }, {}, today)).toEqual([])
  })

  it('finds advisories that nobody has recorded', () => {
    expect(judged(advisory('zod', 'high'))).toEqual(['high', 'new', null])
  })

  it.each([
    ['critical', '2026-11-17', 'open', 0],
    ['critical', '2026-11-16', 'late', -1],
    ['high', '2026-11-06', 'open', 0],
    ['high', '2026-11-05', 'late', -1],
    ['moderate', '2026-10-21', 'open', 0],
    ['moderate', '2026-10-20', 'late', -1],
    ['low', '2020-01-01', 'open', null],
  ])(
    'gives a vulnerability of severity %s that is known since %s the state "%s"',
    (given, since, state, left) => {
      expect(judged(advisory('zod', given), since)?.slice(1)).toEqual([state, left])
    },
  )

  it('prefers the score to the name, and raises components that read what strangers send', () => {
    expect(judged(advisory('zod', 'low', 7.5))?.[0]).toBe('high')
    expect(judged(advisory('saxes', 'high'))?.[0]).toBe('critical')
    expect(judged(advisory('saxes', 'critical'))?.[0]).toBe('critical')
  })

  it('is content with a workaround', () => {
    expect(judged(advisory('zod', 'critical'), '2026-01-01', 'The feature is off.')?.[1]).toBe('remedied')
  })

  it('holds the times that SECURITY.md promises', () => {
    const text = readFileSync(inRoot('SECURITY.md'), 'utf8')
    for (const [severity, days] of Object.entries(daysBySeverity)) {
      const promised = new RegExp(`^\\| ${severity}[^|]*\\| ([^|]+) \\|`, 'm').exec(text)?.[1]
      expect(promised).toBe(days === null ? 'next release' : `${days} days`)
    }
  })
})
