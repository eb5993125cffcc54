import { describe, expect, it } from 'vitest'
import { componentsOf, newerRelease } from './releases.mjs'

const today = new Date('2026-11-20T12:00:00Z')
const times = {
  created: '2024-01-01T00:00:00Z',
  '1.2.9': '2026-11-10T00:00:00Z',
  '1.3.0': '2026-11-01T00:00:00Z',
  '1.10.0': '2026-11-19T00:00:00Z',
  '1.11.0-rc.1': '2026-10-01T00:00:00Z',
  '2.0.0': '2026-01-01T00:00:00Z',
}
const newer = (version: string, given: Record<string, string> = times) =>
  newerRelease({ name: 'reader', version }, given, today)

describe('releases of a component', () => {
  it('are counted from the first that is later in its line', () => {
    expect(newer('1.3.0')).toEqual({ newer: '1.10.0', daysLeft: 13 })
    expect(newer('1.2.8')).toEqual({ newer: '1.10.0', daysLeft: -5 })
  })

  it('say nothing if it is the newest, whatever is being prepared or of another major version', () => {
    expect(newer('1.10.0')).toBeNull()
    expect(newer('2.0.0')).toBeNull()
  })

  it('have a line for each minor version before 1.0', () => {
    const early = { '0.3.1': '2026-11-20T00:00:00Z', '0.4.0': '2026-01-01T00:00:00Z' }
    expect(newer('0.3.0', early)).toEqual({ newer: '0.3.1', daysLeft: 14 })
    expect(newer('0.3.1', early)).toBeNull()
  })

  it('are asked for what runs here, each once', () => {
    const packages = {
      '': { version: '1.0.0' },
      server: { version: '0.0.0' },
      'node_modules/server': { link: true },
      'node_modules/reader': { version: '1.2.9' },
      'node_modules/@a/other/node_modules/reader': { version: '1.2.9' },
      'node_modules/@a/other': { version: '3.0.0' },
      'node_modules/vitest': { version: '5.0.0', dev: true },
      'node_modules/unwanted': { name: 'empty', version: '1.0.0' },
      'node_modules/reader-windows': { version: '1.2.9' },
    }
    expect(componentsOf(packages, (path) => !path.endsWith('windows'))).toEqual([
      { name: 'reader', version: '1.2.9' },
      { name: '@a/other', version: '3.0.0' },
      { name: 'empty', version: '1.0.0' },
    ])
  })
})
