// Slow: waits for lists of folders, which begin once a second.
import { readFile } from 'node:fs/promises'
import type { AccountKind, WatchFile } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { movableClock } from '../../../testing/clock.ts'
import {
  startServer,
  type TestServer,
  testPassword,
  wrongPassword,
} from '../../../testing/intake/servers/servers.ts'
import { filesOf, newAccountFolder, scanned } from '../../../testing/intake/watched.ts'
import { skipIngest } from '../../../testing/jobs/job-triggers.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const clock = movableClock()
let world: World
let owner: Client
let clip: Buffer

beforeAll(async () => {
  world = await openWorld({ clock })
  owner = world.owner
  clip = await readFile(world.clip)
  await skipIngest(world.sql)
})
afterAll(() => world.end())

type Folder = Awaited<ReturnType<typeof newAccountFolder>>

function whenFile(folder: Folder, path: string, state: WatchFile['state']): Promise<WatchFile> {
  return eventually(async () => {
    const file = (await filesOf(owner, folder)).get(path)
    expect(file).toMatchObject({ state })
    return file ?? expect.fail()
  })
}

/** Lists a folder, and again when its files have been quiet for a while. */
async function settled(folder: Folder): Promise<void> {
  await scanned(owner, folder)
  clock.advance(10)
  await scanned(owner, folder)
}

async function videosOf(title: string) {
  const { items } = await owner.call('listContents', { query: { phrase: title } })
  return items.filter((item) => item.title === title)
}

async function reasonOf({ id }: Folder) {
  const { reason, account } = await owner.call('getWatchFolder', { params: { id } })
  return { reason, account: account?.reason }
}

async function eventsOf(id: string): Promise<string[]> {
  const { items } = await owner.call('listEvents', {
    query: { type: ['video.cloud_account.failing', 'video.cloud_account.recovered'] },
  })
  return items
    .filter(({ object }) => object.id === id)
    .map(({ type }) => type)
    .sort()
}

describe.each(['s3', 'sftp', 'ftp', 'webdav'] as const satisfies readonly AccountKind[])(
  'a watched folder by %s',
  (kind) => {
    let server: TestServer
    beforeAll(async () => {
      server = await startServer(kind)
    })
    afterAll(() => server.die())

    it('makes exactly one video of a file that is copied slowly', async () => {
      const { tree } = server
      tree.put('slow/.keep', Buffer.alloc(0))
      const folder = await newAccountFolder(owner, server, { path: 'slow' })
      const name = `${kind}_slow.mp4`
      for (const part of [0.5, 0.99]) {
        tree.put(`slow/${name}`, clip.subarray(0, Math.floor(clip.length * part)))
        await settled(folder)
        expect((await filesOf(owner, folder)).get(name)).toMatchObject({
          state: 'settling',
          reason: 'incomplete',
        })
      }
      tree.put(`slow/${name}`, clip)
      await settled(folder)
      const { contentId } = await whenFile(folder, name, 'ingested')
      await settled(folder)
      await settled(folder)
      expect(await videosOf(`${kind} slow`)).toMatchObject([{ id: contentId }])
      const [stored] = await world.sql('SELECT source_bytes::int FROM contents WHERE id = $1', [contentId])
      expect(stored).toEqual({ source_bytes: clip.length })
      expect(tree.files.has(`slow/${name}`)).toBe(true)
    })

    it('moves or deletes files after their videos were made', async () => {
      const { tree } = server
      for (const path of ['moving', 'deleting']) tree.put(`${path}/day/${kind}_${path}.mp4`, clip)
      const moving = await newAccountFolder(owner, server, { path: 'moving', after: 'move' })
      const deleting = await newAccountFolder(owner, server, { path: 'deleting', after: 'delete' })
      for (const folder of [moving, deleting]) {
        await settled(folder)
        await whenFile(folder, `day/${kind}_${folder.path}.mp4`, 'ingested')
      }
      await eventually(async () => {
        const left = [...tree.files.keys()].filter((path) => /^(moving|deleting)/.test(path))
        expect(left).toEqual([`moving/day/Ingested/${kind}_moving.mp4`])
      })
      // What was moved is not taken again.
      await settled(moving)
      expect([...(await filesOf(owner, moving)).keys()]).toEqual([`day/${kind}_moving.mp4`])
    })

    it('takes a file once, although its server dies while it is read, and is listed again when it is back', async () => {
      const { tree } = server
      tree.put(`broken/${kind}_broken.mp4`, clip)
      const folder = await newAccountFolder(owner, server, { path: 'broken' })
      await scanned(owner, folder)
      clock.advance(10)
      // The job reads more than the checks before do.
      tree.diesAt = 65_536
      await owner.call('scanWatchFolder', { params: { id: folder.id } })
      await eventually(async () =>
        expect((await filesOf(owner, folder)).get(`${kind}_broken.mp4`)).toMatchObject({
          state: 'settling',
          reason: 'unreachable',
        }),
      )
      await scanned(owner, folder)
      expect(await reasonOf(folder)).toEqual({ reason: 'account', account: 'no-answer' })
      const other = await newAccountFolder(owner, await startServer('s3'), {})
      await scanned(owner, other)
      expect(await reasonOf(other)).toEqual({ reason: null, account: null })
      await server.revive()
      await settled(folder)
      await whenFile(folder, `${kind}_broken.mp4`, 'ingested')
      expect(await reasonOf(folder)).toEqual({ reason: null, account: null })
      expect(await videosOf(`${kind} broken`)).toHaveLength(1)
      expect(await eventsOf(folder.accountId ?? '')).toEqual([
        'video.cloud_account.failing',
        'video.cloud_account.recovered',
      ])
    })
  },
)

describe('an account', () => {
  it.each(['s3', 'gcs', 'azure', 'sftp', 'ftp', 'webdav'] as const)(
    'by %s is tested step by step',
    async (kind) => {
      const server = await startServer(kind)
      const { id } = await owner.call('createCloudAccount', {
        body: { ...server.account, name: `Tested ${kind}` },
      })
      server.tree.put('first.mp4', clip)
      const { steps } = await owner.call('testCloudAccount', { params: { id }, body: {} })
      expect(steps.map(({ step, state, reason }) => [step, state, reason])).toEqual([
        ['connect', 'ok', null],
        ['sign-in', 'ok', null],
        ['list', 'ok', null],
        ['read', 'ok', null],
        ['write', 'ok', null],
      ])
      expect([...server.tree.files.keys()].filter((path) => path.includes('kinora-test'))).toEqual([])
      const secrets = server.wrongSecrets ?? wrongPassword
      const wrong = { ...server.account, name: `Wrong ${kind}`, secrets } as typeof server.account
      const { id: wrongId } = await owner.call('createCloudAccount', { body: wrong })
      const tested = await owner.call('testCloudAccount', { params: { id: wrongId }, body: {} })
      expect(tested.steps.map(({ state, reason }) => reason ?? state)).toEqual([
        'ok',
        'sign-in',
        'skipped',
        'skipped',
        'skipped',
      ])
      expect(tested.account).toMatchObject({ state: 'failing', reason: 'sign-in' })
      await server.die()
    },
  )

  it.each(['gcs', 'azure'] as const)('by %s has a folder whose files become videos once', async (kind) => {
    const server = await startServer(kind)
    server.tree.put(`moving/day/${kind}_moving.mp4`, clip)
    const folder = await newAccountFolder(owner, server, { path: 'moving', after: 'move' })
    await settled(folder)
    await whenFile(folder, `day/${kind}_moving.mp4`, 'ingested')
    await eventually(async () =>
      expect([...server.tree.files.keys()]).toEqual([`moving/day/Ingested/${kind}_moving.mp4`]),
    )
    await server.die()
  })

  it('keeps its secrets to itself', async () => {
    const server = await startServer('webdav')
    const made = await owner.call('createCloudAccount', { body: { ...server.account, name: 'Secret' } })
    expect(made.secrets).toEqual(['password'])
    await owner.call('testCloudAccount', { params: { id: made.id }, body: {} })
    const { kind, settings, name } = made
    if (kind !== 'webdav') return expect.fail()
    const body = { kind, settings, name, secrets: { password: 'another-password' } }
    await owner.call('updateCloudAccount', { params: { id: made.id }, body })
    await owner.call('testCloudAccount', { params: { id: made.id }, body: {} })
    const rows = await world.sql(
      'SELECT cloud_accounts.*, (SELECT json_agg(outbox) FROM outbox) AS events, (SELECT json_agg(audit_trail) FROM audit_trail) AS audit FROM cloud_accounts WHERE id = $1',
      [made.id],
    )
    const answers = await owner.call('listCloudAccounts', { query: { pageSize: 100 } })
    for (const password of [testPassword, 'another-password'])
      expect(JSON.stringify([made, rows, answers]) + world.kinora.logged()).not.toContain(password)
    await server.die()
  })

  it('never sends its secrets to another server, and keeps its kind', async () => {
    const made = await owner.call('createCloudAccount', {
      body: {
        name: 'Movable',
        kind: 'ftp',
        settings: { host: '127.0.0.1', port: 2121, user: 'kinora' },
        secrets: { password: testPassword },
      },
    })
    if (made.kind !== 'ftp') return expect.fail()
    const attempt = (change: object) =>
      owner.try('updateCloudAccount', {
        params: { id: made.id },
        body: { name: 'Movable', kind: 'ftp', settings: { ...made.settings, ...change } },
      })
    expect(await attempt({ folder: 'in' })).toMatchObject({ status: 200 })
    expect(await attempt({ port: 2122 })).toMatchObject({
      status: 409,
      body: { type: '/problems/cloud-account-secret' },
    })
    const body = { name: 'Movable', kind: 'sftp', settings: made.settings } as const
    expect(await owner.try('updateCloudAccount', { params: { id: made.id }, body })).toMatchObject({
      body: { type: '/problems/cloud-account-kind' },
    })
    expect(await attempt({ host: '10.0.0.7' })).toMatchObject({ body: { type: '/problems/url-not-allowed' } })
    expect((await attempt({ folder: '../etc' })).status).toBe(400)
  })

  it('stops if the server identifies itself by another key, until a person accepts it', async () => {
    const server = await startServer('sftp')
    server.tree.put('key/sftp_key.mp4', clip)
    const folder = await newAccountFolder(owner, server, { path: 'key' })
    await scanned(owner, folder)
    const params = { id: folder.accountId ?? '' }
    const before = await owner.call('getCloudAccount', { params })
    expect(before.hostKey).toMatch(/^SHA256:/)
    server.changeKey?.()
    await scanned(owner, folder)
    expect(await reasonOf(folder)).toEqual({ reason: 'account', account: 'host-key' })
    expect((await owner.call('getCloudAccount', { params })).hostKey).toBe(before.hostKey)
    if (before.kind !== 'sftp') return expect.fail()
    const { kind, name, settings } = before
    await owner.call('updateCloudAccount', { params, body: { kind, name, settings, hostKey: null } })
    await settled(folder)
    await whenFile(folder, 'sftp_key.mp4', 'ingested')
    expect((await owner.call('getCloudAccount', { params })).hostKey).not.toBe(before.hostKey)
    await server.die()
  })

  it('is not deleted while folders use it, and two folders never have the same files', async () => {
    const server = await startServer('ftp')
    server.tree.put('same/a/.keep', Buffer.alloc(0))
    const folder = await newAccountFolder(owner, server, { path: 'same' })
    const params = { id: folder.accountId ?? '' }
    expect(await owner.try('deleteCloudAccount', { params })).toMatchObject({
      status: 409,
      body: { type: '/problems/cloud-account-used' },
    })
    const other = await owner.call('createCloudAccount', { body: { ...server.account, name: 'The same' } })
    for (const [accountId, path] of [
      [folder.accountId, 'same/a'],
      [other.id, 'same'],
    ] as const)
      expect(
        await owner.try('createWatchFolder', { body: { name: 'Again', accountId, path } }),
      ).toMatchObject({ body: { type: '/problems/watch-folder-nested' } })
    await owner.call('deleteWatchFolder', { params: { id: folder.id } })
    await owner.call('deleteCloudAccount', { params })
    expect((await owner.try('getCloudAccount', { params })).status).toBe(404)
    await server.die()
  })

  it('takes a file that a person asked for when its server is back, although its end is missing and its folder is paused', async () => {
    const server = await startServer('s3')
    server.tree.put('forced/s3_forced.mp4', clip.subarray(0, Math.floor(clip.length * 0.99)))
    const folder = await newAccountFolder(owner, server, { path: 'forced' })
    await settled(folder)
    const { id: fileId } = await whenFile(folder, 's3_forced.mp4', 'settling')
    await owner.call('pauseWatchFolder', { params: { id: folder.id } })
    server.tree.diesAt = 65_536
    await owner.call('takeWatchFile', { params: { id: folder.id, fileId } })
    await eventually(async () =>
      expect((await filesOf(owner, folder)).get('s3_forced.mp4')).toMatchObject({ reason: 'unreachable' }),
    )
    await server.revive()
    await scanned(owner, folder)
    await whenFile(folder, 's3_forced.mp4', 'ingested')
    await server.die()
  })

  it('makes no video of a transfer that ended early, and deletes no file for it', async () => {
    const server = await startServer('webdav')
    server.tree.put('short/webdav_cut.mp4', clip)
    const folder = await newAccountFolder(owner, server, { path: 'short', after: 'delete' })
    server.tree.cutsAt = 65_536
    await scanned(owner, folder)
    const { id: fileId } = (await filesOf(owner, folder)).get('webdav_cut.mp4') ?? expect.fail()
    await owner.call('takeWatchFile', { params: { id: folder.id, fileId } })
    await eventually(async () =>
      expect((await filesOf(owner, folder)).get('webdav_cut.mp4')).toMatchObject({ reason: 'unreachable' }),
    )
    expect([...server.tree.files.keys()]).toEqual(['short/webdav_cut.mp4'])
    await server.die()
  })

  it('ends lists without an end', async () => {
    const server = await startServer('webdav')
    server.tree.entriesOf = () => ['again/']
    server.tree.hasFolder = () => true
    const folder = await newAccountFolder(owner, server, { path: 'endless' })
    await scanned(owner, folder)
    expect(await reasonOf(folder)).toEqual({ reason: 'too-many', account: null })
    await server.die()
  })
})

describe('an import by hand', () => {
  it.each(['s3', 'gcs', 'azure', 'sftp', 'ftp', 'webdav'] as const)('shows folders by %s', async (kind) => {
    const server = await startServer(kind)
    for (const path of ['in/day 2/a.mp4', 'in/day 10/b.mp4', 'in/b.mp4', 'in/a.txt', 'in/.hidden', 'c.mp4'])
      server.tree.put(path, Buffer.from(path))
    const { id } = await owner.call('createCloudAccount', {
      body: { ...server.account, name: `Shown ${kind}` },
    })
    const browse = (path: string) => owner.call('browseCloudAccount', { params: { id }, query: { path } })
    expect(await browse('in')).toEqual({
      items: [
        { name: 'day 2', isFolder: true, size: null },
        { name: 'day 10', isFolder: true, size: null },
        { name: 'a.txt', isFolder: false, size: 8 },
        { name: 'b.mp4', isFolder: false, size: 8 },
      ],
      isCut: false,
      reason: null,
    })
    await server.die()
    expect(await browse('in')).toEqual({ items: [], isCut: false, reason: 'no-answer' })
  })

  it('makes a video of each file that was chosen, in the folder of videos, and leaves the files', async () => {
    const server = await startServer('gcs')
    for (const name of ['chosen_one', 'chosen_two', 'other']) server.tree.put(`in/${name}.mp4`, clip)
    const { id: accountId } = await owner.call('createCloudAccount', {
      body: { ...server.account, name: 'Chosen' },
    })
    const names = ['chosen_one.mp4', 'chosen_two.mp4']
    const body = { accountId, path: 'in', names, collectionId: world.collection.id }
    const { items } = await owner.call('createCloudImport', { body })
    expect(items.map(({ path, account }) => [path, account.name])).toEqual([
      ['in/chosen_one.mp4', 'Chosen'],
      ['in/chosen_two.mp4', 'Chosen'],
    ])
    await eventually(async () => {
      const { items: files } = await owner.call('listImportedFiles', { query: {} })
      const own = files.filter(({ account }) => account.id === accountId)
      expect(own.map(({ state }) => state)).toEqual(['ingested', 'ingested'])
    })
    const [stored] = await world.sql('SELECT collection_id FROM contents WHERE title = $1', ['chosen two'])
    expect(stored).toEqual({ collection_id: world.collection.id })
    expect(server.tree.files.size).toBe(3)
    // An import is no watched folder, and ends with its account.
    expect((await owner.call('getCloudAccount', { params: { id: accountId } })).folders).toBe(0)
    const { items: folders } = await owner.call('listWatchFolders', { query: { pageSize: 100 } })
    expect(folders.filter(({ name }) => name === 'Chosen')).toEqual([])
    const missing = { accountId, path: 'in', names: ['gone.mp4'] }
    expect(await owner.try('createCloudImport', { body: missing })).toMatchObject({
      status: 409,
      body: { type: '/problems/cloud-file-missing' },
    })
    await server.die()
    expect(await owner.try('createCloudImport', { body: { ...missing, names } })).toMatchObject({
      status: 409,
      body: { type: '/problems/cloud-account-failing' },
    })
    await owner.call('deleteCloudAccount', { params: { id: accountId } })
  })
})
