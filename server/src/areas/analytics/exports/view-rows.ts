import type { ViewItem } from '@kinora/contract'
import type { Table } from '../../../platform/workbook/sheet-tasks.ts'

/** Converts views to rows of a file. */
export function viewTable(items: readonly ViewItem[]): Table {
  return {
    columns: viewColumns,
    rows: items.map((item) =>
      viewColumns.map(({ name }) => {
        const value = item[name]
        return typeof value === 'boolean' ? Number(value) : value
      }),
    ),
  }
}

interface ViewColumn {
  readonly name: keyof ViewItem
  readonly type: 'text' | 'number' | 'time'
}

const columnsOf = (type: ViewColumn['type'], names: readonly ViewColumn['name'][]): ViewColumn[] =>
  names.map((name) => ({ name, type }))

const viewColumns: readonly ViewColumn[] = [
  ...columnsOf('time', ['startedAt']),
  ...columnsOf('text', ['id', 'contentId', 'name', 'category', 'country', 'state', 'city', 'isp']),
  ...columnsOf('text', ['deviceType', 'deviceName', 'os', 'browser', 'programme', 'partner']),
  ...columnsOf('text', ['pageHost', 'playerVersion', 'errorCode']),
  ...columnsOf('number', ['hasStarted', 'startupMs', 'watchTime', 'rebuffers', 'rebufferTime']),
  ...columnsOf('number', ['averageKbps']),
]
