// Slow: waits for lists of folders, which begin once a second.
import { createHash } from 'node:crypto'
import {
  appendFile,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import type { WatchFile } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { movableClock } from '../../testing/clock.ts'
import { filesOf, newWatchFolder, scanned } from '../../testing/intake/watched.ts'
import { watchedRoot } from '../../testing/intake/watched-root.ts'
import { skipIngest } from '../../testing/jobs/job-triggers.ts'
import { eventually } from '../../testing/machine/eventually.ts'
import { openWorld, type World } from '../../testing/world.ts'

const clock = movableClock()
let world: World
let owner: Client

beforeAll(async () => {
  world = await openWorld({ clock })
  owner = world.owner
  await skipIngest(world.sql)
})
afterAll(() => world.end())

type Folder = Awaited<ReturnType<typeof newWatchFolder>>

function whenFile(folder: Folder, path: string, state: WatchFile['state']): Promise<WatchFile> {
  return eventually(async () => {
    const file = (await filesOf(owner, folder)).get(path)
    expect(file).toMatchObject({ state })
    return file ?? expect.fail()
  })
}

/** Lists a folder, and again when its files have been quiet for a while. */
async function settled(folder: Folder, seconds = 10): Promise<void> {
  await scanned(owner, folder)
  clock.advance(seconds)
  await scanned(owner, folder)
}

async function videosOf(title: string) {
  const { items } = await owner.call('listContents', { query: { phrase: title } })
  return items.filter((item) => item.title === title)
}

/** The clip with an empty box at its end: the same video in other bytes. */
async function longerClip(): Promise<Buffer> {
  return Buffer.concat([await readFile(world.clip), Buffer.from('00000010667265650000000000000001', 'hex')])
}

describe('a watched folder', () => {
  it('makes exactly one video of a file that is copied slowly', async () => {
    const folder = await newWatchFolder(owner, world.kinora, {
      tags: ['morning'],
      collectionId: world.collection.id,
    })
    const bytes = await readFile(world.clip)
    const path = join(folder.place, 'Slow_copy.mp4')
    const half = Math.floor(bytes.length / 2)
    await writeFile(path, bytes.subarray(0, half))
    for (let n = 0; n < 3; n += 1) {
      await settled(folder, 3600)
      expect((await filesOf(owner, folder)).get('Slow_copy.mp4')).toMatchObject({
        state: 'settling',
        reason: 'incomplete',
      })
    }
    await appendFile(path, bytes.subarray(half))
    await settled(folder)
    const { contentId } = await whenFile(folder, 'Slow_copy.mp4', 'ingested')
    await settled(folder)
    await settled(folder)
    const videos = await videosOf('Slow copy')
    expect(videos).toMatchObject([{ id: contentId, tags: ['morning'], playbackPolicy: 'public' }])
    const [stored] = await world.sql('SELECT collection_id, source_bytes::int FROM contents WHERE id = $1', [
      contentId,
    ])
    expect(stored).toEqual({ collection_id: world.collection.id, source_bytes: bytes.length })
    const { counts, reason, scannedAt } = await owner.call('getWatchFolder', { params: { id: folder.id } })
    expect(counts).toMatchObject({ ingested: 1, settling: 0, failed: 0 })
    expect(reason).toBeNull()
    expect(scannedAt).not.toBeNull()
  })

  it('says of each file that is not taken why', async () => {
    const folder = await newWatchFolder(owner, world.kinora, { exclude: ['*_proxy.*'] })
    const put = (name: string) => copyFile(world.clip, join(folder.place, name))
    await mkdir(join(folder.place, 'day 2'))
    for (const name of ['a.mp4.part', '.b.mp4', 'c_PROXY.mp4', 'day 2/d.srt']) await put(name)
    await writeFile(join(folder.place, 'empty.mp4'), '')
    await mkdir(join(folder.place, '.hidden'))
    await put('.hidden/e.mp4')
    await symlink(world.clip, join(folder.place, 'link.mp4'))
    await settled(folder)
    const reasons = [...(await filesOf(owner, folder)).values()].map(({ path, reason }) => [path, reason])
    expect(Object.fromEntries(reasons)).toEqual({
      'a.mp4.part': 'temporary',
      '.b.mp4': 'temporary',
      'c_PROXY.mp4': 'excluded',
      'day 2/d.srt': 'no-video',
      'empty.mp4': 'empty',
    })
    await rename(join(folder.place, 'a.mp4.part'), join(folder.place, 'a.mp4'))
    await settled(folder)
    await whenFile(folder, 'a.mp4', 'ingested')
    expect((await filesOf(owner, folder)).has('a.mp4.part')).toBe(false)
  })

  it('leaves what was there before, if its rule says so', async () => {
    const folder = await newWatchFolder(owner, world.kinora, { existing: 'ignore' })
    const other = await newWatchFolder(owner, world.kinora)
    await owner.call('deleteWatchFolder', { params: { id: folder.id } })
    await copyFile(world.clip, join(folder.place, 'old.mp4'))
    const { id: _id, environmentId: _e, place: _p, ...fields } = folder
    const {
      isPaused: _i,
      reason: _r,
      scannedAt: _s,
      counts: _c,
      createdBy: _b,
      createdAt: _a,
      ...body
    } = fields
    const again = { ...(await owner.call('createWatchFolder', { body })), place: folder.place }
    await settled(again)
    expect((await filesOf(owner, again)).get('old.mp4')).toMatchObject({
      state: 'skipped',
      reason: 'existing',
    })
    // A disk that was away brings nothing twice.
    await rename(folder.place, `${other.place}-away`)
    await scanned(owner, again)
    expect(await owner.call('getWatchFolder', { params: { id: again.id } })).toMatchObject({
      reason: 'missing',
    })
    await rename(`${other.place}-away`, folder.place)
    await copyFile(world.clip, join(folder.place, 'new.mp4'))
    await settled(again)
    await whenFile(again, 'new.mp4', 'ingested')
    expect((await filesOf(owner, again)).get('old.mp4')).toMatchObject({
      state: 'skipped',
      reason: 'existing',
    })
    const { items } = await owner.call('listEvents', {
      query: { type: ['video.watch_folder.failing', 'video.watch_folder.recovered'] },
    })
    expect(
      items
        .filter(({ object }) => object.id === again.id)
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['video.watch_folder.failing', 'video.watch_folder.recovered'])
  })

  it('moves or deletes a file after its video was made, and overwrites none', async () => {
    const moving = await newWatchFolder(owner, world.kinora, { after: 'move' })
    const deleting = await newWatchFolder(owner, world.kinora, { after: 'delete' })
    await mkdir(join(moving.place, 'Ingested'))
    await writeFile(join(moving.place, 'Ingested/film.mp4'), 'another film')
    for (const { place } of [moving, deleting]) await copyFile(world.clip, join(place, 'film.mp4'))
    for (const folder of [moving, deleting]) {
      await settled(folder)
      await whenFile(folder, 'film.mp4', 'ingested')
    }
    await eventually(async () => expect(await readdir(deleting.place)).toEqual([]))
    await eventually(async () => expect(await readdir(moving.place)).toEqual(['Ingested']))
    expect(await readdir(join(moving.place, 'Ingested'))).toHaveLength(2)
    expect(await readFile(join(moving.place, 'Ingested/film.mp4'), 'utf8')).toBe('another film')
    // What was moved is not taken again.
    await settled(moving)
    expect([...(await filesOf(owner, moving)).keys()]).toEqual(['film.mp4'])
  })

  it('skips the same bytes again, and takes a file that was changed', async () => {
    const folder = await newWatchFolder(owner, world.kinora)
    const path = join(folder.place, 'twice.mp4')
    await copyFile(world.clip, path)
    await settled(folder)
    await whenFile(folder, 'twice.mp4', 'ingested')
    await rm(path)
    await copyFile(world.clip, path)
    await settled(folder)
    const skipped = await whenFile(folder, 'twice.mp4', 'skipped')
    expect(skipped.reason).toBe('duplicate')
    await writeFile(path, await longerClip())
    await settled(folder)
    await whenFile(folder, 'twice.mp4', 'ingested')
    expect(await videosOf('twice')).toHaveLength(2)
  })

  it('takes nothing while it is paused, and makes up for it', async () => {
    const folder = await newWatchFolder(owner, world.kinora)
    const params = { id: folder.id }
    expect((await owner.call('pauseWatchFolder', { params })).isPaused).toBe(true)
    await copyFile(world.clip, join(folder.place, 'later.mp4'))
    await settled(folder)
    await settled(folder)
    expect((await filesOf(owner, folder)).get('later.mp4')).toMatchObject({ state: 'settling' })
    await owner.call('resumeWatchFolder', { params })
    await settled(folder)
    await whenFile(folder, 'later.mp4', 'ingested')
  })

  it('takes a file at once if a person says so, even half of one', async () => {
    const folder = await newWatchFolder(owner, world.kinora)
    const bytes = await readFile(world.clip)
    await writeFile(join(folder.place, 'half.mp4'), bytes.subarray(0, bytes.length / 2))
    await settled(folder)
    const { id: fileId } = await whenFile(folder, 'half.mp4', 'settling')
    const params = { id: folder.id, fileId }
    expect(await owner.call('takeWatchFile', { params })).toMatchObject({ state: 'queued' })
    await whenFile(folder, 'half.mp4', 'ingested')
    await rm(join(folder.place, 'half.mp4'))
    await owner.call('takeWatchFile', { params })
    expect(await whenFile(folder, 'half.mp4', 'failed')).toMatchObject({ reason: 'gone' })
  })

  it('asks again what was there before when it is moved, and touches nothing of its former place', async () => {
    const folder = await newWatchFolder(owner, world.kinora, { existing: 'ignore', after: 'delete' })
    const other = await newWatchFolder(owner, world.kinora)
    await owner.call('deleteWatchFolder', { params: { id: other.id } })
    await scanned(owner, folder)
    await copyFile(world.clip, join(folder.place, 'first.mp4'))
    await copyFile(world.clip, join(other.place, 'old.mp4'))
    const { name, root } = folder
    const body = { name, root, path: other.path, existing: 'ignore', after: 'delete' } as const
    await owner.call('updateWatchFolder', { params: { id: folder.id }, body })
    await settled(folder)
    const files = await filesOf(owner, folder)
    expect([...files.values()].map(({ path, reason }) => [path, reason])).toEqual([['old.mp4', 'existing']])
    expect(await readdir(folder.place)).toEqual(['first.mp4'])
    expect(await readdir(other.place)).toEqual(['old.mp4'])
  })

  it('takes a file when its marker is there, and a changed one when it has another', async () => {
    const folder = await newWatchFolder(owner, world.kinora, {
      settle: 'marker',
      marker: '.ok',
      after: 'keep',
    })
    const path = join(folder.place, 'marked.mp4')
    await copyFile(world.clip, path)
    await settled(folder)
    expect((await filesOf(owner, folder)).get('marked.mp4')).toMatchObject({ reason: 'no-marker' })
    await writeFile(`${path}.ok`, '')
    await settled(folder)
    await whenFile(folder, 'marked.mp4', 'ingested')
    expect((await filesOf(owner, folder)).get('marked.mp4.ok')).toMatchObject({ reason: 'companion' })
    await writeFile(path, await longerClip())
    const copy = join(folder.place, 'copied.mp4')
    await copyFile(world.clip, copy)
    await writeFile(`${copy}.ok`, '')
    await settled(folder)
    expect((await filesOf(owner, folder)).get('marked.mp4')).toMatchObject({ reason: 'no-marker' })
    expect(await whenFile(folder, 'copied.mp4', 'skipped')).toMatchObject({
      companions: [{ path: 'copied.mp4.ok', kind: 'marker', fault: null }],
    })
    await writeFile(copy, Buffer.concat([await longerClip(), Buffer.from('0000000866726565', 'hex')]))
    await writeFile(`${path}.ok`, '2')
    await settled(folder, 60)
    await whenFile(folder, 'marked.mp4', 'ingested')
    // The marker of a version that was skipped is no marker of the next.
    expect((await filesOf(owner, folder)).get('copied.mp4')).toMatchObject({ reason: 'no-marker' })
    expect(await videosOf('marked')).toHaveLength(2)
  })

  it('takes a file as its manifest lists it', async () => {
    const folder = await newWatchFolder(owner, world.kinora, { settle: 'manifest' })
    for (const name of ['listed', 'short', 'wrong', 'later'])
      await copyFile(world.clip, join(folder.place, `${name}.mp4`))
    const { length: size } = await readFile(world.clip)
    const md5 = createHash('md5')
      .update(await readFile(world.clip))
      .digest('hex')
    const files = [
      { name: 'listed.mp4', size, md5 },
      { name: 'short.mp4', size: size + 1 },
      { name: 'wrong.mp4', md5: '0'.repeat(32) },
    ]
    await writeFile(join(folder.place, 'manifest.json'), JSON.stringify({ files }))
    await settled(folder)
    await whenFile(folder, 'listed.mp4', 'ingested')
    expect(await whenFile(folder, 'wrong.mp4', 'failed')).toMatchObject({ reason: 'not-as-listed' })
    const waiting = await filesOf(owner, folder)
    expect(waiting.get('short.mp4')).toMatchObject({ state: 'settling', reason: 'not-as-listed' })
    expect(waiting.get('later.mp4')).toMatchObject({ state: 'settling', reason: 'not-listed' })
  })

  it('describes a video by the files beside it, and moves them with it', async () => {
    const folder = await newWatchFolder(owner, world.kinora, {
      sidecars: 'use',
      after: 'move',
      tags: ['morning'],
    })
    const put = (name: string, text: string) => writeFile(join(folder.place, name), text)
    await put('harbor.json', '{"title":"Harbor fire","keywords":"fire, port","language":"te","Desk":"City"}')
    await put('harbor.ar.vtt', 'WEBVTT\n\n00:00.000 --> 00:01.000\nمرحبا\n')
    await put('harbor.srt', '1\n00:00:00,000 --> 00:00:01,000\nHello\n')
    await put('harbor.en.srt', 'no subtitle')
    // One of two videos with the same description waits.
    await put('both.json', '{"title":"Both"}')
    await writeFile(join(folder.place, 'both.mp4'), await longerClip())
    await writeFile(join(folder.place, 'both.mov'), (await longerClip()).subarray(0, 5000))
    await copyFile(world.clip, join(folder.place, 'harbor.mp4'))
    await settled(folder)
    const { contentId, companions } = await whenFile(folder, 'harbor.mp4', 'ingested')
    expect(companions).toEqual([
      { path: 'harbor.json', kind: 'sidecar', fault: null },
      { path: 'harbor.ar.vtt', kind: 'subtitle', fault: null },
      { path: 'harbor.en.srt', kind: 'subtitle', fault: 'broken' },
      { path: 'harbor.srt', kind: 'subtitle', fault: null },
    ])
    const params = { id: contentId ?? '' }
    expect(await owner.call('getContent', { params })).toMatchObject({
      title: 'Harbor fire',
      tags: ['morning', 'fire', 'port'],
      metadata: [
        { key: 'Desk', value: 'City' },
        { key: 'language', value: 'te' },
      ],
    })
    expect((await owner.call('listContents', { query: { phrase: 'city harbor' } })).items).toHaveLength(1)
    const { items } = await owner.call('listSubtitles', { params })
    expect(items.map(({ published, status }) => [published?.languageCode, status]).sort()).toEqual([
      ['ar', 'published'],
      ['te', 'published'],
    ])
    await whenFile(folder, 'both.mp4', 'ingested')
    await eventually(async () =>
      expect((await readdir(folder.place)).sort()).toEqual(['Ingested', 'both.json', 'both.mov']),
    )
    expect(await readdir(join(folder.place, 'Ingested'))).toHaveLength(6)
  })

  it('waits for a description that can be read, if its rule says so', async () => {
    const folder = await newWatchFolder(owner, world.kinora, { sidecars: 'require' })
    const sidecar = join(folder.place, 'quiet.xml')
    await copyFile(world.clip, join(folder.place, 'quiet.mp4'))
    await settled(folder)
    expect((await filesOf(owner, folder)).get('quiet.mp4')).toMatchObject({ reason: 'no-sidecar' })
    await writeFile(sidecar, '<video><title>Quiet')
    await settled(folder, 60)
    expect((await filesOf(owner, folder)).get('quiet.mp4')).toMatchObject({
      state: 'settling',
      reason: 'sidecar-broken',
      companions: [{ path: 'quiet.xml', kind: 'sidecar', fault: 'broken' }],
    })
    await writeFile(sidecar, '<video><title>Quiet street</title></video>')
    await settled(folder, 60)
    await whenFile(folder, 'quiet.mp4', 'ingested')
    expect(await videosOf('Quiet street')).toHaveLength(1)
  })

  it('is refused outside of its roots, within another one, and below the path of a link', async () => {
    const folder = await newWatchFolder(owner, world.kinora)
    const attempt = (change: object) =>
      owner.try('createWatchFolder', { body: { name: 'Other', root: folder.root, path: '', ...change } })
    expect(await attempt({ root: '/etc' })).toMatchObject({
      status: 409,
      body: { type: '/problems/watch-root-unknown' },
    })
    for (const path of ['../secrets', 'a//b', '/a', './a']) expect((await attempt({ path })).status).toBe(400)
    for (const path of ['', folder.path, `${folder.path}/below`])
      expect(await attempt({ path })).toMatchObject({
        status: 409,
        body: { type: '/problems/watch-folder-nested' },
      })
    await symlink('/etc', join(watchedRoot(world.kinora.dataDir), 'out'))
    const { status, body } = await attempt({ path: 'out' })
    expect(status).toBe(201)
    const { id } = body as { id: string }
    await scanned(owner, { id })
    expect(await owner.call('getWatchFolder', { params: { id } })).toMatchObject({ reason: 'outside' })
    expect((await filesOf(owner, { id })).size).toBe(0)
  })
})
