import { expect, it } from 'vitest'
import { compareRuns, countsWithFlaky, filesToRepeat, flakyLines } from './flaky.mjs'

const passed = (file: string, title: string) => ({ file, title, status: 'passed', message: '' })
const failed = (file: string, title: string, message = 'Error: too late') => ({
  file,
  title,
  status: 'failed',
  message,
})

const titles = (tests: readonly { title: string }[]) => tests.map(({ title }) => title)

it('repeats the files with failed tests, unless too many failed', () => {
  const results = [passed('a', 'one'), failed('b', 'two'), failed('b', 'three')]
  expect(filesToRepeat(results)).toEqual(['b'])
  const broken = Array.from({ length: 13 }, (_, index) => failed(`file ${index}`, 'one'))
  expect(filesToRepeat(broken)).toEqual([])
})

it('calls a test flaky that passes when it runs again, and names both results', () => {
  const first = [passed('a', 'one'), failed('b', 'two'), failed('b', 'three'), passed('b', 'four')]
  const again = [passed('b', 'two'), failed('b', 'three'), passed('b', 'four')]
  const { flaky, failed: stillFailed } = compareRuns(first, again)
  expect(flaky).toEqual([{ file: 'b', title: 'two', first: 'Error: too late', again: 'passed' }])
  expect(titles(stillFailed)).toEqual(['three'])
  expect(flakyLines(flaky)).toEqual([
    '1 flaky, at most 3',
    'flaky: b › two\n    first: Error: too late\n    again: passed',
  ])
})

it('calls a test flaky that fails only when it runs again', () => {
  const first = [failed('b', 'two'), passed('b', 'four')]
  const again = [passed('b', 'two'), failed('b', 'four')]
  expect(titles(compareRuns(first, again).flaky)).toEqual(['two', 'four'])
})

it('calls a file flaky that loads when it runs again', () => {
  const { flaky, failed: stillFailed } = compareRuns(
    [failed('b', 'did not load', 'ECONNREFUSED')],
    [passed('b', 'two')],
  )
  expect(flaky).toEqual([{ file: 'b', title: 'did not load', first: 'ECONNREFUSED', again: 'passed' }])
  expect(stillFailed).toEqual([])
})

it('keeps a failure whose file does not load or whose test is skipped when it runs again', () => {
  const first = [failed('b', 'two'), passed('b', 'four')]
  expect(titles(compareRuns(first, [failed('b', 'did not load')]).failed)).toEqual(['two'])
  const skipped = { ...passed('b', 'two'), status: 'skipped' }
  expect(compareRuns(first, [skipped]).flaky).toEqual([])
  expect(titles(compareRuns(first, [skipped]).failed)).toEqual(['two'])
})

it('keeps failures that did not run again', () => {
  expect(titles(compareRuns([failed('b', 'two')], []).failed)).toEqual(['two'])
})

it('counts up to three flaky tests as passed, and more as failed', () => {
  const flaky = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      file: 'a',
      title: `${index}`,
      first: 'Error',
      again: 'passed',
    }))
  expect(countsWithFlaky({ passed: 10, failed: 3, skipped: 0 }, flaky(3))).toEqual({
    passed: 13,
    failed: 0,
    skipped: 0,
  })
  expect(countsWithFlaky({ passed: 10, failed: 5, skipped: 0 }, flaky(4))).toEqual({
    passed: 10,
    failed: 5,
    skipped: 0,
  })
  const failedAgain = [{ file: 'a', title: 'one', first: 'passed', again: 'Error' }]
  expect(countsWithFlaky({ passed: 10, failed: 0, skipped: 0 }, failedAgain)).toEqual({
    passed: 10,
    failed: 0,
    skipped: 0,
  })
})
