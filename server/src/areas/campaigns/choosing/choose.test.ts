import { describe, expect, it } from 'vitest'
import { type Choosable, type ChoosableCreative, chooseCampaigns, type Watching } from './choose.ts'

const now = new Date('2026-06-15T12:00:00Z')
const at = (text: string) => new Date(text)

const creative = (id: string, given: Partial<ChoosableCreative> = {}): ChoosableCreative => ({
  id,
  impressionsToday: 0,
  durationS: null,
  isFailed: false,
  ...given,
})

function campaign(id: string, given: Partial<Choosable> = {}): Choosable {
  return {
    id,
    startsAt: at('2026-06-01T00:00:00Z'),
    endsAt: at('2026-07-01T00:00:00Z'),
    priority: 5,
    totalImpressions: null,
    impressions: 0,
    reserved: 0,
    impressionsToday: 0,
    countries: [],
    deviceTypes: [],
    tags: [],
    streamIds: [],
    channelIds: [],
    creatives: [creative(`${id}1`)],
    ...given,
  }
}

const watching: Watching = {
  now,
  country: 'IN',
  deviceType: 'phone',
  tags: ['News', 'cricket '],
  streamId: 's',
  channelId: 'c',
  position: 0,
  lengthS: 30.5,
}

const chosen = (campaigns: Choosable[], who: Partial<Watching> = {}) =>
  chooseCampaigns(campaigns, { ...watching, ...who }).map(({ creatives: [first] }) => first?.id)

describe('a campaign is shown', () => {
  it('from its start to before its end', () => {
    const flights = [
      campaign('a', { startsAt: now }),
      campaign('b', { endsAt: now }),
      campaign('c', { startsAt: at('2026-06-15T12:00:00.001Z') }),
      campaign('d', { endsAt: at('2026-06-15T12:00:00.001Z') }),
    ]
    expect(chosen(flights)).toEqual(['a1', 'd1'])
  })

  it('until all its impressions are delivered', () => {
    const one = { totalImpressions: 1000 }
    expect(
      chosen([campaign('a', { ...one, impressions: 999 }), campaign('b', { ...one, impressions: 1000 })]),
    ).toEqual(['a1'])
  })

  it('to its target viewers', () => {
    const some = [
      campaign('a', { countries: ['IN', 'AE'], deviceTypes: ['phone', 'tv'] }),
      campaign('b', { countries: ['AE'] }),
      campaign('c', { deviceTypes: ['tv'] }),
    ]
    expect(chosen(some)).toEqual(['a1'])
    expect(chosen(some, { country: 'AE', deviceType: 'tv' })).toEqual(['a1', 'b1', 'c1'])
    expect(chosen(some, { country: '', deviceType: '' })).toEqual([])
  })

  it('in its target content, for which one matching tag is enough', () => {
    const some = [
      campaign('a', { tags: ['CRICKET', 'football'] }),
      campaign('b', { tags: ['football'] }),
      campaign('c', { streamIds: ['s'], channelIds: ['c', 'd'] }),
      campaign('d', { streamIds: ['s'], channelIds: ['d'] }),
      campaign('e', { streamIds: ['t'] }),
    ]
    expect(chosen(some)).toEqual(['a1', 'c1'])
  })

  it('only with a creative', () => {
    expect(chosen([campaign('a', { creatives: [] })])).toEqual([])
  })
})

describe('campaigns are tried', () => {
  it('by priority, and then by fewest impressions today', () => {
    const some = [
      campaign('a', { impressionsToday: 9 }),
      campaign('b', { impressionsToday: 3 }),
      campaign('c', { priority: 7, impressionsToday: 50 }),
      campaign('d', { priority: 1 }),
    ]
    expect(chosen(some)).toEqual(['c1', 'b1', 'a1', 'd1'])
  })

  it('in turn in the breaks of a session, within a priority', () => {
    const some = [campaign('a'), campaign('b'), campaign('c', { priority: 6 })]
    expect(chosen(some, { position: 1 })).toEqual(['c1', 'b1', 'a1'])
    expect(chosen(some, { position: 2 })).toEqual(['c1', 'a1', 'b1'])
  })

  it('with the least shown creative first, also in turn', () => {
    const creatives = [creative('x', { impressionsToday: 4 }), creative('y', { impressionsToday: 1 })]
    expect(chosen([campaign('a', { creatives })])).toEqual(['y'])
    expect(chosen([campaign('a', { creatives })], { position: 1 })).toEqual(['x'])
  })

  it('with other creatives if the first cannot be shown, and failed ones last', () => {
    const broken = creative('b', { isFailed: true })
    const creatives = [
      broken,
      creative('c', { impressionsToday: 9 }),
      creative('d', { impressionsToday: 10 }),
    ]
    const some = [campaign('x', { creatives: [broken], priority: 9 }), campaign('y', { creatives })]
    const found = chooseCampaigns(some, watching)
    expect(found.map(({ campaign: { id }, creatives: own }) => [id, own.map((each) => each.id)])).toEqual([
      ['y', ['c', 'd', 'b']],
      ['x', ['b']],
    ])
  })

  it('with creatives that are too long last', () => {
    const [long, fit] = [creative('long', { durationS: 31 }), creative('fit', { durationS: 30.2 })]
    const some = [
      campaign('a', { creatives: [long] }),
      campaign('b', { creatives: [long, fit, creative('new')] }),
    ]
    expect(chosen(some)).toEqual(['fit', 'long'])
  })
})
