import { parseArgs } from 'node:util'
import { buildConsole } from './build-console.mjs'
import { Failure, runMain } from './lib/failure.mjs'
import { root } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { allFiles, codeSources } from './rules/sources.mjs'
import { setup } from './setup.mjs'
import { measureMachine } from './suites/patience.mjs'
import { journeysFor, testsFor } from './suites/related.mjs'
import { journeyFile, journeys, vitest } from './suites/suites.mjs'
import { addCounts, countLine } from './suites/test-counts.mjs'

/** Runs the tests of the files that differ from a revision, or of the given files. */
runMain(async () => {
  const { values, positionals } = parseArgs({
    options: { base: { type: 'string', default: 'HEAD' } },
    allowPositionals: true,
  })
  const changed = positionals.length > 0 ? positionals : await changedSince(values.base)
  // The import graph needs the parser, which set-up installs.
  await setup({ forTests: true })
  const tests = testsFor(changed, codeSources())
  const relatedJourneys = journeysFor(changed, allFiles())
  if (tests.length + relatedJourneys.length === 0) {
    console.log('No changed file has tests.')
    return
  }

  await buildConsole()
  const { patience } = await measureMachine()
  const runs = []
  if (tests.length > 0) runs.push(vitest.run(patience, ['run'].concat(tests)))
  if (relatedJourneys.length > 0) runs.push(journeys.run(patience, relatedJourneys.map(journeyFile)))
  const counts = (await Promise.all(runs)).map((suite) => suite.counts)
  const total = addCounts(counts)
  console.log(countLine(total))
  process.exitCode = total.failed === 0 ? 0 : 1
})

/** Files that differ from a revision, including new ones. Deleted files have no tests. */
async function changedSince(base) {
  const tracked = await git(['diff', '--name-only', '--diff-filter=d', base])
  return tracked.concat(await git(['ls-files', '--others', '--exclude-standard']))
}

async function git(args) {
  const { code, output } = await run('git', args, { cwd: root })
  if (code !== 0) throw new Failure(output.trim())
  return output.split('\n').filter((line) => line !== '')
}
