import * as xlsx from '@e965/xlsx'
import type { VideoImport } from '@kinora/contract'
import type { Client } from './client.ts'

type Line = readonly (string | number | null)[]

/** A real workbook of one sheet. */
export function workbook(lines: readonly Line[], bookType: 'xlsx' | 'xls' = 'xlsx'): Buffer {
  const sheet = xlsx.utils.aoa_to_sheet(lines.map((line) => [...line]))
  return xlsx.write(xlsx.utils.book_new(sheet, 'Videos'), { type: 'buffer', bookType, compression: true })
}

/** The rows of the first sheet, as displayed. */
export function linesOf(file: Buffer): string[][] {
  const { SheetNames, Sheets } = xlsx.read(file, { type: 'buffer' })
  const sheet = Sheets[SheetNames[0] ?? '']
  return sheet === undefined ? [] : xlsx.utils.sheet_to_json(sheet, { header: 1, defval: '', raw: false })
}

/** An import of these rows. The first row contains the column names. */
export function newImport(who: Client, lines: readonly Line[], folder?: string): Promise<VideoImport> {
  const file = workbook(lines).toString('base64')
  return who.call('createImport', {
    body: { fileName: 'videos.xlsx', file, ...(folder !== undefined && { assetCollectionUUID: folder }) },
  })
}
