/** Days to remedy a vulnerability of a component, from the day on which it is known: the table in SECURITY.md. Null: with the
 * next release. */
export const daysBySeverity = { critical: 3, high: 14, medium: 30, low: null }

/** Components that read files or messages of strangers count one severity higher. */
export const exposed = ['node-datachannel', 'saxes', '@e965/xlsx']

const DAY_MS = 86_400_000
const ranks = ['low', 'medium', 'high', 'critical']
/** From this score of CVSS on. */
const scores = [0, 4, 7, 9]

/** Compares an audit of npm with the times in which vulnerabilities must be remedied.
 * @param {{ vulnerabilities: Record<string, { via: (string | { name: string, title: string, url: string, severity: string,
 *   cvss?: { score: number } })[] }> }} report the answer of `npm audit --json`
 * @param {Record<string, { knownSince: string, workaround?: string }>} known recorded advisories by ID
 * @param {Date} today
 * @returns {{ id: string, component: string, title: string, severity: string, state: 'new' | 'open' | 'late' | 'remedied',
 *   daysLeft: number | null }[]} `new`: not recorded yet; `late`: past its time */
export function judgeAudit(report, known, today) {
  const advisories = new Map()
  for (const { via } of Object.values(report.vulnerabilities))
    for (const each of via) {
      if (typeof each === 'string') continue
      const other = advisories.get(idOf(each))
      if (other === undefined || rankOf(each) > rankOf(other)) advisories.set(idOf(each), each)
    }
  return Array.from(advisories, ([id, advisory]) => {
    const severity = severityOf(advisory)
    const days = daysBySeverity[severity]
    const record = known[id]
    const daysLeft = record === undefined || days === null ? null : days - ageOf(record, today)
    return {
      id,
      component: advisory.name,
      title: advisory.title,
      severity,
      state: stateOf(record, daysLeft),
      daysLeft,
    }
  })
}

function idOf({ url }) {
  return url.split('/').at(-1)
}

function severityOf(advisory) {
  return ranks[rankOf(advisory)]
}

function rankOf({ name, severity, cvss }) {
  const named = severity === 'moderate' ? 'medium' : severity
  const score = cvss?.score ?? 0
  const rank = score > 0 ? scores.findLastIndex((least) => score >= least) : Math.max(0, ranks.indexOf(named))
  return Math.min(rank + (exposed.includes(name) ? 1 : 0), ranks.length - 1)
}

function ageOf({ knownSince }, today) {
  const age = Math.floor((today.getTime() - Date.parse(knownSince)) / DAY_MS)
  if (Number.isNaN(age)) throw new Error(`a recorded advisory has no valid date: ${knownSince}`)
  return age
}

function stateOf(record, daysLeft) {
  if (record === undefined) return 'new'
  if (record.workaround) return 'remedied'
  return daysLeft !== null && daysLeft < 0 ? 'late' : 'open'
}
