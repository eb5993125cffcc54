// Slow: the videos of imports are encoded.
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ImportRow, VideoImport } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, newOwner } from '../../../testing/client.ts'
import { h264, makeClip, pattern } from '../../../testing/clips.ts'
import { movableClock } from '../../../testing/clock.ts'
import { skipImages } from '../../../testing/jobs/job-triggers.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'
import { newProfile } from '../../../testing/profiles.ts'
import { linesOf, newImport } from '../../../testing/sheets.ts'

let kinora: TestKinora
let pool: TestPool
let owner: Client
let files: Server
let site: string
let folder: string
const clock = movableClock()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-imports-'))
  const clip = await readFile(await makeClip(join(folder, 'clip.mp4'), ...pattern(1, '160x90'), ...h264))
  files = createServer((request, reply) => {
    if (request.url?.startsWith('/clip')) reply.end(clip)
    else if (request.url?.startsWith('/never')) reply.writeHead(200).flushHeaders()
    else reply.end('no video')
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
  kinora = await startTestKinora({ clock })
  pool = openTestPool(kinora)
  await skipImages(pool.sql)
  owner = await newOwner(kinora.url)
})
afterAll(async () => {
  files.closeAllConnections()
  await new Promise((resolve) => files.close(resolve))
  await pool.end()
  await kinora.stop()
  await rm(folder, { recursive: true, force: true })
})

const paramsOf = ({ id }: VideoImport) => ({ params: { id } })

async function rowsOf(who: Client, one: VideoImport): Promise<ImportRow[]> {
  return (await who.call('listImportRows', { ...paramsOf(one), query: { pageSize: 100 } })).items
}

async function whenFinished(who: Client, one: VideoImport): Promise<VideoImport> {
  const until = performance.now() + 90_000
  for (;;) {
    const now = await who.call('getImport', paramsOf(one))
    if (now.status === 'finished' || now.status === 'stopped') return now
    if (performance.now() > until) throw new Error(`still not over: ${JSON.stringify(now)}`)
    await pause(100)
  }
}

async function reportOf(who: Client, { id }: VideoImport, language: string) {
  const answer = await fetch(new URL(`/video/api/v1/imports/${id}/report?language=${language}`, who.url), {
    headers: { authorization: `Bearer ${who.token}`, 'environment-id': who.environmentId ?? '' },
  })
  return { answer, lines: linesOf(Buffer.from(await answer.arrayBuffer())) }
}

describe('an import', () => {
  it('imports the rows and reports the progress of each', async () => {
    const { id: collection } = await owner.call('createCollection', { body: { name: 'From a sheet' } })
    const one = await newImport(
      owner,
      [
        ['URL', 'Title', 'Description', 'Tags', 'External ID', 'Playback policy'],
        [`${site}/clip-1.mp4`, 'First', 'About the first', 'news, daily', 'cms-1', 'Signed'],
        [`${site}/clip-2.mp4`, '', '', '', '', ''],
        [`${site}/page.html`, 'Third', '', '', 'cms-3', ''],
        ['http://10.0.0.1/private.mp4', 'Fourth', '', '', '', ''],
        ['not a url', 'Fifth', '', '', '', 'perhaps'],
      ],
      collection,
    )
    expect(one).toMatchObject({
      status: 'draft',
      rowCount: 5,
      mapping: { url: 0, title: 1, description: 2, tags: 3, externalId: 4, playbackPolicy: 5 },
      counts: { waiting: 4, invalid: 1 },
    })
    await owner.call('startImport', paramsOf(one))
    const finished = await whenFinished(owner, one)
    expect(finished).toMatchObject({ status: 'finished', counts: { ready: 2, failed: 2, invalid: 1 } })
    const rows = await rowsOf(owner, one)
    expect(
      rows.map(({ number, state, error, faults }) => [number, state, error?.id, faults.map(({ id }) => id)]),
    ).toEqual([
      [2, 'ready', undefined, []],
      [3, 'ready', undefined, []],
      [4, 'failed', 'media-unreadable', []],
      [5, 'failed', 'download-refused', []],
      [6, 'invalid', undefined, ['url-invalid', 'policy-unknown']],
    ])
    const first = await owner.call('getContent', { params: { id: rows[0]?.content?.id ?? '' } })
    expect(first).toMatchObject({
      title: 'First',
      description: 'About the first',
      tags: ['news', 'daily'],
      externalId: 'cms-1',
      playbackPolicy: 'signed',
      assetCollectionUUID: collection,
    })
    const second = await owner.call('getContent', { params: { id: rows[1]?.content?.id ?? '' } })
    expect(second).toMatchObject({ title: 'clip-2.mp4', playbackPolicy: 'public', externalId: null })
    const found = await owner.call('listContents', { query: { phrase: 'about the first' } })
    expect(found.items.map(({ id }) => id)).toEqual([first.id])
  })

  it('imports test videos on request, which do not block another import of the same URLs', async () => {
    const lines = [['URL'], [`${site}/clip-test.mp4`]]
    const one = await newImport(owner, lines)
    expect(one.isTest).toBe(false)
    const { mapping } = one
    const asked = await owner.call('updateImport', { ...paramsOf(one), body: { mapping, isTest: true } })
    expect(asked.isTest).toBe(true)
    await owner.call('startImport', paramsOf(one))
    await whenFinished(owner, one)
    const [row] = await rowsOf(owner, one)
    const made = await owner.call('getContent', { params: { id: row?.content?.id ?? '' } })
    expect(made).toMatchObject({ status: 'ready', isTest: true })
    expect(made.expiresAt).not.toBeNull()
    expect((await newImport(owner, lines)).counts).toMatchObject({ waiting: 1, skipped: 0 })
  })

  it('uses the chosen profile, or the default if that was deleted', async () => {
    const profile = await newProfile(owner, { watermark: null })
    const lines = [['URL'], [`${site}/clip-made-with.mp4`]]
    const choose = async (encodingProfileId: string) => {
      const one = await newImport(owner, lines)
      expect(one.encodingProfileId).toBe(null)
      const body = { mapping: one.mapping, repeats: 'import' as const, encodingProfileId }
      const asked = await owner.try('updateImport', { ...paramsOf(one), body })
      return { one, body, asked }
    }
    const madeWith = async (one: VideoImport) => {
      await owner.call('startImport', paramsOf(one))
      await whenFinished(owner, one)
      const [row] = await rowsOf(owner, one)
      return (await owner.call('getContent', { params: { id: row?.content?.id ?? '' } })).encodingProfile.name
    }
    const { one } = await choose(profile.id)
    expect(await madeWith(one)).toBe(profile.name)

    const late = await choose(profile.id)
    await owner.call('deleteEncodingProfile', { params: { id: profile.id } })
    await owner.call('updateImport', {
      ...paramsOf(late.one),
      body: { ...late.body, playbackPolicy: 'signed' },
    })
    expect(await madeWith(late.one)).toBe('Standard')
    expect((await choose(profile.id)).asked).toMatchObject({ status: 404 })
  })

  it('handles a URL with control characters in its file name', async () => {
    const one = await newImport(owner, [['URL'], [`${site}/clip%00-nul%0A.mp4`], [`${site}/clip-after.mp4`]])
    await owner.call('startImport', paramsOf(one))
    expect(await whenFinished(owner, one)).toMatchObject({ status: 'finished', counts: { ready: 2 } })
    const [row] = await rowsOf(owner, one)
    const named = await owner.call('getContent', { params: { id: row?.content?.id ?? '' } })
    expect(named.title).toBe('clip-nul.mp4')
  })

  it('has a report with each row, with formulas escaped', async () => {
    const one = await newImport(owner, [
      ['URL', 'Title', 'Tags'],
      [`${site}/clip-8.mp4`, '=HYPERLINK("http://x")', '@all, two'],
      ['nowhere', '+1', ''],
    ])
    const { answer, lines } = await reportOf(owner, one, 'en')
    expect(answer.headers.get('content-disposition')).toContain('videos report.xlsx')
    expect(lines.slice(1)).toEqual([
      [
        `${site}/clip-8.mp4`,
        `'=HYPERLINK("http://x")`,
        '',
        `'@all, two`,
        '',
        'public',
        '2',
        'Waiting',
        '',
        '',
        '',
      ],
      ['nowhere', "'+1", '', '', '', 'public', '3', 'Has errors', 'Please enter valid url', '', ''],
    ])
  })

  it("explains failures in the report in the reader's language", async () => {
    const path = join(folder, 'ffmpeg.sh')
    const without = 'case "$*" in *-encoders*) exec ffmpeg "$@" | grep -v libx265; exit;; esac'
    // The reader runs as the sandbox's user.
    await chmod(folder, 0o755)
    await writeFile(path, `#!/bin/sh\n${without}\nexec ffmpeg "$@"\n`, { mode: 0o755 })
    const poor = await startTestKinora({ env: { FFMPEG_PATH: path }, isFfmpegPoor: true })
    const its = openTestPool(poor)
    const person = await newOwner(poor.url)
    const profile = await newProfile(person, { watermark: null })
    await person.call('makeDefaultEncodingProfile', { params: { id: profile.id } })
    // Simulates an encoder that was removed after the profile was created.
    const lost = `UPDATE encoding_profiles SET settings = settings || '{"codecs": ["h264", "hevc"]}'`
    await its.sql(lost)
    const one = await newImport(person, [['URL'], [`${site}/clip-codec.mp4`], ['?']])
    await person.call('startImport', paramsOf(one))
    await whenFinished(person, one)
    const error = { id: 'codec-unavailable', retryable: true }
    expect((await rowsOf(person, one))[0]).toMatchObject({ state: 'failed', error })
    const reasons = async (language: string) =>
      (await reportOf(person, one, language)).lines.slice(1).map((line) => line[8])
    expect(await reasons('en')).toEqual([
      'This installation cannot encode this codec',
      'Please enter valid url',
    ])
    expect(await reasons('hi')).toEqual(['यह इंस्टॉलेशन इस कोडेक में एनकोड नहीं कर सकता', 'कृपया मान्य URL लिखें'])
    await its.end()
    await poor.stop()
  })

  it('is finished when no rows are waiting', async () => {
    const one = await newImport(owner, [['URL'], [`${site}/clip-end.mp4`]])
    await owner.call('startImport', paramsOf(one))
    await whenFinished(owner, one)
    await pool.sql(`UPDATE imports SET stop = 'interrupted' WHERE id = $1`, [one.id])
    expect(await owner.call('getImport', paramsOf(one))).toMatchObject({ status: 'finished', stop: null })
  })

  it('skips existing videos, unless repeats are allowed', async () => {
    const lines = [
      ['URL', 'External ID'],
      [`${site}/clip-a.mp4`, 'again-1'],
      [`${site}/clip-b.mp4`, ''],
    ]
    const first = await newImport(owner, lines)
    await owner.call('startImport', paramsOf(first))
    await whenFinished(owner, first)
    const second = await newImport(owner, lines)
    expect((await rowsOf(owner, second)).map(({ skipReason }) => skipReason)).toEqual([
      'external-id-there',
      'url-there',
    ])
    expect(await owner.try('startImport', paramsOf(second))).toMatchObject({ status: 409 })
    const { mapping, playbackPolicy } = second
    const anyway = { mapping, playbackPolicy, repeats: 'import' as const }
    const changed = await owner.call('updateImport', { ...paramsOf(second), body: anyway })
    expect(changed.counts).toMatchObject({ waiting: 2, skipped: 0 })

    // Failed videos, videos in the trash and test videos do not count.
    const [kept, gone] = await rowsOf(owner, first)
    await pool.sql(`UPDATE contents SET status = 'failed' WHERE id = $1`, [kept?.content?.id])
    await owner.call('deleteContent', { params: { id: gone?.content?.id ?? '' } })
    expect((await newImport(owner, lines)).counts).toMatchObject({ waiting: 2, skipped: 0 })
    expect((await owner.call('getImport', paramsOf(first))).counts).toMatchObject({ failed: 1, removed: 1 })
  })

  it('skips videos that were added since the preview', async () => {
    const lines = [['URL'], [`${site}/clip-late.mp4`]]
    const [one, other] = [await newImport(owner, lines), await newImport(owner, lines)]
    await Promise.all([one, other].map((each) => owner.call('startImport', paramsOf(each))))
    const finished = [await whenFinished(owner, one), await whenFinished(owner, other)]
    expect(finished.reduce((sum, { counts }) => sum + counts.ready, 0)).toBe(1)
    expect(finished.reduce((sum, { counts }) => sum + counts.skipped, 0)).toBe(1)
  })

  it('retries failed rows if that can help', async () => {
    const one = await newImport(owner, [['URL'], [`${site}/clip-r.mp4`], [`${site}/page.html`]])
    expect(await owner.try('retryImport', paramsOf(one))).toMatchObject({ status: 409 })
    await owner.call('startImport', paramsOf(one))
    await whenFinished(owner, one)
    const [first] = await rowsOf(owner, one)
    await pool.sql(`UPDATE contents SET status = 'failed', error_id = 'encode-failed' WHERE id = $1`, [
      first?.content?.id,
    ])
    expect((await owner.call('getImport', paramsOf(one))).counts).toMatchObject({ failed: 2 })
    const trying = await owner.call('retryImport', paramsOf(one))
    expect(trying.counts).toMatchObject({ failed: 1 })
    expect((await whenFinished(owner, one)).counts).toMatchObject({ ready: 1, failed: 1 })
    expect((await rowsOf(owner, one))[0]?.content?.id).toBe(first?.content?.id)
  })

  it('is refused with more than 500 rows or none, and cannot change after its start', async () => {
    const many = Array.from({ length: 501 }, (_, n) => [`${site}/clip-many-${n}.mp4`])
    await expect(newImport(owner, [['URL'], ...many])).rejects.toThrow(
      /sheet-too-long.*has 501 rows; the maximum is 500/,
    )
    await expect(newImport(owner, [['URL']])).rejects.toThrow('sheet-empty')
    expect((await newImport(owner, [['URL'], ...many.slice(1)])).counts.waiting).toBe(500)
    const one = await newImport(owner, [['URL'], ['http://10.0.0.1/x.mp4']])
    await owner.call('startImport', paramsOf(one))
    const { mapping } = one
    expect(await owner.try('updateImport', { ...paramsOf(one), body: { mapping } })).toMatchObject({
      status: 409,
    })
  })

  it('has audit entries; its videos stay after it is deleted', async () => {
    const one = await newImport(owner, [['URL'], [`${site}/clip-d.mp4`]])
    await owner.call('startImport', paramsOf(one))
    await whenFinished(owner, one)
    const [row] = await rowsOf(owner, one)
    await owner.call('deleteImport', paramsOf(one))
    expect((await owner.try('getImport', paramsOf(one))).status).toBe(404)
    await owner.call('getContent', { params: { id: row?.content?.id ?? '' } })
    const auditEntries = await pool.sql('SELECT action FROM audit_trail WHERE object_id = $1 ORDER BY id', [
      one.id,
    ])
    expect(auditEntries).toEqual([{ action: 'import.started' }, { action: 'import.deleted' }])
    const events = await pool.sql('SELECT type FROM outbox WHERE object_id = $1 ORDER BY id', [one.id])
    expect(events).toEqual([{ type: 'video.import.started' }, { type: 'video.import.deleted' }])
  })

  it('keeps a video whose file arrives while the import is canceled', async () => {
    const one = await newImport(owner, [['URL'], [`${site}/never-1.mp4`], [`${site}/never-2.mp4`]])
    await owner.call('startImport', paramsOf(one))
    const contentIds = async () => (await rowsOf(owner, one)).map(({ content }) => content?.id)
    await expect.poll(contentIds).not.toContain(undefined)
    const [arriving, other] = await contentIds()
    const arrival = await pool.hold(`UPDATE contents SET stage = 'reading' WHERE id = $1`, [arriving])
    const [canceled] = await Promise.all([
      owner.call('cancelImport', paramsOf(one)),
      arrival.releaseOnceAwaited(),
    ])
    expect(canceled.counts).toMatchObject({ processing: 1, cancelled: 1 })
    await owner.call('getContent', { params: { id: arriving ?? '' } })
    expect(await owner.try('getContent', { params: { id: other ?? '' } })).toMatchObject({ status: 404 })
    await owner.call('deleteContent', { params: { id: arriving ?? '' }, query: { permanently: true } })
  })

  it('is deleted after a day if it is not started', async () => {
    const draft = await newImport(owner, [['URL'], [`${site}/clip-e.mp4`]])
    clock.advance(23 * 3600)
    await kinora.sweep()
    await owner.call('getImport', paramsOf(draft))
    clock.advance(2 * 3600)
    await kinora.sweep()
    expect((await owner.try('getImport', paramsOf(draft))).status).toBe(404)
  })
})
