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
 * first, again }`, passed in one of the two runs; `first` and `again` are `passed` or the error. */
export function compareRuns(first, again) {
  const repeated = new Set(again.map(({ file }) => file))
  const before = byName(first.filter(({ file }) => repeated.has(file)))
  const after = byName(again)
  const changed = Array.from(before)
    .concat(Array.from(after).filter(([name]) => !before.has(name)))
    .map(([name, test]) => ({
      file: test.file,
      title: test.title,
      // A file that did not load in one run has no such entry in the other.
      first: outcome(before.get(name)),
      again: outcome(after.get(name)),
    }))
    .filter((test) => (test.first === 'passed') !== (test.again === 'passed'))
  const isFlaky = new Set(changed.map(nameOf))
  const failed = first.filter((test) => test.status === 'failed' && !isFlaky.has(nameOf(test)))
  return { flaky: changed, failed }
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

function outcome(test) {
  return test?.status === 'failed' ? test.message || 'failed' : 'passed'
}

function nameOf({ file, title }) {
  return `${file} › ${title}`
}
