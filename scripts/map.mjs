import { readFileSync, writeFileSync } from 'node:fs'
import { Failure, runMain } from './lib/failure.mjs'
import { inRoot } from './lib/paths.mjs'
import { drawMap, putMap } from './rules/map.mjs'
import { codeSources } from './rules/sources.mjs'

runMain(async () => {
  const map = drawMap(codeSources())
  if (!process.argv.includes('--write')) {
    console.log(map)
    return
  }
  const file = inRoot('ARCHITECTURE.md')
  const page = putMap(readFileSync(file, 'utf8'), map)
  if (page === null) throw new Failure('ARCHITECTURE.md has no <!-- map:start --> and <!-- map:end -->.')
  writeFileSync(file, page)
})
