import { readFileSync } from 'node:fs'

const unreadable = { passed: 0, failed: 1, skipped: 0 }

/** Counts Vitest's JSON report. A file that failed without a failed test (it did not load) counts as one failed
 * test, and so does a run that failed without a reason or without a report. */
export function countVitest(file, exitCode) {
  const report = readReport(file)
  if (report === null) return unreadable
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  for (const { status, assertionResults } of report.testResults) {
    const names = assertionResults.map((result) => result.status)
    if (status === 'failed' && !names.includes('failed')) counts.failed += 1
  }
  return withExitCode(counts, exitCode)
}

/** Counts Playwright's JSON report. A test that passed only on a retry counts as failed. */
export function countPlaywright(file, exitCode) {
  const report = readReport(file)
  if (report === null) return unreadable
  const { expected, unexpected, flaky, skipped } = report.stats
  const counts = { passed: expected, failed: unexpected + flaky, skipped }
  if (unexpected === 0 && report.errors.length > 0) counts.failed += report.errors.length
  return withExitCode(counts, exitCode)
}

export function addCounts(list) {
  const sum = (key) => list.reduce((total, counts) => total + (counts[key] || 0), 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

export function countLine({ passed, failed, skipped }) {
  const line = `${passed} passed, ${failed} failed`
  return skipped > 0 ? `${line}, ${skipped} skipped` : line
}

export function isGreen({ passed, failed }) {
  return failed === 0 && passed > 0
}

function withExitCode(counts, exitCode) {
  const unexplained = exitCode !== 0 && counts.failed === 0 ? 1 : 0
  return Object.assign({}, counts, { failed: counts.failed + unexplained })
}

/** A JSON report, or null if it is missing or invalid. */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
