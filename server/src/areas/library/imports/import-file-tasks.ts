import * as xlsx from '@e965/xlsx'
import { type ImportRow, importFields, type SheetLanguage } from '@kinora/contract'
import { escapeFormula } from '@kinora/contract/escape-formula'
import { reasonOf } from './sheet-reasons.ts'
import { columnNames, reportWords } from './sheet-words.ts'

const WIDTHS = [48, 32, 40, 24, 18, 16] as const
const REPORT_WIDTHS = [...WIDTHS, 8, 14, 44, 38, 26] as const

/** An empty sheet with an example row. */
export function writeTemplate(language: SheetLanguage): Uint8Array {
  const example = [
    'https://example.com/videos/evening-news.mp4',
    'Evening news',
    'The main stories of the day',
    'news, daily',
    'news-0001',
    'public',
  ]
  return writeSheet(language, [headOf(language), example], WIDTHS)
}

/** The rows of the file with their results. Text that looks like a formula is escaped. */
export function writeReport({
  language,
  rows,
}: {
  language: SheetLanguage
  rows: readonly ImportRow[]
}): Uint8Array {
  const words = reportWords[language]
  const head = [...headOf(language), words.row, words.state, words.reason, words.contentId, words.playbackId]
  const lines = rows.map((row) => [
    row.url,
    row.title,
    row.description,
    row.tags.join(', '),
    row.externalId ?? '',
    row.playbackPolicy,
    row.number,
    words.states[row.state],
    reasonOf(row, language),
    row.content?.id ?? '',
    row.content?.playbackId ?? '',
  ])
  return writeSheet(language, [head, ...lines], REPORT_WIDTHS)
}

function headOf(language: SheetLanguage): string[] {
  return importFields.map((field) => columnNames[language][field][0] ?? field)
}

type Line = readonly (string | number)[]

function writeSheet(language: SheetLanguage, lines: readonly Line[], widths: readonly number[]): Uint8Array {
  const sheet = xlsx.utils.aoa_to_sheet(
    lines.map((line) => line.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : cell))),
  )
  sheet['!cols'] = widths.map((wch) => ({ wch }))
  const book = xlsx.utils.book_new(sheet, reportWords[language].sheet)
  book.Workbook = { Views: [{ RTL: language === 'ar' }] }
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}
