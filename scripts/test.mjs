import { readFileSync } from 'node:fs'
import { runChecks } from './check.mjs'
import { runMain } from './lib/failure.mjs'
import { inRoot } from './lib/paths.mjs'
import { runPlaywright, runVitest } from './lib/suites.mjs'
import { addCounts, countLine, isGreen } from './lib/test-counts.mjs'
import { slowWithoutReason, timeLines } from './lib/test-times.mjs'
import { setup } from './setup.mjs'

runMain(async () => {
  await setup({ forTests: true })
  const startedAt = Date.now()
  const checked = await runChecks({ withRules: false })
  const checkTime = { suite: 'checks', ms: Date.now() - startedAt }
  const unit = await runVitest()
  const journeys = await runPlaywright()

  const times = [checkTime].concat(unit.times, journeys.times)
  const warnings = slowWithoutReason(times, (file) => readFileSync(inRoot(file), 'utf8'))
  const failed = unit.failed.concat(journeys.failed).map((test) => `failed: ${test}`)
  for (const line of timeLines(times).concat(warnings, failed)) console.log(line)
  const counts = addCounts([checked, unit.counts, journeys.counts])
  console.log(countLine(counts))
  process.exitCode = isGreen(counts) ? 0 : 1
})
