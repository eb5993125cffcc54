import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { inRoot } from '../lib/paths.mjs'

/** Subpaths of drizzle-orm that Kinora imports. */
const imported = ['.', './node-postgres', './pg-core']

/** Leaves only these in the package.json of drizzle-orm. Node 26 parses the exports of a package again for each of its modules and
 * for each import of it, and here they are 179 kB: with them, every process of Kinora takes twice the time to load. */
export function shortenExports(file = inRoot('node_modules/drizzle-orm/package.json')) {
  if (!existsSync(file)) return
  const content = JSON.parse(readFileSync(file, 'utf8'))
  if (Object.keys(content.exports).length === imported.length) return
  content.exports = Object.fromEntries(imported.map((name) => [name, content.exports[name]]))
  const written = `${file}.${process.pid}`
  writeFileSync(written, `${JSON.stringify(content, null, 2)}\n`)
  renameSync(written, file)
}
