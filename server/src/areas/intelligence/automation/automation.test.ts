import { standardProfileId } from '@kinora/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { type Client, contentWhen, replaceFile, uploadFile } from '../../../testing/client.ts'
import { makeClip } from '../../../testing/clips.ts'
import { skipImages } from '../../../testing/jobs/job-triggers.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { aProfile } from '../../../testing/profiles.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Client
let file: string

beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
  await skipImages(world.sql)
  file = await makeClip(
    `${world.folder}/still.mp4`,
    ...'-f lavfi -i testsrc2=s=160x90:r=5:d=1 -c:v libx264 -preset ultrafast -pix_fmt yuv420p'.split(' '),
  )
})
afterAll(() => world.end())
beforeEach(() => setRules([]))

type Rules = Parameters<typeof owner.call<'setAnalysisRules'>>[1]['body']['rules']

async function setRules(rules: Rules) {
  expect((await owner.call('setAnalysisRules', { body: { rules } })).rules).toHaveLength(rules.length)
}

const partsOf = async (id: string) =>
  (await owner.call('getAnalysis', { params: { id } })).parts.map(({ part }) => part)

async function upload(encodingProfileId?: string): Promise<string> {
  const { id } = await uploadFile(
    owner,
    file,
    'still.mp4',
    encodingProfileId === undefined ? {} : { encodingProfileId },
  )
  await contentWhen(owner, id, ({ status }) => status === 'ready')
  return id
}

const newProfile = async (name: string) =>
  (await owner.call('createEncodingProfile', { body: aProfile(name) })).id

it('analyzes each new video by the rule of its profile, else by that of all others', async () => {
  const profileId = await newProfile('News')
  await setRules([
    { encodingProfileId: null, parts: ['shots'], language: 'en' },
    { encodingProfileId: profileId, parts: ['pictures', 'shots'], language: 'hi' },
  ])
  const [usual, news] = [await upload(), await upload(profileId)]
  await eventually(async () => expect(await partsOf(usual)).toEqual(['shots']))
  await eventually(async () => expect(await partsOf(news)).toEqual(['shots', 'pictures']))
})

it('has a rule for the built-in profile', async () => {
  await setRules([{ encodingProfileId: standardProfileId, parts: ['shots'], language: 'en' }])
  const id = await upload()
  await eventually(async () => expect(await partsOf(id)).toEqual(['shots']))
})

it('leaves videos without a rule, and those of a profile whose rule names nothing', async () => {
  const [analyzed, plain] = [await newProfile('Analyzed'), await newProfile('Plain')]
  await setRules([
    { encodingProfileId: plain, parts: [], language: 'en' },
    { encodingProfileId: analyzed, parts: ['shots'], language: 'en' },
  ])
  const [usual, left] = [await upload(), await upload(plain)]
  // Events come in order.
  const last = await upload(analyzed)
  await eventually(async () => expect(await partsOf(last)).toEqual(['shots']))
  expect([await partsOf(usual), await partsOf(left)]).toEqual([[], []])
})

it('analyzes a video again that gets another file, even while the old one is analyzed', async () => {
  await setRules([{ encodingProfileId: null, parts: ['shots'], language: 'en' }])
  const id = await upload()
  const shots = async () => {
    const [part] = (await owner.call('getAnalysis', { params: { id } })).parts
    expect(part?.status).toBe('ready')
    return part?.requestedAt ?? ''
  }
  const first = await eventually(shots)
  await world.sql(`UPDATE analysis_parts SET status = 'running' WHERE content_id = $1`, [id])
  await replaceFile(owner, id, file)
  await eventually(async () => expect((await shots()) > first).toBe(true))
})

it('requests nothing again when an event comes twice', async () => {
  await setRules([{ encodingProfileId: null, parts: ['shots'], language: 'en' }])
  const id = await upload()
  await eventually(async () => expect(await partsOf(id)).toEqual(['shots']))
  const runOf = () => world.sql('SELECT run_id FROM analysis_parts WHERE content_id = $1', [id])
  const run = await runOf()
  await world.sql(
    `INSERT INTO outbox (id, environment_id, type, object_type, object_id, data, created_at)
     SELECT $1, environment_id, type, object_type, object_id, data, created_at FROM outbox
     WHERE type = 'video.asset.ready' AND object_id = $2`,
    [uuidv7(), id],
  )
  const last = await upload()
  await eventually(async () => expect(await partsOf(last)).toEqual(['shots']))
  expect(await runOf()).toEqual(run)
})

it('keeps one of two changes at once, and forgets the rules of a deleted profile', async () => {
  const profileId = await newProfile('Gone')
  const rule = { encodingProfileId: null, parts: ['shots' as const], language: 'en' }
  const one = [rule, { ...rule, encodingProfileId: profileId }]
  const other = [{ ...rule, language: 'hi' }]
  await Promise.all([setRules(one), setRules(other)])
  expect([one, other]).toContainEqual((await owner.call('getAnalysisRules', {})).rules)
  await setRules(one)
  await owner.call('deleteEncodingProfile', { params: { id: profileId } })
  await eventually(async () => expect((await owner.call('getAnalysisRules', {})).rules).toEqual([rule]))
})

it('refuses two rules for one profile, and records changes', async () => {
  const rule = { encodingProfileId: null, parts: ['shots' as const], language: 'en' }
  expect((await owner.try('setAnalysisRules', { body: { rules: [rule, rule] } })).status).toBe(400)
  await setRules([rule])
  const { items } = await owner.call('listAudit', {
    query: { organizationId: owner.organizationId ?? '', action: ['environment.analysis_rules.changed'] },
  })
  expect(items[0]).toMatchObject({ after: { rules: [rule] } })
})
