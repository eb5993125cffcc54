import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { runMain } from '../lib/failure.mjs'
import { inRoot } from '../lib/paths.mjs'
import { consoleRegistries } from './console.mjs'
import { contractRegistries, contractTables } from './contract.mjs'
import { serverRegistries } from './server.mjs'

const isCheck = process.argv.includes('--check')

/** Writes the generated files, registries first: tables come from code that imports them. With `--check` it writes
 * nothing and fails if a file is stale. */
runMain(async () => {
  writeStale(contractRegistries())
  writeStale(serverRegistries())
  writeStale(consoleRegistries())
  if (process.exitCode !== 1) writeStale(await contractTables())
})

function writeStale(files) {
  for (const [file, text] of files) {
    if (readOrEmpty(file) === text) continue
    if (isCheck) {
      console.error(`${file} is stale: run \`npm run generate\``)
      process.exitCode = 1
    } else {
      mkdirSync(dirname(inRoot(file)), { recursive: true })
      writeFileSync(inRoot(file), text)
    }
  }
}

function readOrEmpty(file) {
  try {
    return readFileSync(inRoot(file), 'utf8')
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return ''
  }
}
