import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { textStages } from './console/vite-texts.ts'
import { textsByLanguage } from './player/vite-texts.ts'
import { patient } from './server/src/testing/machine/patience.ts'

const exclude = ['**/node_modules/**', '**/dist/**']

const limits = {
  testTimeout: patient(120_000),
  hookTimeout: patient(60_000),
  // The default of a second is too short for a busy machine. Waits end as soon as what they wait for is there.
  expect: { poll: { timeout: patient(30_000) } },
  setupFiles: [join(import.meta.dirname, 'server/src/testing/machine/record-cpu.ts')],
}

/** Node loads the files itself, as it does in the program. Vite would transform each of them first. */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } }

/** Set by `npm run test:crash`: only tests that kill processes run, and they kill often. */
const isChaos = process.env.KINORA_TEST_CHAOS === 'true'

const server = {
  root: 'server',
  exclude,
  pool: 'forks' as const,
  // Workers keep the modules of all files, so each full garbage collection is slow: they may be rarer.
  execArgv: ['--heap-growing-percent=100'],
  isolate: false,
  ...native,
  ...limits,
  globalSetup: [join(import.meta.dirname, 'server/src/platform/postgres/test-global-setup.ts')],
}

/**
 * Long kill loops take minutes and find what is rare, so they have a run of their own. Of each kind of work that a dying
 * worker can lose, one kill at a chosen moment (`*-crash.test.ts`) stays in every run: an encode, an import, a webhook's
 * delivery and a replacement.
 */
const chaosOnly = 'src/**/*.chaos.test.ts'

const serverRoot = join(import.meta.dirname, server.root)

/** Files whose first line says that they take real time, such as those with encoders and viewers. Of these only two run at once,
 * one for each processor, since a stream that waits for the processor is a broken one. */
const timed = readdirSync(serverRoot, { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    file.endsWith('.test.ts') && /^\/\/ Slow:.*real time/.test(readFileSync(join(serverRoot, file), 'utf8')),
)

const projects = [
  unit('contract', native),
  unit('media', native),
  {
    test: {
      ...server,
      name: 'server',
      include: ['src/**/*.test.ts'],
      exclude: [...exclude, chaosOnly, ...timed],
    },
  },
  {
    test: {
      ...server,
      name: 'timed',
      include: timed,
      maxWorkers: 2,
      sequence: { groupOrder: 1 },
    },
  },
  { ...unit('console'), plugins: [textStages([{ name: 'entrance', screens: [] }]), textsByLanguage()] },
  { ...unit('player'), plugins: [textsByLanguage()] },
  {
    test: {
      name: 'scripts',
      root: 'scripts',
      isolate: false,
      ...native,
      ...limits,
      include: ['**/*.test.ts'],
      exclude,
    },
  },
].filter(({ test }) => existsSync(join(import.meta.dirname, test.root)))

/** One project after another, because a worker is kept only for files of its project, and the largest last. Starts with
 * the files whose comment says why they are slow, so that all workers end together without a cache of durations. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => /Slow:/.test(readFileSync(moduleId, 'utf8'))
    const slowFirst = [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
    const groups = [...Map.groupBy(slowFirst, ({ project }) => project.name).values()]
    return groups.toSorted((one, other) => one.length - other.length).flat()
  }
}

const crash = {
  test: {
    ...server,
    name: 'crash',
    testTimeout: patient(180_000),
    include: ['src/**/*-crash.test.ts', chaosOnly],
  },
}

export default defineConfig({
  test: {
    passWithNoTests: true,
    // Tests also wait for programs that they start, so three keep two processors busy. Those that kill need time.
    maxWorkers: isChaos ? 2 : 3,
    // No module keeps state that one test file could leave to the next, so files share the loaded modules.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    projects: isChaos ? [crash] : projects,
  },
})

function unit(name: string, loading = {}) {
  return {
    test: {
      name,
      root: name,
      isolate: false,
      ...loading,
      ...limits,
      include: ['src/**/*.test.{ts,tsx}'],
      exclude,
    },
  }
}
