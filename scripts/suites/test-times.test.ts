import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inRoot } from '../lib/paths.mjs'
import { playwrightTimes, slowWithoutReason, timeLines, vitestTimes } from './test-times.mjs'

let dir: string
let report: string

beforeEach(async () => {
  dir = await mkdtemp(join(os.tmpdir(), 'kinora-times-'))
  report = join(dir, 'report.json')
})

afterEach(() => rm(dir, { recursive: true, force: true }))

const times = [
  { suite: 'checks', ms: 31_000 },
  { suite: 'server', file: 'server/src/a.test.ts', ms: 20_400 },
  { suite: 'server', file: 'server/src/b.test.ts', ms: 34_000 },
  { suite: 'journeys', file: 'e2e/journeys/clips.spec.ts', ms: 40_000 },
]

it("come from Vitest's report, with each file in its workspace", async () => {
  const name = inRoot('server/src/platform/log.test.ts')
  await writeFile(report, JSON.stringify({ testResults: [{ name, startTime: 1000, endTime: 3500.5 }] }))
  expect(vitestTimes(report)).toEqual([
    { suite: 'server', file: 'server/src/platform/log.test.ts', ms: 2500.5 },
  ])
})

it("are summed up from Playwright's report, with grouped tests and retries", async () => {
  const spec = (...durations: number[]) => ({
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  })
  const suites = [
    { file: 'clips.spec.ts', specs: [spec(100), spec(200, 30)], suites: [{ specs: [spec(4)] }] },
  ]
  await writeFile(report, JSON.stringify({ config: { rootDir: inRoot('e2e/journeys') }, suites }))
  expect(playwrightTimes(report)).toEqual([
    { suite: 'journeys', file: 'e2e/journeys/clips.spec.ts', ms: 334 },
  ])
})

it('are empty without a report', () => {
  expect(vitestTimes(report)).toEqual([])
  expect(playwrightTimes(report)).toEqual([])
})

it('are shown by suite, and for the ten slowest files', () => {
  const short = Array.from({ length: 9 }, (_, index) => ({
    suite: 'media',
    file: `media/src/${index}.test.ts`,
    ms: 1000 - index,
  }))
  const lines = timeLines([...times, ...short]).map((line: string) => line.trim())
  expect(lines.slice(0, 9)).toEqual([
    'Time per suite, the sum of its files:',
    '31 s  checks',
    '54 s  server',
    '40 s  journeys',
    '9 s  media',
    'Slowest test files:',
    '40 s  e2e/journeys/clips.spec.ts',
    '34 s  server/src/b.test.ts',
    '20 s  server/src/a.test.ts',
  ])
  expect(lines.slice(9).at(-1)).toBe('1 s  media/src/6.test.ts')
  expect(lines).toHaveLength(6 + 10)
})

it('over 20 s need a comment with the reason', () => {
  const texts: Record<string, string> = {
    'server/src/a.test.ts': "it('is Slow: by name', () => {})",
    'server/src/b.test.ts': '/**\n * Encodes a whole ladder.\n * Slow: AV1 takes 30 s.\n */',
    'e2e/journeys/clips.spec.ts': 'import a\n// Slow: it waits for three encodings.',
  }
  const read = (file: string) => texts[file] ?? ''
  expect(slowWithoutReason(times, read)).toEqual(['slow without a reason: server/src/a.test.ts (20 s)'])
  expect(slowWithoutReason(times, read, 2)).toEqual([])
  expect(slowWithoutReason([{ suite: 'media', file: 'media/src/c.test.ts', ms: 20_000 }], read)).toEqual([])
})
