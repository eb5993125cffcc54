import { mkdirSync, rmSync } from 'node:fs'
import { inRoot, root } from '../lib/paths.mjs'
import { run } from '../lib/run.mjs'
import { nodeBinary } from '../setup/node.mjs'
import { findChromium } from '../setup/programs.mjs'
import { cpuFolder } from './budgets.mjs'
import { createMemoryFolder } from './memory-folder.mjs'
import { countPlaywright, countVitest } from './test-counts.mjs'
import { playwrightResults, vitestResults } from './test-results.mjs'
import { playwrightTimes, vitestTimes } from './test-times.mjs'

/** The two suites: `run(patience, words)` runs one with further words of its command line, and returns
 * `{ counts, results, times }`; `repeat(patience, files)` runs files, given from the root, one after another. */
export const vitest = {
  run: (patience, words = ['run']) => runVitest('vitest', patience, words),
  repeat: (patience, files) => runVitest('vitest-again', patience, ['run', '--maxWorkers=1'].concat(files)),
}

export const journeys = {
  run: (patience, words = []) => runPlaywright('playwright', patience, words),
  repeat: (patience, files) =>
    runPlaywright('playwright-again', patience, ['--workers=1'].concat(files.map(journeyFile))),
}

/** The name of a journey for Playwright. */
export function journeyFile(file) {
  return file.replace('e2e/', '')
}

async function runVitest(name, patience, words) {
  const report = emptyReport(name)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = [inRoot('node_modules/vitest/vitest.mjs')].concat(words, reporters)
  const { code } = await runTests(args, { cwd: root, env: testEnv(patience) })
  return {
    counts: countVitest(report, code),
    results: vitestResults(report),
    times: vitestTimes(report),
  }
}

async function runPlaywright(name, patience, words) {
  const report = emptyReport(name)
  const args = [inRoot('node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json'].concat(words)
  const own = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM_PATH: findChromium() }
  const env = Object.assign(own, testEnv(patience))
  const { code } = await runTests(args, { cwd: inRoot('e2e'), env })
  return {
    counts: countPlaywright(report, code),
    results: playwrightResults(report),
    times: playwrightTimes(report),
  }
}

/** Runs Node with temporary files in memory, if possible. */
async function runTests(args, { cwd, env }) {
  const folder = createMemoryFolder()
  const own = folder === null ? env : Object.assign({ TMPDIR: folder }, env)
  try {
    return await run(nodeBinary, args, { cwd, env: own, show: true })
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true })
  }
}

function testEnv(patience) {
  mkdirSync(cpuFolder, { recursive: true })
  return { KINORA_TEST_PATIENCE: String(patience), KINORA_TEST_CPU: cpuFolder }
}

function emptyReport(name) {
  mkdirSync(inRoot('reports'), { recursive: true })
  const file = inRoot('reports', `${name}.json`)
  rmSync(file, { force: true })
  return file
}
