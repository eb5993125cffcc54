import { didNotLoad } from './test-results.mjs'

/** More failed files than that are no flaky tests, and running them again would only take time. */
const mostFilesAgain = 12
/** More flaky tests than that make a run fail. */
const mostFlaky = 3

/** The files to run again alone: those with a failed test. Empty if too many failed. */
export function filesToRepeat(results) {
  const files = new Set(results.filter(({ status }) => status === 'failed').map(({ file }) => file))
  return files.size > mostFilesAgain ? [] : Array.from(files)
}

/** The failed tests of a run after its failed files ran again, as `{ flaky, failed }`. A flaky test, `{ file, title,
 * first, again }`, failed in one of the two runs and passed in the other; `first` and `again` are `passed` or the error. A
 * failed test that does not run again stays failed. */
export function compareRuns(first, again) {
  const [before, after] = [byName(first), byName(again)]
  const names = new Set(Array.from(before.keys()).concat(Array.from(after.keys())))
  const flaky = Array.from(names).flatMap((name) => {
    const { file, title } = before.get(name) ?? after.get(name)
    const outcomes = [outcomeOf(name, title, file, before, first), outcomeOf(name, title, file, after, again)]
    const passed = outcomes.filter((outcome) => outcome === 'passed').length
    if (passed !== 1 || outcomes.includes(null)) return []
    return [{ file, title, first: outcomes[0], again: outcomes[1] }]
  })
  const isFlaky = new Set(flaky.map(nameOf))
  const failed = first.filter((test) => test.status === 'failed' && !isFlaky.has(nameOf(test)))
  return { flaky, failed }
}

/** Counts without the failures of flaky tests. Above the limit all flaky tests count as failed. */
export function countsWithFlaky(counts, flaky) {
  const passedAgain = flaky.filter(({ first }) => first !== 'passed').length
  const isOver = flaky.length > mostFlaky
  return Object.assign({}, counts, {
    passed: counts.passed + (isOver ? 0 : passedAgain),
    failed: counts.failed - passedAgain + (isOver ? flaky.length : 0),
  })
}

/** A line with the number of flaky tests, and one for each with both results. */
export function flakyLines(flaky) {
  return [`${flaky.length} flaky, at most ${mostFlaky}`].concat(
    flaky.map(
      ({ file, title, first, again }) =>
        `flaky: ${file} › ${title}\n    first: ${first}\n    again: ${again}`,
    ),
  )
}

function byName(tests) {
  const named = new Map()
  for (const test of tests) if (named.get(nameOf(test))?.status !== 'failed') named.set(nameOf(test), test)
  return named
}

/** `passed`, the error of a failed test, or null for a test that did not run. A file that loaded has no entry that it did
 * not. */
function outcomeOf(name, title, file, tests, results) {
  const test = tests.get(name)
  if (test === undefined && title === didNotLoad)
    return results.some((each) => each.file === file && each.status === 'passed') ? 'passed' : null
  if (test?.status === 'failed') return test.message || 'failed'
  return test?.status === 'passed' ? 'passed' : null
}

function nameOf({ file, title }) {
  return `${file} › ${title}`
}
