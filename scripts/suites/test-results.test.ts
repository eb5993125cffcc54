import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inRoot } from '../lib/paths.mjs'
import { playwrightResults, vitestResults } from './test-results.mjs'

let dir: string
let report: string

beforeEach(async () => {
  dir = await mkdtemp(join(os.tmpdir(), 'kinora-results-'))
  report = join(dir, 'report.json')
})

afterEach(() => rm(dir, { recursive: true, force: true }))

it('name the tests of Vitest with the first line of their error, and files that did not load', async () => {
  const failureMessages = ['\u001b[31mAssertionError\u001b[39m: late\n  at line 1']
  const testResults = [
    {
      name: inRoot('media/src/a.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'a video plays', status: 'passed', failureMessages: [] },
        { fullName: 'a video ends', status: 'failed', failureMessages },
      ],
    },
    {
      name: inRoot('media/src/b.test.ts'),
      status: 'failed',
      message: 'No such module',
      assertionResults: [],
    },
  ]
  await writeFile(report, JSON.stringify({ testResults }))
  expect(vitestResults(report)).toEqual([
    { file: 'media/src/a.test.ts', title: 'a video plays', status: 'passed', message: '' },
    { file: 'media/src/a.test.ts', title: 'a video ends', status: 'failed', message: 'AssertionError: late' },
    { file: 'media/src/b.test.ts', title: 'did not load', status: 'failed', message: 'No such module' },
  ])
})

it('name the journeys with their groups', async () => {
  const spec = (title: string, ok: boolean, message?: string) => ({
    title,
    ok,
    tests: [{ results: [message === undefined ? {} : { error: { message } }] }],
  })
  const skipped = { title: 'wait', ok: true, tests: [{ status: 'skipped', results: [] }] }
  const inner = { title: 'videos', file: 'clips.spec.ts', specs: [spec('fit', false, 'Error: cut\noff')] }
  const suites = [
    { title: 'clips.spec.ts', file: 'clips.spec.ts', specs: [spec('play', true), skipped], suites: [inner] },
  ]
  await writeFile(report, JSON.stringify({ config: { rootDir: inRoot('e2e/journeys') }, suites }))
  const file = 'e2e/journeys/clips.spec.ts'
  expect(playwrightResults(report)).toEqual([
    { file, title: 'play', status: 'passed', message: '' },
    { file, title: 'wait', status: 'skipped', message: '' },
    { file, title: 'videos › fit', status: 'failed', message: 'Error: cut' },
  ])
})

it('are empty without a report', () => {
  expect(vitestResults(report)).toEqual([])
  expect(playwrightResults(report)).toEqual([])
})
