import {
  changeFormat,
  type Dimension,
  type Figures,
  figureText,
  isCount,
  type MetricId,
  type ReportDocument,
  type ReportMetric,
  reportSources,
  shortFigureText,
  tickUnit,
} from '@kinora/contract'
import { plotOf } from '@kinora/contract/analytics/charts/plot'
import { numberFormat } from '@kinora/contract/number-format'
import type { AskedReport } from '../tables.ts'
import { type Answers, dimensionOf } from './answers.ts'
import { fill, locales, reportTexts } from './texts.ts'

/** The size for which charts get their grid lines. */
export const chartSize = { width: 480, height: 130 } as const
const UNKNOWN = '–'
/** Amounts of money are in no metric of a report. */
const CURRENCY = 'USD'

type Asked = Pick<AskedReport, 'name' | 'language' | 'timezone' | 'filters' | 'splitBy'>

/** The content of a report in its language.
 * @param mostRows rows of a table at most */
export function reportDocument(asked: Asked, answers: Answers, mostRows: number): ReportDocument {
  const { name, language, timezone, splitBy } = asked
  const writer = writerOf(asked)
  const figures = answers.items.filter(({ metric }) => reportSources[metric].by === undefined)
  const tables = answers.items.filter(({ metric }) => reportSources[metric].by !== undefined)
  return {
    language,
    title: name,
    period: writer.period(answers.from, answers.to),
    subtitle: filterTexts(asked, answers),
    timezone,
    figures: figures.map(({ metric, figures: { metric: id, total, previousTotal } }) => ({
      metric,
      name: writer.texts.metrics[metric],
      value: writer.full(id, total),
      change: writer.change(total, previousTotal ?? null),
    })),
    charts: figures
      .filter((item) => item.figures.series.length > 1)
      .map((item) => chartOf(item.metric, item.figures, splitBy, writer)),
    tables: tables.map((item) => tableOf(item.metric, item.figures, mostRows, writer)),
  }
}

type Writer = ReturnType<typeof writerOf>

function writerOf({ language, timezone }: Asked) {
  const tag = locales[language]
  const format = numberFormat(tag)
  const texts = reportTexts[language]
  const change = changeFormat(tag)
  const share = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 })
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: timezone })
  const looks = {
    minute: { hour: '2-digit', minute: '2-digit' },
    'half-hour': { hour: '2-digit', minute: '2-digit' },
    hour: { hour: '2-digit', minute: '2-digit' },
    day: { day: 'numeric', month: 'short' },
    week: { day: 'numeric', month: 'short' },
    month: { month: 'short', year: 'numeric' },
  } as const
  return {
    texts,
    language,
    full: (metric: MetricId, value: number | null) =>
      value === null ? UNKNOWN : figureText(format, tag, metric, value, CURRENCY),
    short: (metric: MetricId, value: number) =>
      value === 0 ? format.number(0) : shortFigureText(format, tag, metric, value, CURRENCY),
    number: format.number,
    share: (value: number) => share.format(value),
    change: (value: number | null, before: number | null) =>
      value === null || before === null || before === 0 ? null : change.format((value - before) / before),
    period: (from: Date, to: Date) => date.formatRange(from, new Date(to.getTime() - 1)),
    stepNames(interval: Figures['interval'], times: readonly string[]) {
      const step = new Intl.DateTimeFormat(tag, { ...looks[interval], timeZone: timezone })
      return times.map((at) => step.format(new Date(at)))
    },
  }
}

function chartOf(
  metric: ReportMetric,
  figures: Figures,
  splitBy: Dimension | null,
  writer: Writer,
): ReportDocument['charts'][number] {
  const { texts } = writer
  const { series, otherSplits, interval, metric: id } = figures
  const names = new Map((figures.rows ?? []).map((row) => [row.key, row.name]))
  const byKey = [...Map.groupBy(series, ({ key }) => key ?? null)]
  const isSplit = byKey.some(([key]) => key !== null)
  const lines = byKey.map(([key, points]) => ({
    name: key === null || splitBy === null ? '' : nameOf(splitBy, key, names.get(key), writer.language),
    values: points.map(({ value }) => value),
  }))
  const others =
    otherSplits === undefined ? [] : [{ name: '…', values: otherSplits.series.map(({ value }) => value) }]
  const [[, first] = ['', []]] = byKey
  const all = [...lines, ...others]
  const plot = plotOf(
    chartSize,
    first.length,
    all.map(({ values }) => values),
    isCount(id),
    (highest) => tickUnit(id, highest),
  )
  const dimension = splitBy === null ? undefined : texts.dimensions[splitBy]
  const title = texts.metrics[metric]
  return {
    metric,
    title:
      isSplit && dimension !== undefined
        ? fill(texts.by, { metric: title, dimension: dimension.toLocaleLowerCase() })
        : title,
    interval,
    steps: writer.stepNames(
      interval,
      first.map(({ at }) => at),
    ),
    lines: all,
    ticks: plot.ticks.map((value) => ({ value, text: writer.short(id, value) })),
  }
}

function tableOf(
  metric: ReportMetric,
  { rows = [], groups = rows.length, metric: id }: Figures,
  mostRows: number,
  writer: Writer,
): ReportDocument['tables'][number] {
  const { texts } = writer
  const by = dimensionOf(metric, null) ?? 'contentId'
  const shown = rows.slice(0, mostRows)
  return {
    metric,
    title: texts.metrics[metric],
    head: [texts.dimensions[by] ?? '', texts.views, texts.share],
    rows: shown.map((row) => ({
      name: nameOf(by, row.key, row.name, writer.language),
      value: writer.full(id, row.value),
      share: writer.share(row.share),
    })),
    others: Math.max(0, groups - shown.length),
  }
}

/** The name of a value of a dimension in the language of the report. */
export function nameOf(
  dimension: Dimension,
  key: string,
  name: string | null | undefined,
  language: AskedReport['language'],
): string {
  const texts = reportTexts[language]
  if (name !== undefined && dimension !== 'campaign') return name ?? texts.deleted
  if (key === '') return texts.notGiven
  if (dimension === 'country') return countryName(locales[language], key)
  if (dimension === 'category') return key === 'live' ? texts.live : key === 'video' ? texts.video : key
  if (dimension === 'deviceType') return texts.deviceTypes[key] ?? key
  return name ?? key
}

function countryName(tag: string, code: string): string {
  try {
    return new Intl.DisplayNames(tag, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** The filters as a line of text. IDs are shown only where the rows of the report have their names. */
function filterTexts({ filters, language }: Asked, { items }: Answers): string {
  const names = new Map(
    items.flatMap(({ figures }) =>
      (figures.rows ?? []).flatMap(({ key, name }) => (name ? [[key, name]] : [])),
    ) as [string, string][],
  )
  const list = new Intl.ListFormat(locales[language], { type: 'unit', style: 'short' })
  const texts = Object.entries(filters).map(([dimension, values = []]) =>
    list.format(values.map((value) => nameOf(dimension as Dimension, value, names.get(value), language))),
  )
  return texts.join(' · ')
}
