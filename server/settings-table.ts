import { readFile, writeFile } from 'node:fs/promises'
import { settings } from './src/config.ts'
import { settingsTable } from './src/platform/settings-table.ts'

/** Writes the table of settings into README.md. With `--check` it writes nothing and fails when the table is stale. */
const readme = new URL('../README.md', import.meta.url)
const marks = { start: '<!-- settings:start -->', end: '<!-- settings:end -->' }

const text = await readFile(readme, 'utf8')
const [before = '', rest = ''] = text.split(marks.start)
const after = rest.split(marks.end)[1] ?? ''
const wanted = `${before}${marks.start}\n${settingsTable(settings)}\n${marks.end}${after}`

if (!process.argv.includes('--check')) await writeFile(readme, wanted)
else if (wanted !== text) {
  process.stderr.write('The settings in README.md are stale: run `npm run generate`.\n')
  process.exitCode = 1
}
