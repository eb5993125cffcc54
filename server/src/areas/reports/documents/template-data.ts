import { join } from 'node:path'
import type { ReportDocument } from '@kinora/contract'
import { numberFormat } from '@kinora/contract/number-format'
import { isolated } from '../../../platform/documents/isolate.ts'
import { chartColors, chartLabels, chartSvg } from './chart-picture.ts'
import { chartSize } from './report-document.ts'
import { fill, locales, reportTexts } from './texts.ts'

/** Path of the template of reports. */
export const reportTemplate = join(import.meta.dirname, 'report.typ')

/** The input of the template `report.typ` as JSON. Texts of users cannot change the direction of others. */
export function templateData(document: ReportDocument): string {
  const { language, timezone } = document
  const texts = reportTexts[language]
  const format = numberFormat(locales[language])
  return JSON.stringify({
    ...document,
    title: isolated(document.title),
    subtitle: isolated(document.subtitle),
    covers: fill(texts.covers, { zone: isolated(timezone) }),
    noData: texts.noData,
    chart: chartSize,
    charts: document.charts.map((chart) => ({
      title: chart.title,
      svg: chartSvg(chart),
      lines: chart.lines.map(({ name }, n) => ({
        name: name === '' ? '' : isolated(name),
        color: chartColors[n % chartColors.length],
      })),
      ...labelsOf(chart),
    })),
    tables: document.tables.map((table) => ({
      ...table,
      rows: table.rows.map((row) => ({ ...row, name: isolated(row.name) })),
      others: table.others === 0 ? null : fill(texts.others, { count: format.number(table.others) }),
    })),
  })
}

/** Labels as they would be on a line of their own: `16 نوفمبر` begins on the right. */
function labelsOf(chart: ReportDocument['charts'][number]) {
  const { ticks, steps } = chartLabels(chart)
  const alone = <L extends { readonly text: string }>(label: L) => ({ ...label, text: isolated(label.text) })
  return { ticks: ticks.map(alone), steps: steps.map(alone) }
}
