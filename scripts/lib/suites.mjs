import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { nodeBinary } from '../setup/node.mjs'
import { findChromium } from '../setup/programs.mjs'
import { inRoot, root } from './paths.mjs'
import { run } from './run.mjs'
import { countPlaywright, countVitest, failedInPlaywright, failedInVitest } from './test-counts.mjs'
import { playwrightTimes, vitestTimes } from './test-times.mjs'

const vitestReport = inRoot('reports/vitest.json')
const playwrightReport = inRoot('reports/playwright.json')

/** Runs Vitest with a command and its arguments. Returns `{ counts, failed, times }`. */
export async function runVitest(words = ['run']) {
  removeReport(vitestReport)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
  const args = [inRoot('node_modules/vitest/vitest.mjs')].concat(words, reporters)
  const { code } = await run(nodeBinary, args, { cwd: root, show: true })
  return {
    counts: countVitest(vitestReport, code),
    failed: failedInVitest(vitestReport),
    times: vitestTimes(vitestReport),
  }
}

/** Runs all journeys, or the journeys in some files. Returns `{ counts, failed, times }`. */
export async function runPlaywright(files = []) {
  if (!existsSync(inRoot('e2e/playwright.config.ts')))
    return { counts: { passed: 0, failed: 0, skipped: 0 }, failed: [], times: [] }
  removeReport(playwrightReport)
  const args = [inRoot('node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json'].concat(files)
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport, CHROMIUM_PATH: findChromium() }
  const { code } = await run(nodeBinary, args, { cwd: inRoot('e2e'), env, show: true })
  return {
    counts: countPlaywright(playwrightReport, code),
    failed: failedInPlaywright(playwrightReport),
    times: playwrightTimes(playwrightReport),
  }
}

function removeReport(file) {
  mkdirSync(inRoot('reports'), { recursive: true })
  rmSync(file, { force: true })
}
