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

  it('hold what is granted by default, enabled or not, unless they name it and say less', () => {
    const videos = JSON.stringify({ Videos: { Video: { read: true } } })
    for (const text of [null, '{}', videos]) {
      expect(can(grantsOf(text, ''), ['Environments', 'Environment', 'create'])).toBe(true)
      expect(can(grantsOf(text, ''), ['Settings', 'User', 'read'])).toBe(true)
      expect(can(grantsOf(text, ''), ['Events and Logs', 'Log', 'read'])).toBe(true)
    }
    const narrowed = grantsOf(JSON.stringify({ Settings: { User: { read: true } } }), '')
    expect(can(narrowed, ['Settings', 'User', 'read'])).toBe(true)
    expect(can(narrowed, ['Settings', 'User', 'delete'])).toBe(false)
    expect(can(narrowed, ['Settings', 'Webhook', 'read'])).toBe(false)
    expect(can(narrowed, ['Environments', 'Environment', 'create'])).toBe(true)
  })

  it('are none at all where they do not parse', () => {
    for (const text of ['not json', '[]', '7', '{"Videos":"all"}', '{"__proto__":{"Videos":{}}}'])
      expect(grantsOf(text, 'Videos')).toEqual(new Set())
  })
})
