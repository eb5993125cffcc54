import type { ReportDocument } from '@kinora/contract'
import { labelEvery, plotOf } from '@kinora/contract/analytics/charts/plot'
import { isCount, tickUnit } from '@kinora/contract/analytics/figure-text'
import { reportSources } from '@kinora/contract/reports/values'
import { none } from '../../../lib/format'
import { languages } from '../../../lib/languages'
import { Mark } from '../../../ui/mark'

const size = { width: 420, height: 110 }
const MOST_LABELS = 4

interface SheetProps {
  readonly document: ReportDocument
  readonly name: string
}

/** The content of a report, as its readers see it. */
export function Sheet({ document, name }: SheetProps) {
  const { language, period, subtitle, figures, charts, tables } = document
  const { dir } = languages[language]
  return (
    <article
      lang={language}
      dir={dir}
      className="overflow-hidden rounded-3 border border-rule bg-panel p-7 shadow-lift-2 max-sm:p-4"
    >
      <header className="border-b border-rule pb-4">
        <p className="flex items-center gap-2 pb-3 text-13">
          <Mark size={20} />
          <span className="font-head">Kinora</span>
          <bdi className="tabular ms-auto text-ink-2">{period}</bdi>
        </p>
        <h2 className="text-22 font-head wrap-anywhere">
          <bdi>{name.trim() === '' ? none : name}</bdi>
        </h2>
        {subtitle !== '' && <p className="text-12 text-ink-2">{subtitle}</p>}
      </header>
      {figures.length > 0 && (
        <dl className="grid grid-cols-2 gap-x-4 gap-y-4 border-b border-rule py-4 sm:grid-cols-3">
          {figures.map((figure) => (
            <div key={figure.metric} className="min-w-0">
              <dt className="text-12 text-ink-2">{figure.name}</dt>
              <dd className="tabular text-22 font-head">
                <bdi>{figure.value}</bdi>
              </dd>
              {figure.change !== null && (
                <dd className="tabular text-12 text-ink-2">
                  <bdi dir="ltr">{figure.change}</bdi>
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
      {charts.map((chart) => (
        <Chart key={chart.metric} chart={chart} />
      ))}
      {tables.map((table) => (
        <Rows key={table.metric} table={table} />
      ))}
    </article>
  )
}

const colorOf = (n: number) => `var(--c${(n % 20) + 1})`

/** Time goes from left to right in every language. */
function Chart({ chart }: { readonly chart: ReportDocument['charts'][number] }) {
  const { title, metric, steps, lines, ticks } = chart
  const source = reportSources[metric].metric
  const values = lines.map((line) => line.values)
  const plot = plotOf(size, steps.length, values, isCount(source), (highest) => tickUnit(source, highest))
  const every = labelEvery(steps.length, MOST_LABELS)
  const named = lines.filter(({ name }) => name !== '')
  return (
    <section className="pt-5">
      <h3 className="pb-3 text-13 font-head">{title}</h3>
      <div aria-hidden dir="ltr" className="tabular flex text-11 text-ink-3">
        <div className="relative w-14 shrink-0">
          {ticks.map(({ value, text }, n) => (
            <span
              key={value}
              className="absolute end-2 -translate-y-1/2 whitespace-nowrap"
              style={{ top: `${(plot.y(value) / size.height) * 100}%` }}
            >
              {n > 0 && ticks[n - 1]?.text === text ? '' : <bdi>{text}</bdi>}
            </span>
          ))}
        </div>
        <svg
          aria-hidden
          viewBox={`0 -1 ${size.width} ${size.height + 2}`}
          className="min-w-0 flex-1 overflow-visible"
          fill="none"
        >
          {ticks.map(({ value }) => (
            <path key={value} d={`M0,${plot.y(value)}H${size.width}`} stroke="var(--rule)" />
          ))}
          {lines.map((line, n) => (
            <g key={line.name}>
              {lines.length === 1 && <path d={plot.area(line.values)} fill={colorOf(n)} fillOpacity={0.09} />}
              <path
                d={plot.line(line.values)}
                stroke={colorOf(n)}
                strokeWidth={1.75}
                strokeLinejoin="round"
              />
            </g>
          ))}
        </svg>
      </div>
      <div aria-hidden dir="ltr" className="relative ms-14 h-5 text-11 text-ink-3">
        {steps.map((step, n) =>
          (steps.length - 1 - n) % every === 0 ? (
            <span
              key={step}
              className="absolute top-1 -translate-x-1/2 whitespace-nowrap last:-translate-x-full"
              style={{ left: `${(plot.x(n) / size.width) * 100}%` }}
            >
              <bdi>{step}</bdi>
            </span>
          ) : null,
        )}
      </div>
      {named.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 pt-2 text-12 text-ink-2">
          {lines.map((line, n) => (
            <li key={line.name} className="flex items-center gap-1.5">
              <span className="w-3.5 border-t-2" style={{ borderColor: colorOf(n) }} aria-hidden />
              <bdi>{line.name}</bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Rows({ table }: { readonly table: ReportDocument['tables'][number] }) {
  const { title, rows } = table
  return (
    <section className="pt-5">
      <h3 className="pb-1 text-13 font-head">{title}</h3>
      {rows.length === 0 ? (
        <p className="text-12 text-ink-3">{none}</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.name} className="flex justify-between gap-4 border-b border-rule py-1.5 text-13">
              <bdi className="min-w-0 wrap-anywhere">{row.name}</bdi>
              <bdi className="tabular">{row.value}</bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
