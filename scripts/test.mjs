import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { runChecks } from './check.mjs'
import { runMain } from './lib/failure.mjs'
import { inRoot, root } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { addCounts, countLine, countPlaywright, countVitest, isGreen } from './lib/test-counts.mjs'
import { nodeBinary } from './setup/node.mjs'
import { findChromium } from './setup/programs.mjs'
import { setup } from './setup.mjs'

const vitestReport = inRoot('reports/vitest.json')
const playwrightReport = inRoot('reports/playwright.json')

runMain(async () => {
  await setup({ forTests: true })
  const checked = await runChecks({ withRules: false })
  const unit = await runVitest()
  const journeys = await runPlaywright()
  const counts = addCounts([checked, unit, journeys])
  console.log(countLine(counts))
  process.exitCode = isGreen(counts) ? 0 : 1
})

async function runVitest() {
  forgetReport(vitestReport)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
  const args = [inRoot('node_modules/vitest/vitest.mjs'), 'run'].concat(reporters)
  const { code } = await run(nodeBinary, args, { cwd: root, show: true })
  return countVitest(vitestReport, code)
}

async function runPlaywright() {
  if (!existsSync(inRoot('e2e/playwright.config.ts'))) return { passed: 0, failed: 0, skipped: 0 }
  forgetReport(playwrightReport)
  const args = [inRoot('node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json']
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport, CHROMIUM_PATH: findChromium() }
  const { code } = await run(nodeBinary, args, { cwd: inRoot('e2e'), env, show: true })
  return countPlaywright(playwrightReport, code)
}

function forgetReport(file) {
  mkdirSync(inRoot('reports'), { recursive: true })
  rmSync(file, { force: true })
}
