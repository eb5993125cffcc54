import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    passWithNoTests: true,
    maxWorkers: 2,
    projects: [
      unit('contract'),
      unit('media'),
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          exclude,
          pool: 'forks' as const,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          globalSetup: [join(import.meta.dirname, 'server/src/platform/postgres/test-global-setup.ts')],
        },
      },
      unit('console'),
      unit('player'),
      { test: { name: 'scripts', root: 'scripts', testTimeout: 60_000, include: ['**/*.test.ts'], exclude } },
    ].filter(({ test }) => existsSync(join(import.meta.dirname, test.root))),
  },
})

function unit(name: string) {
  return { test: { name, root: name, testTimeout: 60_000, include: ['src/**/*.test.{ts,tsx}'], exclude } }
}
