import { buffer } from 'node:stream/consumers'
import { parseSheet, SheetRefused } from './sheet-parse.ts'

/**
 * Reads a workbook from standard input and writes its first sheet to standard output as JSON: the column names with the
 * number of rows on one line, then each row on its own. Writes only the fault if there is one.
 */
try {
  const { head, rows } = parseSheet(await buffer(process.stdin))
  const lines = [{ head, rowCount: rows.length }, ...rows]
  process.stdout.write(lines.map((line) => JSON.stringify(line)).join('\n'))
} catch (error) {
  process.stdout.write(JSON.stringify({ fault: error instanceof SheetRefused ? error.fault : 'unreadable' }))
}
