import { checks, rulesCheck } from './checks/all.mjs'
import { Failure, Interrupted, runMain } from './lib/failure.mjs'
import { isMain } from './lib/paths.mjs'
import { setup } from './setup.mjs'

/** Each takes little more than one processor. */
const CHECKS_AT_ONCE = 2

/** Runs the checks, prints a line for each, and returns how many passed and failed. The tests run the rules themselves
 * and skip them here. */
export async function runChecks({ withRules }) {
  const counts = { passed: 0, failed: 0 }
  const [build, ...others] = checks()
  const waiting = withRules ? others.concat(rulesCheck) : others
  const runOne = async (check) => {
    const startedAt = Date.now()
    const details = await failureOf(check)
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    console.log(`${details === null ? 'ok    ' : 'failed'}  ${check.name}  ${seconds} s`)
    if (details !== null) console.log(details.trimEnd().replace(/^/gm, '    '))
    counts[details === null ? 'passed' : 'failed'] += 1
  }
  const runRest = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) await runOne(check)
  }
  await runOne(build)
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, runRest))
  return counts
}

/** The details of a failure, or null. */
async function failureOf(check) {
  try {
    return await check.run()
  } catch (error) {
    if (error instanceof Interrupted) throw error
    return error instanceof Failure ? error.message : String(error.stack)
  }
}

if (isMain(import.meta.url)) {
  runMain(async () => {
    await setup()
    const { failed } = await runChecks({ withRules: true })
    process.exit(failed === 0 ? 0 : 1)
  })
}
