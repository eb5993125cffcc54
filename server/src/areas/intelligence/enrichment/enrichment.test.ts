import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Client

beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
})
afterAll(() => world.end())

it('suggests what was said as title, description and tags', async () => {
  const { id } = await world.copyVideo()
  const said = [
    'The harbour of Visakha gets a second crane for ships this spring.',
    'Minister Anna Lee opened the harbour to cargo ships on Monday.',
    'For the harbour, Anna Lee said, the crane means twice the cargo.',
  ]
  const text = said.map((line, n) => `${n + 1}\n00:00:0${n},000 --> 00:00:0${n},900\n${line}\n`).join('\n')
  expect((await owner.try('enrichMetadata', { params: { id } })).body).toMatchObject({
    type: '/problems/not-analyzed',
  })
  const body = { name: 'English', languageCode: 'en', text }
  const subtitle = await owner.call('createSubtitle', { params: { id }, body })
  await owner.call('publishSubtitles', {
    params: { id },
    body: { draftsToPublish: [subtitle.id], subtitlesToDelete: [] },
  })
  const { tags, ...found } = await eventually(() => owner.call('enrichMetadata', { params: { id } }))
  expect(found).toEqual({
    contentId: id,
    language: 'en',
    quality: 'good',
    writtenBy: null,
    reason: null,
    support: [],
    title: expect.stringMatching(/harbour.*[^.]$/),
    description: said.join(' '),
    names: ['Anna Lee'],
    chapters: [],
  })
  expect(tags).toEqual(expect.arrayContaining(['harbour', 'crane', 'cargo', 'ships']))
})
