import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addCounts, countLine, countPlaywright, countVitest, isGreen } from './test-counts.mjs'

let dir: string
let file: string

beforeEach(async () => {
  dir = await mkdtemp(join(os.tmpdir(), 'kinora-report-'))
  file = join(dir, 'report.json')
})

afterEach(() => rm(dir, { recursive: true, force: true }))

async function vitestReport(failed: number, files: { status: string; tests: string[] }[]): Promise<void> {
  const testResults = files.map(({ status, tests }) => ({
    status,
    assertionResults: tests.map((name) => ({ status: name })),
  }))
  const numbers = { numPassedTests: 3, numFailedTests: failed, numPendingTests: 1, numTodoTests: 0 }
  await writeFile(file, JSON.stringify({ ...numbers, testResults }))
}

async function playwrightReport(stats: Record<string, number>, errors: unknown[] = []): Promise<void> {
  const all = { expected: 2, unexpected: 0, flaky: 0, skipped: 0, ...stats }
  await writeFile(file, JSON.stringify({ stats: all, errors }))
}

it('counts a test file that did not load as a failed test', async () => {
  await vitestReport(1, [
    { status: 'passed', tests: ['passed', 'passed', 'skipped'] },
    { status: 'failed', tests: ['passed', 'failed'] },
    { status: 'failed', tests: [] },
  ])
  expect(countVitest(file, 1)).toEqual({ passed: 3, failed: 2, skipped: 1 })
})

it('counts a missing or invalid report as a failed test', async () => {
  expect(countVitest(file, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  await writeFile(file, '{"stats":')
  expect(countPlaywright(file, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

it('counts an unexplained exit code as a failed test', async () => {
  await vitestReport(0, [{ status: 'passed', tests: ['passed'] }])
  expect(countVitest(file, 0)).toEqual({ passed: 3, failed: 0, skipped: 1 })
  expect(countVitest(file, 1)).toEqual({ passed: 3, failed: 1, skipped: 1 })
})

it('counts a flaky journey as failed, and an error outside of journeys too', async () => {
  await playwrightReport({ flaky: 1 })
  expect(countPlaywright(file, 0)).toEqual({ passed: 2, failed: 1, skipped: 0 })
  await playwrightReport({ expected: 0 }, [{ message: 'no tests found' }])
  expect(countPlaywright(file, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

it('prints the totals in one line, and succeeds only if some tests passed and none failed', () => {
  const counts = addCounts([
    { passed: 2, failed: 0 },
    { passed: 3, failed: 1, skipped: 4 },
  ])
  expect(countLine(counts)).toBe('5 passed, 1 failed, 4 skipped')
  expect(countLine({ passed: 1, failed: 0, skipped: 0 })).toBe('1 passed, 0 failed')
  expect(isGreen(counts)).toBe(false)
  expect(isGreen({ passed: 0, failed: 0 })).toBe(false)
  expect(isGreen({ passed: 1, failed: 0 })).toBe(true)
})
