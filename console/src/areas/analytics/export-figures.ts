import type { Dimension, exportTables, figureFormats, MetricId } from '@kinora/contract'
import { fetchFile } from '../../lib/api'
import { saveFile } from '../../lib/browser/save-file'
import { isKnownBy } from './filters'
import { asked, type Counted } from './queries'

export type ExportedTable = (typeof exportTables)[number]
export type ExportFormat = (typeof figureFormats)[number]

export const formatNames = { csv: 'CSV', xlsx: 'XLSX', parquet: 'Parquet' } as const

interface Exported {
  readonly table: ExportedTable
  readonly format: ExportFormat
  readonly metric: MetricId
  readonly split: Dimension | undefined
  readonly compare: boolean
}

/** Downloads the chart, its dimension values or the newest views as a file. @throws Problem */
export async function exportFigures(counted: Counted, exported: Exported): Promise<void> {
  const { table, format, metric, split, compare } = exported
  // Without `interval`, the file has finer steps than the chart.
  const { interval: _, ...range } = asked(counted)
  const query = {
    ...range,
    table,
    format,
    metric,
    compareWithPeriod: compare && (split === undefined || table === 'rows'),
    ...(split !== undefined &&
      isKnownBy(metric, split) &&
      (table === 'rows' ? { groupBy: split } : { splitBy: split })),
  }
  const file = await fetchFile('exportFigures', { environmentId: counted.environmentId, query })
  const name = table === 'views' ? 'views' : metric
  saveFile(`kinora-${name}-${range.from.slice(0, 10)}-${range.to.slice(0, 10)}.${format}`, file)
}
