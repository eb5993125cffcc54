import type { ReportDocument } from '@kinora/contract'
import { labelEvery, plotOf } from '@kinora/contract/analytics/charts/plot'
import { isCount, tickUnit } from '@kinora/contract/analytics/figure-text'
import { reportSources } from '@kinora/contract/reports/values'
import { element, isolated, placed, svg } from './element.ts'

const size = { width: 420, height: 120 }
const MOST_LABELS = 5
const COLORS = 8

const colorOf = (n: number) => `var(--c${(n % COLORS) + 1})`

/** A chart of a report. Time goes from left to right in every language. The table beside it is for screen readers. */
export function chartElement(chart: ReportDocument['charts'][number]): HTMLElement {
  const { title, metric, steps, lines, ticks } = chart
  const source = reportSources[metric].metric
  const values = lines.map((line) => line.values)
  const plot = plotOf(size, steps.length, values, isCount(source), (highest) => tickUnit(source, highest))
  const every = labelEvery(steps.length, MOST_LABELS)
  const grid = ticks.map(({ value }) =>
    svg('path', { d: `M0,${plot.y(value)}H${size.width}`, stroke: 'var(--rule)' }),
  )
  const paths = lines.flatMap((line, n) => [
    ...(lines.length === 1
      ? [svg('path', { d: plot.area(line.values), fill: colorOf(n), 'fill-opacity': '0.09' })]
      : []),
    svg('path', {
      d: plot.line(line.values),
      stroke: colorOf(n),
      'stroke-width': '1.75',
      'stroke-linejoin': 'round',
    }),
  ])
  const labels = ticks.flatMap(({ value, text }, n) =>
    n > 0 && ticks[n - 1]?.text === text ? [] : [placed(text, 'top', plot.y(value) / size.height)],
  )
  const names = steps.flatMap((step, n) =>
    (steps.length - 1 - n) % every === 0 ? [placed(step, 'left', plot.x(n) / size.width)] : [],
  )
  const box = `0 -1 ${size.width} ${size.height + 2}`
  return element('figure', [
    element('h2', title),
    element(
      'div',
      [element('div', labels, { className: 'ticks' }), svg('svg', { viewBox: box }, [...grid, ...paths])],
      {
        className: 'plot',
        attributes: { dir: 'ltr', 'aria-hidden': 'true' },
      },
    ),
    element('div', names, { className: 'steps', attributes: { dir: 'ltr', 'aria-hidden': 'true' } }),
    legend(lines),
  ])
}

function legend(lines: ReportDocument['charts'][number]['lines']): HTMLElement | null {
  if (lines.every(({ name }) => name === '')) return null
  return element(
    'ul',
    lines.map(({ name }, n) => {
      const mark = element('i', '')
      mark.style.borderColor = colorOf(n)
      return element('li', [mark, isolated(name)])
    }),
  )
}
