import { isCount, type ReportDocument, reportSources, tickUnit } from '@kinora/contract'
import { labelEvery, plotOf } from '@kinora/contract/analytics/charts/plot'
import { chartSize } from './report-document.ts'

type Chart = ReportDocument['charts'][number]

/** The first colors of charts of the console in the light theme (`tokens.css`). */
export const chartColors = [
  '#1251cc',
  '#e66700',
  '#1ea28f',
  '#71520c',
  '#a36ffa',
  '#003c5d',
  '#a4406b',
  '#79994d',
  '#46474d',
] as const
const RULE = '#e4e2dd'
const INK = '#5f5d58'
const MOST_LABELS = 6

/** Positions of the texts of a chart, in its own units. */
export interface ChartLabels {
  readonly ticks: readonly { readonly y: number; readonly text: string }[]
  readonly steps: readonly { readonly x: number; readonly text: string }[]
}

/** The grid and the lines of a chart as paths. It has no text: labels are written by who shows it. */
export function chartPaths(chart: Chart, rule = RULE): string {
  const { plot, colorOf } = layoutOf(chart)
  const { width } = chartSize
  const grid = chart.ticks.map(
    ({ value }) => `<path d="M0,${plot.y(value)}H${width}" stroke="${rule}" stroke-width="0.6"/>`,
  )
  const isOne = chart.lines.length === 1
  const lines = chart.lines.map(({ values }, n) => {
    const line = `<path d="${plot.line(values)}" stroke="${colorOf(n)}" stroke-width="1.6" stroke-linejoin="round"/>`
    return isOne ? `<path d="${plot.area(values)}" fill="${colorOf(n)}" fill-opacity="0.09"/>${line}` : line
  })
  return `<g fill="none">${grid.join('')}${lines.join('')}</g>`
}

export function chartSvg(chart: Chart): string {
  const { width, height } = chartSize
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 -1 ${width} ${height + 2}">${chartPaths(chart)}</svg>`
}

export function chartLabels(chart: Chart): ChartLabels {
  const { plot } = layoutOf(chart)
  const { steps, ticks } = chart
  const every = labelEvery(steps.length, MOST_LABELS)
  const shown = ticks.filter(({ text }, n) => n === 0 || text !== ticks[n - 1]?.text)
  return {
    ticks: shown.map(({ value, text }) => ({ y: plot.y(value), text })),
    steps: steps.flatMap((text, n) => ((steps.length - 1 - n) % every === 0 ? [{ x: plot.x(n), text }] : [])),
  }
}

const MARGIN = { left: 52, right: 24, top: 12, bottom: 26 } as const
const SCALE = 2

/** A chart with its labels for emails, to be drawn with the fonts of reports. Names of lines are beside it as HTML. */
export function chartPicture(
  chart: Chart,
  fontFamilies: string,
): { readonly svg: string; readonly width: number } {
  const { ticks, steps } = chartLabels(chart)
  const width = chartSize.width + MARGIN.left + MARGIN.right
  const height = chartSize.height + MARGIN.top + MARGIN.bottom
  const text = (x: number, y: number, anchor: string, value: string) =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}">${escapeXml(value)}</text>`
  const labels = [
    ...ticks.map((tick) => text(-8, tick.y + 3.5, 'end', tick.text)),
    ...steps.map((step) => text(step.x, chartSize.height + 17, 'middle', step.text)),
  ]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * SCALE}" height="${height * SCALE}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#fff"/><g transform="translate(${MARGIN.left} ${MARGIN.top})">${chartPaths(chart)}<g font-family="${fontFamilies}" font-size="10" fill="${INK}">${labels.join('')}</g></g></svg>`
  return { svg, width }
}

function layoutOf(chart: Chart) {
  const { metric } = reportSources[chart.metric]
  const lines = chart.lines.map(({ values }) => values)
  const plot = plotOf(chartSize, chart.steps.length, lines, isCount(metric), (highest) =>
    tickUnit(metric, highest),
  )
  return { plot, colorOf: (n: number) => chartColors[n % chartColors.length] ?? INK }
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
