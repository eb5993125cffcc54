import { expect, it } from 'vitest'
import { firstLoad, overBudget } from './console-budget.mjs'

const built: Record<string, string> = {
  'index.html': `<script type="module" crossorigin src="/assets/main.js"></script>
    <link rel="modulepreload" href="/assets/vendor.js"><link rel="stylesheet" href="/assets/main.css">
    <link rel="icon" href="/favicon.svg"><script>inline()</script>`,
  'assets/main.js': 'import{a}from"./shared.js";import"./side.js";const b=()=>import("./later.js")',
  'assets/vendor.js': 'export{x}from"./shared.js"',
  'assets/shared.js': '',
  'assets/side.js': '',
  'assets/later.js': '',
  'assets/main.css': '',
}

it('counts linked files and their static imports', () => {
  const files = firstLoad((file: string) => built[file] ?? '')
  expect(files.toSorted()).toEqual([
    'assets/main.css',
    'assets/main.js',
    'assets/shared.js',
    'assets/side.js',
    'assets/vendor.js',
  ])
})

it('names the largest files if the limit is exceeded', () => {
  expect(overBudget([{ file: 'main.js', bytes: 250_000 }])).toBeNull()
  expect(
    overBudget([
      { file: 'small.js', bytes: 1_000 },
      { file: 'main.js', bytes: 250_000 },
    ]),
  ).toBe('the first load is 251.0 kB gz, the limit 250 kB:\n250.0 kB  main.js\n1.0 kB  small.js')
})
