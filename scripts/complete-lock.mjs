import { readFileSync, writeFileSync } from 'node:fs'
import { missingOptional, withOptional } from './checks/lock-file.mjs'
import { Failure, runMain } from './lib/failure.mjs'
import { inRoot } from './lib/paths.mjs'

const lockFile = inRoot('package-lock.json')

/** Adds missing optional packages to the lock file. npm writes only the optional packages that it could resolve
 * here, and then rejects the lock file because the others are missing. */
runMain(async () => {
  const lock = JSON.parse(readFileSync(lockFile, 'utf8'))
  const missing = missingOptional(lock.packages)
  if (process.argv.includes('--check')) {
    if (missing.length === 0) return
    const names = missing.map(({ name, version }) => `${name}@${version}`)
    throw new Failure(`package-lock.json lacks ${names.join(', ')}: run node scripts/complete-lock.mjs`)
  }
  lock.packages = withOptional(lock.packages, missing)
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${missing.length} packages added to package-lock.json`)
})
