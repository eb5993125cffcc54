import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Client
beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
  await add('Morning bulletin from Warangal', { tags: ['news', 'telugu'] })
  await add('Évening Bulletin', { policy: 'signed', durationS: 90, shortSide: 720 })
  await add('सुबह का समाचार')
  await add('వరంగల్ వార్తలు')
  await add('أخبار المدرسة', { metadata: [{ key: 'programme', value: 'School hour' }] })
  await world.kinora.sweep()
})
afterAll(() => world.end())

interface ContentFields {
  readonly tags?: string[]
  readonly policy?: string
  readonly durationS?: number
  readonly shortSide?: number
  readonly metadata?: { key: string; value: string }[]
}

/** Adds a content as an earlier version would have stored it. The sweep folds its text. */
async function add(title: string, given: ContentFields = {}): Promise<void> {
  await world.sql(
    `INSERT INTO contents (id, environment_id, title, search_text, status, playback_policy, playback_id, created_at,
       tags, metadata, duration_s, short_side)
     VALUES (gen_random_uuid(), $1, $2, lower($2), 'ready', $3, gen_random_uuid(), '2026-03-01T12:00:00Z', $4, $5, $6, $7)`,
    [
      owner.environmentId,
      title,
      given.policy ?? 'public',
      given.tags ?? [],
      JSON.stringify(given.metadata ?? []),
      given.durationS ?? 10,
      given.shortSide ?? 1080,
    ],
  )
}

async function found(query: Parameters<typeof owner.call<'listContents'>>[1]['query']) {
  const { items, similar } = await owner.call('listContents', { query: { ...query, sort: 'title' } })
  return { titles: items.map(({ title }) => title), similar }
}

describe('a search', () => {
  it.each([
    ['bulletin', ['Évening Bulletin', 'Morning bulletin from Warangal']],
    ['BULLETIN morning', ['Morning bulletin from Warangal']],
    ['evening', ['Évening Bulletin']],
    ['telugu', ['Morning bulletin from Warangal']],
    ['समाचार', ['सुबह का समाचार']],
    ['వార్తలు', ['వరంగల్ వార్తలు']],
    ['اخبار', ['أخبار المدرسة']],
    ['المدرسه', ['أخبار المدرسة']],
    ['school hour', ['أخبار المدرسة']],
  ])(
    'for “%s” finds what has the words, in any order, case and spelling of signs',
    async (phrase, titles) => {
      expect(await found({ phrase })).toEqual({ titles, similar: false })
    },
  )

  it.each([
    ['buletin', ['Évening Bulletin', 'Morning bulletin from Warangal']],
    ['warangla', ['Morning bulletin from Warangal']],
    ['समचार', ['सुबह का समाचार']],
    ['వారతలు', ['వరంగల్ వార్తలు']],
    ['المدرصة', ['أخبار المدرسة']],
  ])('for “%s” finds the words it is like, and says so', async (phrase, titles) => {
    expect(await found({ phrase })).toEqual({ titles, similar: true })
  })

  it.each(['zebra crossing', '100%', '___', '“”'])('for “%s” finds nothing', async (phrase) => {
    expect(await found({ phrase })).toEqual({ titles: [], similar: false })
  })

  it('finds a changed title at once', async () => {
    const params = { id: world.content.id }
    await owner.call('updateContent', { params, body: { title: 'Harvest festival', tags: ['சங்கராந்தி'] } })
    expect((await found({ phrase: 'harvest' })).titles).toEqual(['Harvest festival'])
    expect((await found({ phrase: 'secret plans' })).titles).toEqual(['Harvest festival'])
  })

  it('finds no videos of others', async () => {
    const { items } = await world.stranger.call('listContents', { query: { phrase: 'bulletin' } })
    expect(items).toEqual([])
  })
})

describe('filters', () => {
  it.each([
    [{ playbackPolicy: ['signed' as const] }, ['Évening Bulletin']],
    [{ resolution: ['720p'] }, ['Évening Bulletin']],
    [{ tag: ['news', 'telugu'] }, ['Morning bulletin from Warangal']],
    [{ tag: ['news', 'hindi'] }, []],
    [{ metadataKey: 'programme' }, ['أخبار المدرسة']],
    [{ minDuration: 60, maxDuration: 90 }, ['Évening Bulletin']],
    [{ phrase: 'bulletin', maxDuration: 60 }, ['Morning bulletin from Warangal']],
    [
      { from: '2026-03-01T12:00:00Z', to: '2026-03-01T12:00:01Z', tag: ['news'] },
      ['Morning bulletin from Warangal'],
    ],
    [{ to: '2026-03-01T12:00:00Z' }, []],
  ])('%j', async (query, titles) => {
    const page = await owner.call('listContents', { query: { ...query, sort: 'title' } })
    expect(page.items.map(({ title }) => title)).toEqual(titles)
    expect(page.totalItems).toBe(titles.length)
  })
})
