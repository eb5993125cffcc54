// Slow: videos in odd formats are encoded, and jobs fail all their attempts.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { openUsage } from '../../../platform/usage/usage.ts'
import {
  type Client,
  contentWhen,
  isSettled,
  newOwner,
  uploadFile,
  whenFound,
} from '../../../testing/client.ts'
import { h264, makeClip, pattern, vp9 } from '../../../testing/clips.ts'
import { type FaultyFfmpeg, faultyFfmpeg } from '../../../testing/jobs/faulty-ffmpeg.ts'
import { retryAtOnce } from '../../../testing/jobs/job-triggers.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { failRenditions } from './states.ts'

let kinora: TestKinora
let owner: Client
let database: pg.Pool
let folder: string
let ffmpeg: FaultyFfmpeg

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-states-'))
  ffmpeg = await faultyFfmpeg(folder)
  kinora = await startTestKinora({ env: { FFMPEG_PATH: ffmpeg.path } })
  owner = await newOwner(kinora.url)
  database = new pg.Pool({ connectionString: kinora.databaseUrl, max: 3 })
  await retryAtOnce(async (text, values) => (await database.query(text, values)).rows)
})
afterAll(async () => {
  await database.end()
  await kinora.stop()
  await rm(folder, { recursive: true, force: true })
})

const clip = (name: string, seconds: number, size: string) =>
  makeClip(join(folder, name), ...pattern(seconds, size), ...h264, '-c:a', 'aac')

async function waitingForLocks(count: number): Promise<void> {
  const waiting =
    "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
  while (((await database.query(waiting)).rowCount ?? 0) < count) await pause(20)
}

/** Resolves when no job is left that could retry a failed rendition. */
async function jobsEnded(): Promise<void> {
  const running =
    "SELECT FROM pgboss.job WHERE name LIKE 'library.%' AND state IN ('created', 'retry', 'active')"
  while ((await database.query(running)).rowCount !== 0) await pause(20)
}

const folderOf = (id: string) => join(kinora.dataDir, 'storage/objects/contents', id)
const filesOf = (id: string) => readdir(folderOf(id)).catch(() => [])

describe('a failed rendition', () => {
  it('leaves the video playable, has a reason, and is retried alone', async () => {
    const path = await clip('ladder.mp4', 2, '854x480')
    await ffmpeg.failOn('240p/')
    const { id } = await uploadFile(owner, path)
    const broken = await contentWhen(owner, id, isSettled)
    expect(broken).toMatchObject({ status: 'ready', playable: true })
    const states = Object.fromEntries(broken.renditions.map(({ name, status }) => [name, status]))
    expect(states).toEqual({ '240p': 'failed', '360p': 'ready', '480p': 'ready', 'audio-0': 'ready' })
    expect(broken.renditions[0]?.error).toMatchObject({ id: 'encode-failed', retryable: true })
    const playlist = await (await fetch(broken.urls.hls)).text()
    expect(playlist.match(/RESOLUTION=/g)).toHaveLength(2)

    await jobsEnded()
    await ffmpeg.repair()
    const kept = broken.renditions
      .filter(({ status }) => status === 'ready')
      .map(({ id: rendition }) => rendition)
    await owner.call('retryContent', { params: { id } })
    const recovered = await contentWhen(owner, id, isSettled)
    expect(recovered.renditions.map(({ status }) => status)).toEqual(['ready', 'ready', 'ready', 'ready'])
    expect(recovered.renditions.map((each) => each.id)).toEqual(expect.arrayContaining(kept))
    expect((await (await fetch(recovered.urls.hls)).text()).match(/RESOLUTION=/g)).toHaveLength(3)
  })
})

it('completes an encoding whose progress cannot be stored', async () => {
  await database.query(`CREATE FUNCTION refuse_progress() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'planted fault'; END $$`)
  await database.query(`CREATE TRIGGER refuse_progress BEFORE UPDATE OF progress ON renditions FOR EACH ROW
    WHEN (NEW.progress > 0 AND NEW.progress < 1) EXECUTE FUNCTION refuse_progress()`)
  try {
    const { id } = await uploadFile(owner, await clip('unreported.mp4', 6, '640x360'))
    await contentWhen(owner, id, isSettled)
    await jobsEnded()
    const { renditions } = await contentWhen(owner, id, isSettled)
    expect(renditions.map(({ status }) => status)).toEqual(renditions.map(() => 'ready'))
    expect(kinora.logged()).toContain('progress was not reported')
    const repeated = await database.query(
      `SELECT name FROM pgboss.job WHERE data->>'contentId' = $1 AND retry_count > 0`,
      [id],
    )
    expect(repeated.rows).toEqual([])
  } finally {
    await database.query('DROP FUNCTION refuse_progress CASCADE')
  }
})

describe('keyframes that cannot be decoded alone', () => {
  it('do not prevent poster and storyboard', async () => {
    await ffmpeg.failOn('nokey')
    const { id } = await uploadFile(owner, await clip('keys.mp4', 3, '320x180'))
    const { playbackId } = await contentWhen(owner, id, ({ poster }) => poster !== null)
    await whenFound(`${kinora.url}/image/${playbackId}/storyboard.vtt`)
    await ffmpeg.repair()
  })
})

describe('a failed video', () => {
  it('has a reason, is retried on request, and refuses a retry if nothing has failed', async () => {
    const path = await clip('whole.mp4', 2, '320x180')
    await ffmpeg.failOn('-f hls')
    const { id } = await uploadFile(owner, path)
    const failed = await contentWhen(owner, id, isSettled)
    expect(failed).toMatchObject({
      status: 'failed',
      playable: false,
      error: { id: 'encode-failed', retryable: true },
    })
    expect((await fetch(failed.urls.hls)).status).toBe(404)

    await ffmpeg.repair()
    const again = await owner.send('GET', `/video/api/v1/contents/${id}/refetch`)
    expect(again).toMatchObject({ status: 200, body: { status: 'processing', error: null } })
    expect(await contentWhen(owner, id, (each) => isSettled(each) && each.poster !== null)).toMatchObject({
      status: 'ready',
    })
    // Even while its images are still being generated.
    const nothing = await owner.send('POST', `/video/api/v1/contents/${id}/refetch`)
    expect(nothing).toMatchObject({ status: 409, body: { type: '/problems/content-not-ready' } })
  })
})

describe('images that cannot be generated', () => {
  it('leave the video playable, have a reason, and are generated on request', async () => {
    const path = await clip('pictures.mp4', 2, '320x180')
    await ffmpeg.failOn('storyboard.jpg')
    const { id } = await uploadFile(owner, path)
    await contentWhen(owner, id, ({ poster }) => poster !== null)
    const posterTime = () => stat(join(folderOf(id), 'images/poster.jpg')).then(({ mtimeMs }) => mtimeMs)
    const first = await posterTime()
    const broken = await contentWhen(owner, id, ({ imagesError }) => imagesError !== null)
    expect(await posterTime()).toBe(first)
    expect(broken).toMatchObject({
      status: 'ready',
      playable: true,
      error: null,
      imagesError: { id: 'encode-failed', message: 'Encoding failed', retryable: true },
    })

    const { rows } = await database.query(
      `SELECT type FROM outbox WHERE object_id = $1 AND data->>'imagesError' = 'encode-failed'`,
      [id],
    )
    expect(rows).toEqual([{ type: 'video.asset.updated' }])

    await ffmpeg.repair()
    const again = await owner.call('retryContent', { params: { id } })
    expect(again).toMatchObject({ status: 'ready', imagesError: null })
    const twice = await owner.send('POST', `/video/api/v1/contents/${id}/refetch`)
    expect(twice.status).toBe(409)
    await whenFound(broken.urls.storyboard)
    expect(await contentWhen(owner, id, isSettled)).toMatchObject({ imagesError: null })
  })
})

describe('deleting', () => {
  it('during processing ends the jobs and leaves nothing in storage', async () => {
    await ffmpeg.holdOn('240p/')
    const { id } = await uploadFile(owner, await clip('ladder.mp4', 2, '854x480'))
    await contentWhen(owner, id, ({ playable }) => playable)
    await owner.call('deleteContent', { params: { id }, query: { permanently: true } })
    expect((await owner.send('GET', `/video/api/v1/contents/${id}`)).status).toBe(404)
    for (let waited = 0; waited < 10_000 && (await filesOf(id)).length > 0; waited += 100) await pause(100)
    expect(await filesOf(id)).toEqual([])
    await pause(1500)
    expect(await filesOf(id)).toEqual([])
    await ffmpeg.repair()
  })

  it('does not deadlock with changes of the renditions', async () => {
    const { id } = await uploadFile(owner, await clip('short.mp4', 1, '320x240'))
    await contentWhen(owner, id, isSettled)
    await database.query("UPDATE renditions SET status = 'failed' WHERE content_id = $1", [id])
    const deleting = await database.connect()
    await deleting.query('BEGIN')
    await deleting.query('SELECT FROM contents WHERE id = $1 FOR UPDATE', [id])
    const ref = { id, environmentId: owner.environmentId ?? '' }
    const usage = openUsage(false, createLog('error'), systemClock.now)
    const waiting = [
      owner.try('retryContent', { params: { id } }),
      failRenditions({ db: drizzle(database), clock: systemClock, usage }, ref, 'encode-failed'),
    ]
    await waitingForLocks(waiting.length)
    // Less than the second after which PostgreSQL resolves a deadlock.
    await deleting.query("SET LOCAL lock_timeout = '500ms'")
    await deleting.query('DELETE FROM contents WHERE id = $1', [id])
    await deleting.query('COMMIT')
    deleting.release()
    expect(await Promise.all(waiting)).toMatchObject([{ status: 404 }, undefined])
  })

  it('several at once ignores ids that do not exist', async () => {
    const made = await Promise.all(
      [1, 2, 3].map(() => owner.call('createUpload', { body: { fileName: 'x.mp4', fileSize: 5 } })),
    )
    const ids = made.map(({ contentId }) => contentId)
    const missing = '0199a000-0000-7000-8000-000000000000'
    const { deleted } = await owner.call('deleteContents', {
      body: { ids: [...ids, missing], permanently: true },
    })
    expect([...deleted].sort()).toEqual([...ids].sort())
  })
})

describe('odd sources', () => {
  const odd: [string, string, string[], object][] = [
    ['a WebM with VP9 and Opus', 'odd.webm', [...pattern(2, '320x240'), ...vp9], { resolution: '240p' }],
    [
      'an AVI with MPEG-4',
      'odd.avi',
      [...pattern(2, '322x242'), '-c:v', 'mpeg4', '-c:a', 'mp3'],
      { status: 'ready' },
    ],
    [
      'a picture without sound',
      'silent.mov',
      ['-f', 'lavfi', '-i', 'testsrc2=s=180x320:d=1', ...h264],
      { aspectRatio: '9:16' },
    ],
    [
      'sound without a picture',
      'sound.mp4',
      ['-f', 'lavfi', '-i', 'sine=d=3', '-c:a', 'aac'],
      { resolution: null, poster: null },
    ],
    [
      'six tenths of a second',
      'short.mkv',
      [...pattern(0.6, '320x180'), ...h264, '-c:a', 'aac'],
      { status: 'ready' },
    ],
    [
      'a transport stream of broadcast',
      'odd.ts',
      [...pattern(2, '352x288', 25), '-c:v', 'mpeg2video', '-flags', '+ilme+ildct', '-c:a', 'mp2'],
      { status: 'ready' },
    ],
  ]
  it.each(odd)('%s plays', async (_what, name, args, expected) => {
    const path = await makeClip(join(folder, name), ...args)
    const { id } = await uploadFile(owner, path)
    const content = await contentWhen(owner, id, isSettled)
    expect(content).toMatchObject({ status: 'ready', playable: true, progress: 1, ...expected })
    expect(content.renditions.every(({ status }) => status === 'ready')).toBe(true)
    expect((await fetch(content.urls.hls)).status).toBe(200)
  })
})
