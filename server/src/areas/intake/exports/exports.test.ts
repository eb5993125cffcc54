// Slow: encodes videos that a rule exports.
import { readFile } from 'node:fs/promises'
import type { CloudExport, CloudExportState } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, contentWhen, replaceFile, uploadFile } from '../../../testing/client.ts'
import { makeClip } from '../../../testing/clips.ts'
import { newAccount } from '../../../testing/intake/accounts.ts'
import { startServer, type TestServer, wrongPassword } from '../../../testing/intake/servers/servers.ts'
import { skipImages } from '../../../testing/jobs/job-triggers.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Client
let server: TestServer
let accountId: string

beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
  await skipImages(world.sql)
  server = await startServer('s3')
  accountId = (await newAccount(owner, { ...server.account, name: 'Archive' })).id
})
afterAll(async () => {
  await server.die()
  await world.end()
})

type Body = Parameters<typeof owner.call<'createCloudExport'>>[1]['body']

async function exported(body: Omit<Body, 'accountId'> & { accountId?: string }): Promise<CloudExport> {
  const { items } = await owner.call('createCloudExport', { body: { accountId, ...body } })
  return items[0] ?? expect.fail()
}

function whenExport({ id }: Pick<CloudExport, 'id'>, state: CloudExportState): Promise<CloudExport> {
  return eventually(async () => {
    const { items } = await owner.call('listCloudExports', { query: { pageSize: 100 } })
    const found = items.find((each) => each.id === id)
    expect(found).toMatchObject({ state })
    return found ?? expect.fail()
  })
}

const below = (folder: string) =>
  [...server.tree.files.keys()].filter((path) => path.startsWith(`${folder}/`)).sort()
const textOf = (path: string) => server.tree.files.get(path)?.bytes.toString() ?? ''

describe('an export', () => {
  it('writes the chosen files of a video, named by its title', async () => {
    const { id } = await world.copyVideo({ title: 'Evening news: 1/12' })
    const body = { tags: ['news'], description: 'All of it', metadata: [{ key: 'desk', value: 'Politics' }] }
    await owner.call('updateContent', { params: { id }, body })
    const files = ['original', 'mp4', 'poster', 'metadata'] as const
    const made = await exported({ contentIds: [id], path: 'out/day', files: [...files] })
    expect(made).toMatchObject({
      contentTitle: 'Evening news: 1/12',
      account: { name: 'Archive' },
      rule: null,
    })
    const { written } = await whenExport(made, 'done')
    const [mp4 = ''] = below('out/day').filter((path) => path.endsWith('p.mp4'))
    expect(below('out/day')).toEqual(
      [
        'out/day/Evening news_ 1_12.jpg',
        'out/day/Evening news_ 1_12.json',
        'out/day/Evening news_ 1_12.mp4',
        mp4,
      ].sort(),
    )
    expect(written.map(({ path }) => path).sort()).toEqual(below('out/day'))
    const original = server.tree.files.get('out/day/Evening news_ 1_12.mp4')?.bytes
    expect(original?.equals(await readFile(world.clip))).toBe(true)
    expect(server.tree.files.get(mp4)?.bytes.subarray(4, 8).toString()).toBe('ftyp')
    expect(JSON.parse(textOf('out/day/Evening news_ 1_12.json'))).toEqual({
      desk: 'Politics',
      title: 'Evening news: 1/12',
      description: 'All of it',
      tags: ['news'],
    })
    const { items } = await owner.call('listEvents', {
      query: { type: ['video.cloud_account.export_completed'] },
    })
    expect(items.find(({ data }) => data.cloudExportId === made.id)).toMatchObject({
      object: { id: accountId },
      data: { contentId: id, files: expect.arrayContaining([mp4]), reason: null },
    })
  })

  it('replaces nothing: all files of a title that is taken have the same number', async () => {
    const { id } = await world.copyVideo({ title: 'Twice' })
    server.tree.put('twice/Twice.json', Buffer.from('another'))
    const files: Body['files'] = ['original', 'metadata']
    await whenExport(await exported({ contentIds: [id], path: 'twice', files }), 'done')
    expect(below('twice')).toEqual(['twice/Twice (2).json', 'twice/Twice (2).mp4', 'twice/Twice.json'])
    expect(textOf('twice/Twice.json')).toBe('another')
  })

  it('says why it failed, and is tried again by a person', async () => {
    const other = await startServer('webdav')
    const account = { ...other.account, name: 'Changed' }
    const changed = await newAccount(owner, account)
    await owner.call('updateCloudAccount', {
      params: { id: changed.id },
      body: { ...account, secrets: wrongPassword },
    })
    const { id: contentId } = await world.copyVideo({ title: 'Refused' })
    const made = await exported({
      contentIds: [contentId],
      accountId: changed.id,
      path: 'refused',
      files: ['metadata'],
    })
    expect(await whenExport(made, 'failed')).toMatchObject({ reason: 'sign-in', written: [] })
    expect(await owner.call('getCloudAccount', { params: { id: changed.id } })).toMatchObject({
      state: 'failing',
      reason: 'sign-in',
    })
    await owner.call('updateCloudAccount', { params: { id: changed.id }, body: account })
    await owner.call('retryCloudExport', { params: { id: made.id } })
    expect(await whenExport(made, 'done')).toMatchObject({ reason: null })
    expect([...other.tree.files.keys()]).toEqual(['refused/Refused.json'])
    await other.die()
    expect(await owner.try('retryCloudExport', { params: { id: made.id } })).toMatchObject({
      status: 409,
      body: { type: '/problems/cloud-export-not-failed' },
    })
  })

  it('says why it waits while its server is away', async () => {
    const away = await startServer('webdav')
    const { id: awayId } = await newAccount(owner, { ...away.account, name: 'Away' })
    await away.die()
    const { id } = await world.copyVideo({ title: 'Waiting' })
    const made = await exported({ contentIds: [id], accountId: awayId, path: '', files: ['metadata'] })
    await eventually(async () => {
      const { items } = await owner.call('listCloudExports', { query: { contentId: id } })
      expect(items).toMatchObject([{ id: made.id, state: 'running', reason: 'no-answer' }])
    })
    await owner.call('deleteCloudAccount', { params: { id: awayId } })
    expect((await owner.call('listCloudExports', { query: { contentId: id } })).items).toEqual([])
  })

  it('knows the file that an attempt wrote before it died, and none of another', async () => {
    const { id } = await world.copyVideo({ title: 'Died' })
    const made = await exported({ contentIds: [id], path: 'died', files: ['metadata'] })
    await whenExport(made, 'done')
    const dieBefore = (size: number) =>
      world.sql(
        `UPDATE cloud_exports SET state = 'failed',
          written = jsonb_build_array(jsonb_build_object('path', 'died/Died.json', 'size', $2::int, 'isDone', false))
         WHERE id = $1`,
        [made.id, size],
      )
    const before = server.tree.files.get('died/Died.json')
    await dieBefore(before?.bytes.length ?? 0)
    await owner.call('retryCloudExport', { params: { id: made.id } })
    await whenExport(made, 'done')
    expect(server.tree.files.get('died/Died.json')).toBe(before)
    await dieBefore(5)
    await owner.call('retryCloudExport', { params: { id: made.id } })
    expect(await whenExport(made, 'failed')).toMatchObject({ reason: 'name-taken' })
    // Another attempt of a person takes another name.
    await owner.call('retryCloudExport', { params: { id: made.id } })
    await whenExport(made, 'done')
    expect(below('died')).toEqual(['died/Died (2).json', 'died/Died.json'])
  })

  it('fails if the video was deleted, or has none of the files', async () => {
    const { id } = await world.copyVideo({ title: 'Gone' })
    await world.sql(`UPDATE contents SET has_poster = false WHERE id = $1`, [id])
    const none = await exported({ contentIds: [id], path: 'gone', files: ['subtitles', 'poster'] })
    expect(await whenExport(none, 'failed')).toMatchObject({ reason: 'no-files' })
    await world.sql(`DELETE FROM contents WHERE id = $1`, [id])
    await owner.call('retryCloudExport', { params: { id: none.id } })
    expect(await whenExport(none, 'failed')).toMatchObject({ reason: 'video-gone', contentTitle: 'Gone' })
    expect(below('gone')).toEqual([])
  })

  it('waits for a change of the same videos, which waits for none of them', async () => {
    const copies = [await world.copyVideo({ title: 'Second' }), await world.copyVideo({ title: 'First' })]
    const [first = '', second = ''] = copies.map(({ id }) => id).sort()
    const lock = 'SELECT FROM contents WHERE id = $1 FOR UPDATE'
    const change = await world.hold(lock, [first])
    const exporting = exported({ contentIds: [second, first], path: 'together', files: ['metadata'] })
    await change.releaseOnceAwaited({ text: lock, values: [second] })
    await exporting
    await eventually(() => expect(below('together')).toHaveLength(2))
  })

  it('takes only videos that are ready, and the person sees', async () => {
    const { id } = await world.copyVideo({ title: 'In the trash' })
    await owner.call('deleteContent', { params: { id }, query: {} })
    const body = { accountId, path: '', files: ['metadata' as const], contentIds: [id] }
    expect(await owner.try('createCloudExport', { body })).toMatchObject({
      status: 409,
      body: { type: '/problems/in-trash' },
    })
    const { id: foreign } = await newAccount(world.stranger)
    expect(await owner.try('createCloudExport', { body: { ...body, accountId: foreign } })).toMatchObject({
      status: 404,
    })
  })
})

describe('a rule', () => {
  it('exports each file of the videos that it is for once, while it is not paused', async () => {
    const clip = await makeClip(
      `${world.folder}/still.mp4`,
      ...'-f lavfi -i testsrc2=s=160x90:r=5:d=1 -c:v libx264 -preset ultrafast -pix_fmt yuv420p'.split(' '),
    )
    const collectionId = world.collection.id
    const rule = await owner.call('createExportRule', {
      body: { name: 'Partners', accountId, path: 'rule', files: ['original'], collectionId, tags: [] },
    })
    expect(rule).toMatchObject({ collectionName: world.collection.name, account: { name: 'Archive' } })
    const upload = async (name: string, inFolder: boolean) => {
      const { id } = await uploadFile(
        owner,
        clip,
        name,
        inFolder ? { assetCollectionUUID: collectionId } : {},
      )
      await contentWhen(owner, id, ({ status }) => status === 'ready')
      return id
    }
    const ofRule = async () =>
      (await owner.call('listCloudExports', { query: { pageSize: 100 } })).items.filter(
        (each) => each.rule?.id === rule.id,
      )
    await upload('elsewhere.mp4', false)
    const id = await upload('partner.mp4', true)
    await eventually(async () => expect(below('rule')).toEqual(['rule/partner.mp4']))
    expect(await owner.try('deleteCloudAccount', { params: { id: accountId } })).toMatchObject({
      status: 409,
      body: { type: '/problems/cloud-account-used' },
    })
    await replaceFile(owner, id, clip)
    await eventually(async () => expect(below('rule')).toEqual(['rule/partner (2).mp4', 'rule/partner.mp4']))
    await owner.call('pauseExportRule', { params: { id: rule.id } })
    // Another rule shows that the event of the video was handled.
    await owner.call('createExportRule', {
      body: { name: 'Witness', accountId, path: 'witness', files: ['metadata'] },
    })
    await upload('later.mp4', true)
    await eventually(async () => expect(below('witness')).toEqual(['witness/later.json']))
    await owner.call('resumeExportRule', { params: { id: rule.id } })
    await upload('last.mp4', true)
    await eventually(async () => expect(below('rule')).toContain('rule/last.mp4'))
    expect(below('rule')).not.toContain('rule/later.mp4')
    // An event that comes again changes nothing.
    expect((await ofRule()).map(({ contentTitle }) => contentTitle).sort()).toEqual([
      'last',
      'partner',
      'partner',
    ])
    await owner.call('deleteExportRule', { params: { id: rule.id } })
    const { items } = await owner.call('listCloudExports', { query: { contentId: id } })
    expect(items.map((each) => each.rule)).toEqual([null, null])
  })
})
