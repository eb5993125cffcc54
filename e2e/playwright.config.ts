import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { patient } from '../server/src/testing/machine/patience.ts'

const journeys = join(import.meta.dirname, 'journeys')
const all = readdirSync(journeys, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.spec.ts'),
)
/** Files whose first line gives the reason why they are slow. They run first, so that all browsers finish at the
 * same time. */
const slow = all.filter((file) => readFileSync(join(journeys, file), 'utf8').startsWith('// Slow:'))
/** Patterns are matched against the whole path. */
const inFolder = (file: string) => join(journeys, file)

/** Three journeys in real time at once overload a machine that takes twice as long. */
const slowAtOnce = patient(1) >= 2 ? 2 : 3

/** One real Kinora for the whole run (see server.ts) and three browsers, which keep two processors busy. */
export default defineConfig({
  testDir: journeys,
  projects: [
    { name: 'slow', testMatch: slow.map(inFolder), workers: slowAtOnce },
    { name: 'quick', testMatch: all.filter((file) => !slow.includes(file)).map(inFolder) },
  ],
  globalSetup: ['./server.ts', './gallery.ts'],
  workers: 3,
  fullyParallel: true,
  timeout: patient(180_000),
  expect: { timeout: patient(90_000) },
  outputDir: '../test-results',
  use: {
    // A press that is never possible fails long before its journey.
    actionTimeout: patient(90_000),
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A click waits for transitions, and axe would see colors in the middle of one.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace costs a tenth of the time. Repeat a failed journey with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--autoplay-policy=no-user-gesture-required',
        // Pages live for seconds: code that V8 optimizes would cost more than it saves, a quarter of the time of a page.
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
  },
})
