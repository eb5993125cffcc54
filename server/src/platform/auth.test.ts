import { describe, expect, it } from 'vitest'
import { can, grantsOf } from './auth.ts'

const enabled = 'Videos,Settings'
const read = ['Videos', 'Video', 'read'] as const
const remove = ['Videos', 'Video', 'delete'] as const

describe('the rights of a role', () => {
  it.each([null, 'null', '{}'])('are everything that is enabled when permissions are %s', (permissions) => {
    const grants = grantsOf(permissions, enabled)
    expect(can(grants, read) && can(grants, remove)).toBe(true)
    expect(can(grantsOf(permissions, 'DAM'), read)).toBe(false)
  })

  it('are what the flags say, and nothing beside', () => {
    const grants = grantsOf(JSON.stringify({ Videos: { Video: { read: true, delete: false } } }), enabled)
    expect(can(grants, read)).toBe(true)
    expect(can(grants, remove)).toBe(false)
    expect(can(grants, ['Videos', 'Video', 'create'])).toBe(false)
  })

  it.each([
    '',
    '{',
    '[]',
    '"all"',
    '7',
    '{"Videos":true}',
    '{"Videos":{"Video":{"read":"yes"}}}',
    '{"Videos":{"Video":["read"]}}',
  ])('are none when permissions are %s', (permissions) => {
    const grants = grantsOf(permissions, enabled)
    expect(can(grants, read) || can(grants, remove)).toBe(false)
  })

  it.each(['{"filter":{"tag":"x"}}', '{"Alerts":{}}', '{"__proto__":{"Videos":{"Video":{"read":true}}}}'])(
    'are none by %s, which names no such right',
    (permissions) => {
      expect(can(grantsOf(permissions, enabled), read)).toBe(false)
    },
  )

  it('hold environments and settings, unless the permissions name them or do not parse', () => {
    const settings = ['Settings', 'User', 'read'] as const
    expect(can(grantsOf('{"Alerts":{}}', ''), settings)).toBe(true)
    expect(can(grantsOf('{"Alerts":{}}', ''), ['Environments', 'Environment', 'create'])).toBe(true)
    expect(can(grantsOf('{"Settings":{}}', ''), settings)).toBe(false)
    expect(can(grantsOf('not json', ''), settings)).toBe(false)
    expect(can(grantsOf('{"__proto__":{"Videos":{}}}', ''), settings)).toBe(false)
  })
})
