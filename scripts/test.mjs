import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { runChecks } from './check.mjs'
import { runMain } from './lib/failure.mjs'
import { inRoot } from './lib/paths.mjs'
import { setup } from './setup.mjs'
import { areaUse, budgetLines, cpuFolder, overBudget, readCpuUse } from './suites/budgets.mjs'
import { compareRuns, countsWithFlaky, filesToRepeat, flakyLines } from './suites/flaky.mjs'
import { measureMachine } from './suites/patience.mjs'
import { journeys, vitest } from './suites/suites.mjs'
import { addCounts, countLine, isGreen } from './suites/test-counts.mjs'
import { slowWithoutReason, timeLines } from './suites/test-times.mjs'

runMain(async () => {
  await setup({ forTests: true })
  const { slowness, patience } = await measureMachine()
  console.log(`Limits of tests are ${patience} times those of a quiet machine with two cores.`)
  rmSync(cpuFolder, { recursive: true, force: true })
  const startedAt = Date.now()
  const checked = await runChecks({ withRules: false })
  const checkTime = { suite: 'checks', ms: Date.now() - startedAt }
  // One suite after the other: together they make each other slower than they gain.
  const suites = [await vitest.run(patience)]
  const between = await measureMachine()
  suites.push(await journeys.run(patience))
  const after = await measureMachine()
  // The machine may have become slower since the start.
  const used = areaUse(readCpuUse(), Math.max(slowness, between.slowness, after.slowness))

  const repeated = [
    await repeatFailed(vitest, suites[0], patience),
    await repeatFailed(journeys, suites[1], patience),
  ]
  const flaky = repeated.flatMap((each) => each.flaky)
  const failed = repeated.flatMap((each) => each.failed)
  writeFileSync(inRoot('reports/flaky.json'), JSON.stringify(flaky, null, 2))

  const times = [checkTime].concat(suites.flatMap((suite) => suite.times))
  const over = overBudget(used)
  const lines = timeLines(times)
    .concat(budgetLines(used))
    .concat(slowWithoutReason(times, (file) => readFileSync(inRoot(file), 'utf8'), patience))
    .concat(over)
    .concat(failed.map(({ file, title }) => `failed: ${file} › ${title}`))
    .concat(flakyLines(flaky))
  for (const line of lines) console.log(line)
  const budgets = { passed: used.length - over.length, failed: over.length }
  const counts = countsWithFlaky(
    addCounts([checked, budgets].concat(suites.map((suite) => suite.counts))),
    flaky,
  )
  console.log(countLine(counts))
  process.exitCode = isGreen(counts) ? 0 : 1
})

/** Runs the files with failed tests again, alone. */
async function repeatFailed(suite, { results }, patience) {
  const files = filesToRepeat(results)
  if (files.length === 0) return compareRuns(results, [])
  console.log(`Failed files run again, alone: ${files.join(', ')}`)
  const again = await suite.repeat(patience, files)
  return compareRuns(results, again.results)
}
