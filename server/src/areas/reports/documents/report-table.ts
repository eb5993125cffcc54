import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { csvHeader, csvLine } from '../../../platform/csv.ts'
import type { Table } from '../../../platform/workbook/sheet-tasks.ts'
import { streamWorkbook } from '../../../platform/workbook/workbook.ts'
import type { Workers } from '../../../platform/workers/workers.ts'
import type { AskedReport } from '../tables.ts'
import { type Answers, dimensionOf } from './answers.ts'
import { nameOf } from './report-document.ts'
import { reportTexts } from './texts.ts'

/** Name of the sheet, at most 31 characters. */
const SHEET = 'Report'
const columns: Table['columns'] = [
  { name: 'Metric', type: 'text' },
  { name: 'Unit', type: 'text' },
  { name: 'Time', type: 'time' },
  { name: 'Name', type: 'text' },
  { name: 'Key', type: 'text' },
  { name: 'Value', type: 'number' },
  { name: 'Value before', type: 'number' },
  { name: 'Share', type: 'number' },
]

type Asked = Pick<AskedReport, 'language' | 'splitBy'>

/** All figures of a report with all digits, as the API returns them: the totals, the steps of charts and the rows of tables. */
function tableOf({ language, splitBy }: Asked, { items }: Answers): Table {
  const rows = items.flatMap(({ metric, figures }) => {
    const { unit, total, previousTotal = null, series, rows = [] } = figures
    const by = dimensionOf(metric, splitBy)
    const head = [reportTexts[language].metrics[metric], unit]
    const names = new Map(rows.map((row) => [row.key, row.name]))
    const nameOfKey = (key: string) => (by === null ? null : nameOf(by, key, names.get(key), language))
    const isTable = figures.series.length === 0
    return [
      [...head, null, null, null, total, previousTotal, null],
      ...series.map(({ at, value, key }) => [
        ...head,
        at,
        key === undefined ? null : nameOfKey(key),
        key ?? null,
        value,
        null,
        null,
      ]),
      ...(isTable
        ? rows.map(({ key, value, previous = null, share }) => [
            ...head,
            null,
            nameOfKey(key),
            key,
            value,
            previous,
            share,
          ])
        : []),
    ]
  })
  return { columns, rows }
}

export function reportCsv(asked: Asked, answers: Answers): Buffer {
  const { rows } = tableOf(asked, answers)
  return Buffer.from(csvHeader(columns.map(({ name }) => name)) + rows.map(csvLine).join(''))
}

export async function reportWorkbook(workers: Workers, asked: Asked, answers: Answers): Promise<Buffer> {
  const table = tableOf(asked, answers)
  async function* pages() {
    yield table
  }
  const parts: Buffer[] = []
  const collected = new Writable({
    write(part: Buffer, _encoding, done) {
      parts.push(part)
      done()
    },
  })
  await pipeline(streamWorkbook(workers, SHEET, columns, pages()), collected)
  return Buffer.concat(parts)
}
