// Slow: models find faces and objects in videos.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, contentWhen, uploadFile } from '../../../testing/client.ts'
import { h264, makeClip } from '../../../testing/clips.ts'
import { skipImages } from '../../../testing/jobs/job-triggers.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { personClip } from '../../../testing/portraits/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Client

beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
  await skipImages(world.sql)
})
afterAll(() => world.end())

async function newVideo(file: string): Promise<string> {
  const { id } = await uploadFile(owner, file)
  await contentWhen(owner, id, ({ playable }) => playable)
  return id
}

async function lookAt(id: string) {
  await owner.call('analyzeContent', { params: { id }, body: { parts: ['pictures'] } })
  return eventually(async () => {
    const analysis = await owner.call('getAnalysis', { params: { id } })
    expect(analysis.parts).toMatchObject([{ part: 'pictures', status: 'ready', engine: { name: 'Human' } }])
    return analysis
  })
}

const list = async (by = owner) => (await by.call('listPeople', { query: {} })).items
const find = async (phrase: string, place: 'people' | 'objects', by = owner) =>
  (await by.call('searchMoments', { body: { phrase, places: [place] } })).items

/** Two videos of one person, that the tests use in turn. */
let [first, second, id] = ['', '', '']

it('finds a face with its picture, and the same person in another video', async () => {
  first = await newVideo(await personClip(join(world.folder, 'first.mp4'), 2, '320'))
  const { people } = await lookAt(first)
  expect(people).toHaveLength(1)
  const [{ picture = '', faces = [] } = {}] = people ?? []
  id = people?.[0]?.id ?? ''
  expect(picture).toMatch(/^data:image\/jpeg;base64,\/9j\//)
  expect(faces[0]?.start).toBeLessThan(0.4)
  expect(faces.at(-1)?.end).toBeGreaterThan(1.5)
  const [{ box = { x: 0, width: 0 } } = {}] = faces
  expect(box.x + box.width / 2).toBeCloseTo(0.5, 1)

  const still = ['-loop', '1', '-i', join(import.meta.dirname, '../engine-tests/samples/astronaut.jpg')]
  const portrait = [...still, '-t', '2', '-r', '5', '-vf', 'scale=360:360,hflip', ...h264]
  second = await newVideo(await makeClip(join(world.folder, 'second.mp4'), ...portrait))
  const { people: known, objects, scenes } = await lookAt(second)
  expect(known?.map((person) => person.id)).toEqual([id])
  expect(objects?.map(({ label }) => label)).toContain('person')
  const params = { id: second, sceneId: scenes?.[0]?.id ?? '' }
  expect(await owner.call('getScene', { params })).toMatchObject({ people: [{ id }], objects })
  expect(await list()).toMatchObject([{ id, name: null, videos: 2 }])
  expect(await list(world.stranger)).toEqual([])
})

it('keeps a name in another analysis, and finds people and objects by words', async () => {
  await owner.call('updatePerson', { params: { id }, body: { name: 'Eileen Collins' } })
  expect((await lookAt(first)).people).toMatchObject([{ id, name: 'Eileen Collins' }])
  const moments = await find('collins', 'people')
  expect(moments.map(({ content }) => content.id).toSorted()).toEqual([first, second].toSorted())
  expect(moments[0]).toMatchObject({ foundIn: 'people', text: 'Eileen Collins', marks: [[7, 14]] })
  expect(await find('where is eileen collins', 'people')).toHaveLength(2)
  expect(await find('collins anderson', 'people')).toEqual([])
  expect(await find('persons', 'objects')).not.toEqual([])
  expect(await find('collins', 'people', world.stranger)).toEqual([])
  await eventually(async () => {
    const paths = await readdir(world.kinora.dataDir, { recursive: true })
    expect(paths.filter((path) => /frames-.*\.mkv$/.test(path))).toEqual([])
  })
})

it('forgets a face with the last video', async () => {
  await owner.call('deleteContent', { params: { id: first }, query: { permanently: true } })
  await eventually(async () => expect(await list()).toMatchObject([{ videos: 1 }]))
  await owner.call('deleteContent', { params: { id: second }, query: { permanently: true } })
  await eventually(async () => expect(await world.sql('SELECT FROM people')).toHaveLength(0))
  expect(await world.sql('SELECT FROM faces')).toHaveLength(0)
  expect(await world.sql('SELECT FROM picture_objects')).toHaveLength(0)
})
