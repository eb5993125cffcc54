import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../lib/paths.mjs'
import { readReport } from './test-counts.mjs'

/** The title of a failed file without a failed test. */
export const didNotLoad = 'did not load'

/** The tests of Vitest's JSON report as `{ file, title, status, message }`. A file that failed without a failed test has
 * one named `did not load`. A missing report has no tests. */
export function vitestResults(report) {
  const { testResults = [] } = readReport(report) ?? {}
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = fromRoot(name)
    const tests = assertionResults.map((test) => ({
      file,
      title: test.fullName,
      status: test.status,
      message: firstLine(test.failureMessages?.[0]),
    }))
    if (status !== 'failed' || tests.some((test) => test.status === 'failed')) return tests
    return tests.concat({ file, title: didNotLoad, status, message: firstLine(message) })
  })
}

/** The tests of Playwright's JSON report, in the same form. */
export function playwrightResults(report) {
  const { config, suites = [] } = readReport(report) ?? {}
  const testsOf = (suite, outer) => {
    const own = suite.specs.map(({ title, ok, tests }) => ({
      file: fromRoot(path.join(config.rootDir, suite.file)),
      title: outer.concat(title).join(' › '),
      status: statusOf(ok, tests),
      message: firstLine(tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message),
    }))
    return own.concat((suite.suites ?? []).flatMap((inner) => testsOf(inner, outer.concat(inner.title))))
  }
  return suites.flatMap((suite) => testsOf(suite, []))
}

/** A test that did not run, such as after a failed hook, is skipped, which Playwright calls ok. */
function statusOf(ok, tests) {
  if (!ok) return 'failed'
  return tests.some(({ status }) => status === 'skipped') ? 'skipped' : 'passed'
}

/** A path relative to the root, with slashes on every system. */
export function fromRoot(file) {
  return path.relative(root, file).split(path.sep).join('/')
}

function firstLine(text = '') {
  // The runners color their messages.
  return stripVTControlCharacters(text).trim().split('\n', 1)[0]
}
