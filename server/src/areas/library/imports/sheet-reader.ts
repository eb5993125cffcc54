import { buffer } from 'node:stream/consumers'
import { parseSheet, SheetRefused } from './sheet-parse.ts'

/** Reads a workbook from standard input and writes its first sheet, or the fault, to standard output as JSON. */
try {
  const sheet = parseSheet(await buffer(process.stdin))
  process.stdout.write(JSON.stringify({ sheet }))
} catch (error) {
  process.stdout.write(JSON.stringify({ fault: error instanceof SheetRefused ? error.fault : 'unreadable' }))
}
