import * as xlsx from '@e965/xlsx'
import { readZip, storedZip, ZipRefused } from './sheet-zip.ts'

export const sheetLimits = {
  inflatedBytes: 100 * 1024 ** 2,
  zipEntries: 2000,
  /** XML tags of all parts together. The reader needs about 100 bytes for each. */
  tags: 3_000_000,
  /** Rows that are read, including blank ones. */
  rowsRead: 5000,
  columns: 50,
  cellChars: 6000,
  /** Characters of all cells together. */
  textChars: 8_000_000,
} as const

/** `format`: the file is not an Excel workbook; `unreadable`: it is one, but cannot be read. */
export type SheetFault = 'format' | 'unreadable'

export interface Sheet {
  /** Column names, from the first row that is not blank. */
  readonly head: string[]
  /** The rows below the header, without blank ones; `number` counts from 1 as in spreadsheets. */
  readonly rows: { number: number; cells: string[] }[]
}

export class SheetRefused extends Error {
  override readonly name = 'SheetRefused'
  readonly fault: SheetFault

  constructor(fault: SheetFault, options?: ErrorOptions) {
    super(fault, options)
    this.fault = fault
  }
}

/**
 * Reads the first visible sheet of a workbook as text. Formulas are not evaluated; their stored results are used. A
 * hostile file can take much time and memory, so this must run in a process of its own.
 * @throws SheetRefused
 */
export function parseSheet(file: Buffer): Sheet {
  const book = openWorkbook(extractWorkbook(file))
  const shown = book.SheetNames.find((_name, n) => !book.Workbook?.Sheets?.[n]?.Hidden)
  const sheet = shown === undefined ? undefined : book.Sheets[shown]
  if (sheet === undefined) throw new SheetRefused('unreadable')
  return toSheet(sheet['!data'] ?? [])
}

function openWorkbook(file: Buffer): xlsx.WorkBook {
  try {
    return xlsx.read(file, {
      type: 'buffer',
      dense: true,
      sheetRows: sheetLimits.rowsRead + 1,
      cellFormula: false,
      cellHTML: false,
      cellText: true,
      cellNF: true,
      // The default format of dates, which every spreadsheet shows in the order of its own country.
      dateNF: 'yyyy-mm-dd',
      cellDates: false,
      bookVBA: false,
      nodim: true,
    })
  } catch (cause) {
    throw new SheetRefused('unreadable', { cause })
  }
}

const oleMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const zipMagic = Buffer.from('PK\x03\x04', 'latin1')

/** The workbook without parts that are not needed: macros, images, links to other files. */
function extractWorkbook(file: Buffer): Buffer {
  if (startsWith(file, oleMagic)) {
    if (hasStream(file, 'EncryptedPackage')) throw new SheetRefused('unreadable')
    if (hasStream(file, 'Workbook') || hasStream(file, 'Book')) return file
  } else if (startsWith(file, zipMagic)) return plainWorkbook(file)
  throw new SheetRefused('format')
}

function startsWith(file: Buffer, magic: Buffer): boolean {
  return file.subarray(0, magic.length).equals(magic)
}

/** Compound files name their streams in UTF-16 (MS-CFB 2.6.1). */
function hasStream(file: Buffer, name: string): boolean {
  return file.includes(Buffer.from(`${name}\0`, 'utf16le'))
}

const partsRead =
  /^(?:\[content_types\]\.xml|_rels\/.*|docprops\/.*|xl\/(?:_rels\/.*|worksheets\/[^/]*|[^/]*))$/i
const isPart = (name: string) => partsRead.test(name) && /\.(?:xml|rels)$/i.test(name)

function plainWorkbook(file: Buffer): Buffer {
  try {
    const entries = readZip(file, isPart, {
      entries: sheetLimits.zipEntries,
      inflatedBytes: sheetLimits.inflatedBytes,
    })
    if (!entries.some(({ name }) => name === 'xl/workbook.xml')) throw new SheetRefused('format')
    const tags = entries.reduce((sum, { body }) => sum + countTags(body), 0)
    if (tags > sheetLimits.tags) throw new SheetRefused('unreadable')
    return storedZip(entries)
  } catch (cause) {
    if (cause instanceof ZipRefused) throw new SheetRefused('unreadable', { cause })
    throw cause
  }
}

function countTags(xml: Buffer): number {
  let count = 0
  for (let at = 0; at < xml.length; at++) if (xml[at] === 0x3c) count += 1
  return count
}

function toSheet(data: readonly (readonly (xlsx.CellObject | undefined)[] | undefined)[]): Sheet {
  let head: string[] | undefined
  let chars = 0
  const rows: Sheet['rows'] = []
  for (const [n, row] of data.slice(0, sheetLimits.rowsRead).entries()) {
    const cells = Array.from(row?.slice(0, sheetLimits.columns) ?? [], textOf)
    while (cells.at(-1) === '') cells.pop()
    if (cells.length === 0) continue
    chars += cells.reduce((sum, { length }) => sum + length, 0)
    if (chars > sheetLimits.textChars) throw new SheetRefused('unreadable')
    if (head === undefined) head = cells
    else rows.push({ number: n + 1, cells })
  }
  return { head: head ?? [], rows }
}

/** The text of a cell without control characters. */
function textOf(cell: xlsx.CellObject | undefined): string {
  if (cell === undefined || cell.t === 'e' || cell.t === 'z') return ''
  const text = isFormatted(cell) ? (cell.w ?? '') : String(cell.v ?? '')
  return stripMark(text.slice(0, sheetLimits.cellChars).toWellFormed().replace(controls, '').trim())
}

/** Whether a date or a number is taken as displayed, such as 00123. General and scientific formats shorten long
 * numbers, which are written in full. */
function isFormatted({ t, z, w }: xlsx.CellObject): boolean {
  if (w === undefined || w === '') return false
  if (t === 'd') return true
  const format = String(z ?? 'General')
  return t === 'n' && (xlsx.SSF.is_date(format) || !/^(?:@|.*(?:general|e[+-]).*)$/i.test(format))
}

// All except tab and line breaks.
const controls = /[\p{Cc}](?<![\t\n\r])/gu

/** Removes the apostrophe with which our own files escape formulas. */
function stripMark(text: string): string {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}
