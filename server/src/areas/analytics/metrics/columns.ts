import type { Dimension } from '@kinora/contract'
import { problem } from '../../../platform/problem.ts'
import { literals } from '../warehouse/literal.ts'

/** Tables of the warehouse that metrics are computed from. */
export type FigureTable = 'views' | 'concurrent' | 'deliveries' | 'usage' | 'ad_figures' | 'ad_requests'

const content = { contentId: 'toString(object_id)', category: 'kind' } as const
/** Columns of the viewer in tables of ads. */
const adViewer = {
  country: 'country',
  state: 'region',
  city: 'city',
  isp: 'isp',
  deviceType: 'device_type',
  deviceName: 'device',
  os: 'os',
  browser: 'browser',
  programme: 'programme',
  partner: 'partner',
} as const

/** Text expressions of the dimensions of each table. */
const columns: Readonly<Record<FigureTable, Partial<Readonly<Record<Dimension, string>>>>> = {
  views: {
    ...content,
    customPlayback: 'toString(custom_playback_id)',
    programme: 'programme',
    partner: 'partner',
    country: 'country',
    state: 'region',
    city: 'city',
    isp: 'isp',
    deviceType: 'device_type',
    deviceName: 'device',
    os: 'os',
    browser: 'browser',
    playerVersion: 'player_version',
    pageHost: 'page_host',
    custom1: 'custom_1',
    custom2: 'custom_2',
    custom3: 'custom_3',
    custom4: 'custom_4',
    custom5: 'custom_5',
    custom6: 'custom_6',
    custom7: 'custom_7',
    custom8: 'custom_8',
    custom9: 'custom_9',
    custom10: 'custom_10',
  },
  concurrent: content,
  deliveries: {
    ...content,
    customPlayback: 'toString(custom_playback_id)',
    country: 'country',
    isp: 'isp',
    file: 'file',
    rendition: 'rendition',
    statusCode: 'toString(status)',
    cache: `if(is_cached = 1, 'hit', 'miss')`,
    cdn: 'cdn',
  },
  usage: content,
  ad_figures: {
    ...content,
    adChannel: 'toString(channel_id)',
    campaign: 'campaign',
    advertiser: 'advertiser',
    adSystem: 'ad_system',
    breakKind: 'break_kind',
    adReason: 'reason',
    currency: 'currency',
    ...adViewer,
  },
  ad_requests: {
    ...content,
    adChannel: 'toString(channel_id)',
    adServer: 'ad_server',
    adOutcome: 'outcome',
    statusCode: 'toString(status)',
    breakKind: 'break_kind',
    ...adViewer,
  },
}

/** The column of a dimension. @throws problem dimension-not-possible */
export function columnOf(table: FigureTable, dimension: Dimension): string {
  const column = columns[table][dimension]
  if (column === undefined) throw problem('dimension-not-possible')
  return column
}

/** The condition that a dimension has one of the values. A table without the dimension has no such rows. */
export function conditionOf(table: FigureTable, dimension: Dimension, values: readonly string[]): string {
  const column = columns[table][dimension]
  return column === undefined ? '0' : `${column} IN ${literals(values, 'String')}`
}

/** Whether a table can be filtered by a dimension. Views can also be filtered by the status of their requests. */
export function canFilter(table: FigureTable, dimension: Dimension): boolean {
  return hasColumn(table, dimension) || (table === 'views' && dimension === 'statusCode')
}

export function hasColumn(table: FigureTable, dimension: Dimension): boolean {
  return dimension in columns[table]
}

/** The first table that has the dimension; views come first. */
export function tableOf(dimension: Dimension): FigureTable {
  const tables = ['views', 'deliveries', 'ad_figures', 'ad_requests'] as const
  return tables.find((table) => hasColumn(table, dimension)) ?? 'views'
}

export function isAboutAds(table: FigureTable): boolean {
  return table === 'ad_figures' || table === 'ad_requests'
}
