import { buffer } from 'node:stream/consumers'
import { parseSheet, SheetRefused } from './sheet-parse.ts'

/** Reads a workbook from its standard input and writes what is in it, or why not, to its standard output as JSON. */
try {
  const sheet = parseSheet(await buffer(process.stdin))
  process.stdout.write(JSON.stringify({ sheet }))
} catch (error) {
  process.stdout.write(JSON.stringify({ fault: error instanceof SheetRefused ? error.fault : 'unreadable' }))
}
