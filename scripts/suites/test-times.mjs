import path from 'node:path'
import { readReport } from './test-counts.mjs'
import { fromRoot } from './test-results.mjs'

const mostSlowFiles = 10
const slowMs = 20_000
const reason = /(?:\/\/|\/\*+|^\s*\*)\s*Slow:/m

/** Durations of the tests of each file, from Vitest's JSON report, as `{ suite, file, ms }`. The suite is the
 * workspace. A missing report has no files. */
export function vitestTimes(report) {
  const { testResults = [] } = readReport(report) ?? {}
  return testResults.map(({ name, startTime, endTime }) => {
    const file = fromRoot(name)
    return { suite: file.split('/', 1)[0], file, ms: endTime - startTime }
  })
}

/** The same for Playwright's JSON report. All journeys are one suite. */
export function playwrightTimes(report) {
  const { config, suites = [] } = readReport(report) ?? {}
  return suites.map((suite) => ({
    suite: 'journeys',
    file: fromRoot(path.join(config.rootDir, suite.file)),
    ms: sum(resultsOf(suite).map(({ duration }) => duration)),
  }))
}

/** Lines with the duration of each suite and of the slowest files. */
export function timeLines(times) {
  const suites = new Map()
  for (const { suite, ms } of times) suites.set(suite, (suites.get(suite) ?? 0) + ms)
  const files = times.filter(({ file }) => file !== undefined)
  return [
    'Time per suite, the sum of its files:',
    ...Array.from(suites, ([suite, ms]) => `${seconds(ms)}  ${suite}`),
    'Slowest test files:',
    ...slowestFirst(files)
      .slice(0, mostSlowFiles)
      .map(({ file, ms }) => `${seconds(ms)}  ${file}`),
  ]
}

/** A line for each test file that takes more than 20 s on a quiet machine without a comment that starts with `Slow:` and
 * gives the reason. `read(file)` returns its text, `patience` is that of the run. */
export function slowWithoutReason(times, read, patience = 1) {
  const isSlow = ({ file, ms }) => file !== undefined && ms > slowMs * patience
  return slowestFirst(times)
    .filter((each) => isSlow(each) && !reason.test(read(each.file)))
    .map(({ file, ms }) => `slow without a reason: ${file} (${Math.round(ms / 1000)} s)`)
}

function resultsOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results))
  return own.concat(suites.flatMap(resultsOf))
}

function slowestFirst(times) {
  return times.slice().sort((a, b) => b.ms - a.ms)
}

function seconds(ms) {
  return `${Math.round(ms / 1000)} s`.padStart(7)
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
