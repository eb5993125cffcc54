import { permissionsText } from '@kinora/contract/identity/roles'
import { alwaysGranted, modules } from '@kinora/contract/permissions'
import { describe, expect, it } from 'vitest'
import { changesBetween, reachOf, shareOf, toggled } from './role-changes'
import { everyRight, type RoleRights, readRights, rightsOf, writeRights } from './role-rights'

const write = (...granted: string[]) =>
  writeRights({ full: false, granted: new Set(granted), filter: {}, unknown: {} })
const always = everyRight.filter((right) => alwaysGranted.some((module) => right.startsWith(`${module}.`)))

describe("a role's text", () => {
  it.each([null, 'null', '{}'])('of %s is full rights, including future modules', (text) => {
    const rights = readRights(text)
    expect(rights.full).toBe(true)
    expect(rights.granted.size).toBe(everyRight.length)
    expect(writeRights(rights)).toBeNull()
  })

  it.each(['', '{"Videos":', '[]', '7'])('that is invalid (%s) grants nothing', (text) => {
    expect(readRights(text)).toEqual({ full: false, granted: new Set(), filter: {}, unknown: {} })
  })

  it('includes modules that every role has, unless it names them', () => {
    const rights = readRights('{"Videos":{"Video":{"read":true,"create":false}},"Environments":{}}')
    expect(rights.granted.has('Videos.Video.read')).toBe(true)
    expect(rights.granted.has('Videos.Video.create')).toBe(false)
    expect(rights.granted.has('Settings.Role.delete')).toBe(true)
    expect(shareOf(rights.granted, rightsOf('Environments'))).toBe('none')
  })

  it('writes the shortest text', () => {
    expect(write(...always, 'Videos.Video.read')).toBe('{"Videos":{"Video":{"read":true}}}')
    const noSettings = always.filter((right) => !right.startsWith('Settings.'))
    expect(write(...noSettings)).toBe('{"Settings":{}}')
    expect(write(...noSettings, 'Settings.User.read')).toBe('{"Settings":{"User":{"read":true}}}')
  })

  it('never writes full rights for an empty role', () => {
    const text = write(...always)
    expect(text).toBe('{"Videos":{}}')
    expect(readRights(text)).toMatchObject({ full: false, granted: new Set(always) })
  })

  it('with every current right is not full rights', () => {
    const text = write(...everyRight)
    expect(readRights(text)).toMatchObject({ full: false, granted: new Set(everyRight) })
  })

  it('has only rights that a call requires', () => {
    expect(everyRight).toContain('Events and Logs.Event.read')
    expect(rightsOf('Events and Logs', { action: 'delete' })).toEqual([])
    expect(
      readRights('{"Events and Logs":{"Log":{"delete":true}}}').granted.has('Events and Logs.Log.delete'),
    ).toBe(false)
  })

  it('keeps unknown modules and features', () => {
    const text = '{"Videos":{"Clip":{"read":true}},"Elections":{"Result":{"read":true}}}'
    const rights = readRights(text)
    expect(writeRights(rights)).toBe(text)
    const more = writeRights(toggled(rights, ['Videos.Video.read']))
    expect(JSON.parse(more ?? '')).toEqual({
      ...JSON.parse(text),
      Videos: { Video: { read: true }, Clip: { read: true } },
    })
  })

  it('keeps the filter, without which it would show all videos', () => {
    const text = '{"Videos":{"Video":{"read":true}},"filter":{"tags":["news"]}}'
    const rights = readRights(text)
    expect(rights.filter).toEqual({ tags: ['news'] })
    expect(writeRights(rights)).toBe(text)
    expect(permissionsText.safeParse(text).success).toBe(true)
    expect(writeRights({ ...rights, filter: {} })).toBe('{"Videos":{"Video":{"read":true}}}')
  })

  it('with an invalid filter grants nothing', () => {
    expect(readRights('{"Videos":{"Video":{"read":true}},"filter":{"tag":"news"}}').granted.size).toBe(0)
  })

  it('round-trips any selection, and the contract accepts it', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const granted = new Set(everyRight.filter((_, at) => Math.sin(seed * 99.7 + at * 7.3) > Math.cos(seed)))
      const text = writeRights({ full: false, granted, filter: {}, unknown: {} })
      expect(readRights(text)).toEqual({ full: false, granted, filter: {}, unknown: {} })
      expect(permissionsText.safeParse(text).success).toBe(true)
    }
  })
})

describe('the summary of changes', () => {
  const before = readRights('{"Videos":{"Video":{"read":true,"delete":true}}}')

  it('lists gains and losses per feature', () => {
    const after = toggled(toggled(before, ['Videos.Video.delete']), [
      'Videos.Video.create',
      'Videos.Video.update',
    ])
    expect(changesBetween(before, after)).toEqual([
      { kind: 'gains', module: 'Videos', feature: 'Video', actions: ['create', 'update'] },
      { kind: 'loses', module: 'Videos', feature: 'Video', actions: ['delete'] },
    ])
    expect(
      changesBetween(before, toggled(after, ['Videos.Video.create', 'Videos.Video.update'])),
    ).toHaveLength(1)
    expect(changesBetween(before, before)).toEqual([])
  })

  it('reports when full rights are granted or limited', () => {
    const full = readRights(null)
    const limited: RoleRights = { ...full, full: false }
    expect(changesBetween(full, limited)).toEqual([{ kind: 'limited' }])
    expect(changesBetween(limited, full)).toEqual([{ kind: 'freed' }])
  })
})

describe('the summary of a filter', () => {
  const all = readRights('{"Videos":{"Video":{"read":true}}}')
  const some: RoleRights = { ...all, filter: { tags: ['news'] } }

  it('says whether the role sees all videos, some of them or other ones', () => {
    expect(changesBetween(all, some)).toEqual([{ kind: 'filtered' }])
    expect(changesBetween(some, all)).toEqual([{ kind: 'unfiltered' }])
    expect(changesBetween(some, { ...all, filter: { tags: ['sports'] } })).toEqual([{ kind: 'refiltered' }])
    expect(changesBetween(some, { ...all, filter: { tags: ['news'] } })).toEqual([])
  })
})

describe('a cell with several rights', () => {
  const names = rightsOf('Settings', { action: 'read' })

  it('is full, partial or empty, and toggling fills it before emptying it', () => {
    const some = readRights('{"Settings":{"User":{"read":true}}}')
    expect(shareOf(some.granted, names)).toBe('some')
    const all = toggled(some, names)
    expect(shareOf(all.granted, names)).toBe('all')
    expect(shareOf(toggled(all, names).granted, names)).toBe('none')
  })
})

it('counts the features that a role may use', () => {
  const { read, write: written, delete: deleted } = reachOf(readRights(null))
  expect(read).toEqual({ number: Object.values(modules).flat().length, total: read.number })
  // Nobody writes or deletes read-only records.
  expect(written).toEqual({ number: written.total, total: read.total - 5 })
  expect(deleted.number).toBe(deleted.total)
  const viewer = readRights(
    '{"Videos":{"Video":{"read":true}},"Settings":{},"Events and Logs":{},"Environments":{},"Embed Reports":{}}',
  )
  expect(reachOf(viewer)).toEqual({
    read: { ...read, number: 1 },
    write: { ...written, number: 0 },
    delete: { ...deleted, number: 0 },
  })
})
