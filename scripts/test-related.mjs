import { parseArgs } from 'node:util'
import { buildConsole } from './build-console.mjs'
import { Failure, runMain } from './lib/failure.mjs'
import { inRoot, root } from './lib/paths.mjs'
import { filesForVitest, journeysFor } from './lib/related.mjs'
import { run } from './lib/run.mjs'
import { runPlaywright, runVitest } from './lib/suites.mjs'
import { addCounts, countLine } from './lib/test-counts.mjs'
import { setup } from './setup.mjs'

/** Runs the tests of the files that differ from a revision, or of the given files. */
runMain(async () => {
  const { values, positionals } = parseArgs({
    options: { base: { type: 'string', default: 'HEAD' } },
    allowPositionals: true,
  })
  const changed = positionals.length > 0 ? positionals : await changedSince(values.base)
  const related = filesForVitest(changed)
  const journeys = journeysFor(changed, await git(['ls-files', '--cached', '--others', '--exclude-standard']))
  if (related.length + journeys.length === 0) {
    console.log('No changed file has tests.')
    return
  }

  await setup({ forTests: journeys.length > 0 })
  await buildConsole()
  const counts = []
  if (related.length > 0) {
    const { counts: unit } = await runVitest(['related', '--run'].concat(related.map((file) => inRoot(file))))
    counts.push(unit)
  }
  if (journeys.length > 0) {
    const { counts: browser } = await runPlaywright(journeys.map((file) => file.replace('e2e/', '')))
    counts.push(browser)
  }
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
