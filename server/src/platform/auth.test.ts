import { describe, expect, it } from 'vitest'
import { can, covers, filterOf, grantsOf, hasEnvironment } from './auth.ts'

const enabled = 'Videos,Settings'
const read = ['Videos', 'Video', 'read'] as const
const remove = ['Videos', 'Video', 'delete'] as const

describe('the rights of a role', () => {
  it.each([null, 'null', '{}'])('are everything that is enabled when permissions are %s', (permissions) => {
    const grants = grantsOf(permissions, enabled)
    expect(can(grants, read) && can(grants, remove)).toBe(true)
    expect(can(grantsOf(permissions, 'DAM'), read)).toBe(false)
  })

  it('are exactly those of the flags', () => {
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

  it.each(['{"filter":{"tags":["x"]}}', '{"Alerts":{}}', '{"__proto__":{"Videos":{"Video":{"read":true}}}}'])(
    'are none by %s, which names no such right',
    (permissions) => {
      expect(can(grantsOf(permissions, enabled), read)).toBe(false)
    },
  )

  it('include the default grants, enabled or not, unless they restrict them', () => {
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

  it('are none if permissions are invalid', () => {
    for (const text of ['not json', '[]', '7', '{"Videos":"all"}', '{"__proto__":{"Videos":{}}}'])
      expect(grantsOf(text, 'Videos')).toEqual(new Set())
  })
})

describe('the filter of a role', () => {
  const rights = { Videos: { Video: { read: true } } }
  const folder = '0199a000-0000-7000-8000-00000000000f'
  const text = (filter: unknown) => JSON.stringify({ ...rights, filter })

  it('limits videos by folder, tag or metadata', () => {
    const filter = { folders: [folder], tags: ['news'], metadata: [{ key: 'programme', value: 'Evening' }] }
    expect(filterOf(text(filter))).toEqual(filter)
    expect(can(grantsOf(text(filter), enabled), read)).toBe(true)
    for (const permissions of [null, '{}', JSON.stringify(rights), text({})])
      expect(filterOf(permissions)).toBeNull()
  })

  it.each([
    ['unknown kinds', { tag: ['news'] }],
    ['no list', { tags: 'news' }],
    ['empty lists', { tags: [] }],
    ['folders without an id', { folders: ['News'] }],
    ['unknown fields', { metadata: [{ key: 'programme', value: 'Evening', type: 'text' }] }],
    ['more than 50 entries', { tags: Array.from({ length: 51 }, (_, n) => `tag ${n}`) }],
    ['null', null],
  ])('denies everything with %s', (_, filter) => {
    expect(grantsOf(text(filter), enabled)).toEqual(new Set())
  })

  it('leaves only rights on campaigns to a role of an advertiser, in one environment', () => {
    const advertiser = { id: folder, environmentId: '0199a000-0000-7000-8000-000000000010' }
    const all = { Videos: { Video: { read: true } }, 'Ad Insertion': { Campaign: { read: true } } }
    const role = JSON.stringify({ ...all, filter: { advertiser } })
    expect([...grantsOf(role, 'Videos,Ad Insertion')]).toEqual(['Ad Insertion.Campaign.read'])
    expect(hasEnvironment(role, advertiser.environmentId)).toBe(true)
    expect(hasEnvironment(role, folder)).toBe(false)
    expect(hasEnvironment(null, folder)).toBe(true)
    const other = JSON.stringify({
      ...all,
      filter: { advertiser: { ...advertiser, id: folder.replace(/f$/, 'e') } },
    })
    expect(covers(null, role)).toBe(true)
    expect(covers(role, role)).toBe(true)
    expect(covers(role, other)).toBe(false)
    expect(covers(role, JSON.stringify(all))).toBe(false)
    expect(covers(JSON.stringify({ ...all, filter: { tags: ['x'] } }), role)).toBe(true)
    expect(covers(JSON.stringify({ Videos: { Video: { read: true } } }), role)).toBe(false)
  })

  it('removes the rights on webhooks, which send the events of all videos', () => {
    const webhooks = ['Settings', 'Webhook', 'read'] as const
    expect(can(grantsOf(text({ tags: ['news'] }), enabled), webhooks)).toBe(false)
    expect(can(grantsOf(JSON.stringify(rights), enabled), webhooks)).toBe(true)
  })

  it('is included in another one only if the other has all its entries', () => {
    const news = text({ tags: ['news'] })
    expect(covers(null, news)).toBe(true)
    expect(covers(JSON.stringify(rights), news)).toBe(true)
    expect(covers(news, news)).toBe(true)
    expect(covers(text({ tags: ['sports', 'news'] }), news)).toBe(true)
    expect(covers(news, text({ tags: ['news'], folders: [folder] }))).toBe(true)
    const entry = { value: 'Evening', key: 'programme' }
    expect(
      covers(text({ metadata: [{ key: 'programme', value: 'Evening' }] }), text({ metadata: [entry] })),
    ).toBe(true)
    for (const wider of [
      null,
      JSON.stringify(rights),
      text({ tags: ['news', 'sports'] }),
      text({ folders: [folder] }),
    ])
      expect(covers(news, wider), String(wider)).toBe(false)
  })
})
