import path from 'node:path'
import { root } from './paths.mjs'
import { readReport } from './test-counts.mjs'

const mostSlowFiles = 10
const slowMs = 20_000
const reason = /(?:\/\/|\/\*+|^\s*\*)\s*Slow:/m

/** How long the tests of each file took, from Vitest's JSON report, as `{ suite, file, ms }`; the suite is the
 * workspace. A report that is missing has no files. */
export function vitestTimes(report) {
  const { testResults = [] } = readReport(report) ?? {}
  return testResults.map(({ name, startTime, endTime }) => {
    const file = fromRoot(name)
    return { suite: file.split('/', 1)[0], file, ms: endTime - startTime }
  })
}

/** The same from Playwright's JSON report. All journeys are one suite. */
export function playwrightTimes(report) {
  const { config, suites = [] } = readReport(report) ?? {}
  return suites.map((suite) => ({
    suite: 'journeys',
    file: fromRoot(path.join(config.rootDir, suite.file)),
    ms: sum(resultsOf(suite).map(({ duration }) => duration)),
  }))
}

/** Lines with the time of each suite and with the slowest files. */
export function timeLines(times) {
  const suites = new Map()
  for (const { suite, ms } of times) suites.set(suite, (suites.get(suite) ?? 0) + ms)
  const files = times.filter(({ file }) => file !== undefined)
  return [
    'Time by suite, the tests of its files added up:',
    ...Array.from(suites, ([suite, ms]) => `${seconds(ms)}  ${suite}`),
    'Slowest test files:',
    ...slowestFirst(files)
      .slice(0, mostSlowFiles)
      .map(({ file, ms }) => `${seconds(ms)}  ${file}`),
  ]
}

/** A line for each test file that takes over 20 s and has no comment that begins with `Slow:` and says why.
 * `read(file)` answers its text. */
export function slowWithoutReason(times, read) {
  return slowestFirst(times)
    .filter(({ file, ms }) => file !== undefined && ms > slowMs && !reason.test(read(file)))
    .map(({ file, ms }) => `slow without a reason: ${file} (${Math.round(ms / 1000)} s)`)
}

function resultsOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results))
  return own.concat(suites.flatMap(resultsOf))
}

function slowestFirst(times) {
  return times.slice().sort((a, b) => b.ms - a.ms)
}

function fromRoot(file) {
  return path.relative(root, file).split(path.sep).join('/')
}

function seconds(ms) {
  return `${Math.round(ms / 1000)} s`.padStart(7)
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
