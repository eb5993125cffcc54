import { problem } from '../../../platform/problem.ts'

const MAX_LINES = 5000

/** Reads impressions by campaign from a CSV export of an ad server. The first line may be a header. Several lines of a campaign
 * are added up. @throws problem ad-figures-invalid */
export function readFigures(csv: string): Map<string, number> {
  const figures = new Map<string, number>()
  const lines = csv.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (lines.length > MAX_LINES)
    throw problem('ad-figures-invalid', { detail: `There are more than ${MAX_LINES} lines` })
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const [campaign = '', text = ''] = fieldsOf(line)
    const impressions = numberIn(text)
    if (impressions === null) {
      if (index === 0) continue
      throw problem('ad-figures-invalid', { detail: `Line ${index + 1} is not a campaign and a number` })
    }
    figures.set(campaign, (figures.get(campaign) ?? 0) + impressions)
  }
  return figures
}

/** Reads the first two fields of a line. Fields can be quoted, with doubled quotes inside (RFC 4180). */
function fieldsOf(line: string): string[] {
  const pattern = /\s*(?:"((?:[^"]|"")*)"|([^,;\t]*))\s*(?:[,;\t]|$)/y
  const fields: string[] = []
  while (pattern.lastIndex < line.length && fields.length < 2) {
    const found = pattern.exec(line)
    if (found === null) return fields
    fields.push(found[1]?.replaceAll('""', '"') ?? found[2]?.trim() ?? '')
  }
  return fields
}

/** Reads an integer, also with thousands separators. */
function numberIn(text: string): number | null {
  const digits = /^\d{1,3}(?:[,. \u00A0\u202F']\d{3})+$/.test(text) ? text.replace(/\D/g, '') : text
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null
}
