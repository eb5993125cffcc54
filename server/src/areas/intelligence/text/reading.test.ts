import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, contentWhen, replaceFile, uploadFile } from '../../../testing/client.ts'
import { makeClip } from '../../../testing/clips.ts'
import { characterError, drawLowerThird, lowerThirds } from '../../../testing/intelligence/lower-thirds.ts'
import { skipImages } from '../../../testing/jobs/job-triggers.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Client
/** A video that the tests use in turn. */
let id: string

beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
  await skipImages(world.sql)
})
afterAll(() => world.end())

const coded = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p'.split(' ')

/** Two shots of 1.2 s with lower thirds in English and Telugu, and one without. */
async function titledVideo(): Promise<string> {
  const [english, telugu] = [
    await drawLowerThird(world.folder, 'en'),
    await drawLowerThird(world.folder, 'te'),
  ]
  const inputs = ['0x304050:c1=0x90a0b0', '0x804020:c1=0xd0c090', '0x205020:c1=0x60c060'].flatMap((color) => [
    '-f',
    'lavfi',
    '-i',
    `gradients=s=640x360:r=5:d=1.2:seed=3:c0=${color}`,
  ])
  const graph = `[0]${english}[a];[1]${telugu}[b];[a][b][2]concat=n=3`
  return makeClip(join(world.folder, 'titled.mp4'), ...inputs, '-filter_complex', graph, ...coded)
}

async function analyzed() {
  return eventually(async () => {
    const analysis = await owner.call('getAnalysis', { params: { id } })
    for (const { status } of analysis.parts) expect(['ready', 'failed', 'unavailable']).toContain(status)
    return analysis
  })
}

const find = async (phrase: string, by = owner) =>
  (await by.call('searchMoments', { body: { phrase, places: ['text'] } })).items

it('finds text in pictures, and shows it by scene', async () => {
  id = (await uploadFile(owner, await titledVideo())).id
  await contentWhen(owner, id, ({ playable }) => playable)
  await owner.call('analyzeContent', { params: { id }, body: { parts: ['text'] } })
  const { parts, texts, scenes } = await analyzed()
  expect(parts).toMatchObject([
    { part: 'text', status: 'ready', progress: 1, engine: { name: 'Tesseract' }, quality: 'good' },
  ])
  expect(texts?.map(({ language }) => language)).toEqual(['en', 'en', 'te', 'te'])
  const wanted = [...lowerThirds.en.lines, ...lowerThirds.te.lines].join('\n')
  expect(characterError(wanted, texts?.map(({ text }) => text).join('\n') ?? '')).toBeLessThan(0.05)
  for (const { start, end, at } of texts ?? []) expect(at >= start && at < end).toBe(true)
  const sceneId = scenes?.find(({ start }) => start < 1)?.id ?? ''
  const scene = await owner.call('getScene', { params: { id, sceneId } })
  expect(scene.text[0]?.text).toBe(lowerThirds.en.lines[0])
  expect(scene.loudness).toBeNull()
})

it('is found by words, with its language and its time', async () => {
  const [moment] = await find('minister')
  expect(moment).toMatchObject({ foundIn: 'text', text: 'Minister of Education', marks: [[0, 8]] })
  expect(await find('మంత్రి')).toMatchObject([{ content: { id } }])
  expect(await find('minister', world.stranger)).toEqual([])
  const { counts } = await owner.call('searchMoments', { body: { phrase: 'thompson' } })
  expect(counts).toEqual({ speech: 0, text: 1, people: 0, objects: 0, metadata: 0 })
})

it('is replaced by another analysis, which leaves no frames', async () => {
  await owner.call('analyzeContent', { params: { id }, body: { parts: ['shots', 'text'] } })
  expect((await analyzed()).texts).toHaveLength(4)
  expect(await find('minister')).toHaveLength(1)
  await eventually(async () => {
    const paths = await readdir(world.kinora.dataDir, { recursive: true })
    expect(paths.filter((path) => /frames-.*\.mkv$/.test(path))).toEqual([])
  })
})

it('goes with the file of the video', async () => {
  const plain = '-f lavfi -i color=s=64x64:r=5:d=1'.split(' ')
  await contentWhen(owner, id, ({ status, stage }) => status === 'ready' && stage === null)
  await replaceFile(owner, id, await makeClip(join(world.folder, 'plain.mp4'), ...plain))
  await contentWhen(owner, id, ({ reencode }) => reencode?.status !== 'running')
  await eventually(async () => expect(await find('minister')).toEqual([]))
  expect((await owner.call('getAnalysis', { params: { id } })).texts).toBeNull()
})
