import { readFile } from 'node:fs/promises'
import { downloadLimits, ORIGINAL } from '@kinora/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentWhen, isSettled, uploadFile } from '../../../testing/client.ts'
import { movableClock } from '../../../testing/clock.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { readZip } from '../imports/sheet-zip.ts'
import { originalName, safeFileName, uniqueNames } from './file-names.ts'

const clock = movableClock()
let world: World
beforeAll(async () => {
  world = await openWorld({ clock })
})
afterAll(() => world.end())

const linkTo = (file: string) =>
  world.owner.call('createDownload', { params: { id: world.content.id }, body: { file } })

async function fetched(url: string | null, init?: RequestInit) {
  const answer = await fetch(url ?? '', init)
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

it('serves the unchanged original, whole or in part, to anyone with the link', async () => {
  const source = await readFile(world.clip)
  const { url, fileName, size } = await linkTo(ORIGINAL)
  expect({ fileName, size }).toEqual({ fileName: 'secret plans of deccan.mp4', size: source.length })
  const { answer, bytes } = await fetched(url)
  expect(bytes.equals(source)).toBe(true)
  expect(answer.headers.get('content-disposition')).toContain('filename="secret plans of deccan.mp4"')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  const part = await fetched(url, { headers: { range: 'bytes=100-199' } })
  expect(part.answer.status).toBe(206)
  expect(part.bytes.equals(source.subarray(100, 200))).toBe(true)
  // Pages of other sites cannot read it, whatever the restrictions of the video are.
  for (const { headers } of [answer, part.answer])
    expect([...headers.keys()].filter((name) => /^access-control|^cross-origin/.test(name))).toEqual([])
})

it('makes the MP4 of a rendition, then serves it', async () => {
  const name = world.content.renditions.find(({ type }) => type === 'video')?.name ?? ''
  const ready = await eventually(async () => {
    const link = await linkTo(name)
    expect(link.url).not.toBeNull()
    return link
  })
  expect(ready.fileName).toBe(`secret plans of deccan ${name}.mp4`)
  const { bytes } = await fetched(ready.url)
  expect(bytes.subarray(4, 8).toString()).toBe('ftyp')
  expect(bytes.length).toBe(ready.size)
})

it('packs originals and published subtitles into an archive that unpacks to the same bytes', async () => {
  const { owner, content, clip } = world
  const twin = await uploadFile(owner, clip, 'secret plans of deccan.mp4')
  await contentWhen(owner, twin.id, isSettled)
  await owner.call('updateContent', {
    params: { id: twin.id },
    body: { title: '../../etc/Secret plans of deccan' },
  })
  const text = 'WEBVTT\n\n00:00.000 --> 00:01.000\nगुप्त'
  const made = await owner.call('createSubtitle', {
    params: { id: content.id },
    body: { name: 'Hindi', languageCode: 'hi', text },
  })
  await owner.call('publishSubtitles', { params: { id: content.id }, body: { draftsToPublish: [made.id] } })
  const { url, fileName } = await owner.call('createArchive', { body: { ids: [content.id, twin.id] } })
  expect(fileName).toBe('secret plans of deccan + 1.zip')
  const { answer, bytes } = await fetched(url)
  expect(answer.headers.get('content-length')).toBe(String(bytes.length))
  const limits = { entries: 10, inflatedBytes: bytes.length }
  const unpacked = new Map(readZip(bytes, () => true, limits).map((entry) => [entry.name, entry.body]))
  expect([...unpacked.keys()].sort()).toEqual([
    '_.._etc_secret plans of deccan.mp4',
    'secret plans of deccan.hi.vtt',
    'secret plans of deccan.mp4',
  ])
  expect(unpacked.get('secret plans of deccan.mp4')?.equals(await readFile(clip))).toBe(true)
  expect(unpacked.get('secret plans of deccan.hi.vtt')?.toString()).toContain('गुप्त')
})

it('fits as many videos as an archive may have', async () => {
  const { owner, content } = world
  const { url } = await owner.call('createArchive', { body: { ids: [content.id] } })
  const one = new URL(url ?? '').searchParams.get('ticket')?.length ?? 0
  expect(one + ((downloadLimits.maxContents - 1) * 32 * 4) / 3).toBeLessThan(4900)
})

it('expires after an hour, and cannot be forged', async () => {
  const { url } = await linkTo(ORIGINAL)
  const statusOf = async (address: string) => (await fetch(address)).status
  const spoilt = new URL(url ?? '')
  const ticket = spoilt.searchParams.get('ticket') ?? ''
  spoilt.searchParams.set('ticket', `${ticket.startsWith('A') ? 'B' : 'A'}${ticket.slice(1)}`)
  expect(await statusOf(spoilt.href)).toBe(410)
  clock.advance(3590)
  expect(await statusOf(url ?? '')).toBe(200)
  clock.advance(20)
  expect(await statusOf(url ?? '')).toBe(410)
})

it('is not logged, because anyone with it can download the file', async () => {
  await linkTo(ORIGINAL)
  await eventually(async () => {
    const [row] = await world.sql(
      `SELECT response_body FROM request_logs WHERE url LIKE '%/downloads' AND status = 201 AND request_body LIKE '%original%' LIMIT 1`,
    )
    expect(row?.response_body).toContain('/download?ticket=[removed]')
  })
})

it('does not work for videos of others, in the trash or without a file', async () => {
  const { owner, stranger, content, upload } = world
  const strange = await stranger.try('createArchive', { body: { ids: [content.id] } })
  expect(strange).toMatchObject({ status: 409, body: { type: '/problems/content-not-ready' } })
  const pending = { params: { id: upload.contentId }, body: { file: ORIGINAL } }
  expect(await owner.try('createDownload', pending)).toMatchObject({ status: 409 })
  // Like a video whose file could not be fetched.
  await world.sql(`UPDATE contents SET status = 'failed', source_bytes = NULL WHERE id = $1`, [
    upload.contentId,
  ])
  const fileless = await owner.try('createArchive', { body: { ids: [upload.contentId] } })
  expect(fileless).toMatchObject({ status: 409, body: { type: '/problems/content-not-ready' } })
  const { url } = await linkTo(ORIGINAL)
  await owner.call('deleteContent', { params: { id: content.id }, query: {} })
  expect((await fetch(url ?? '')).status).toBe(404)
})

it('uses file names that are valid on every system', () => {
  expect(safeFileName('a/b\\c:d*e?"f<g>h|i\u202e.')).toBe('a_b_c_d_e__f_g_h_i_')
  expect(safeFileName(' .. ')).toBe('video')
  // Indic scripts join and separate letters with invisible characters.
  expect(safeFileName('ట్యాగ్\u200cలు क्\u200dष')).toBe('ట్యాగ్\u200cలు क्\u200dष')
  // File systems allow 255 bytes, and an extension follows.
  expect(Buffer.byteLength(safeFileName('పండుగ'.repeat(40)))).toBeLessThanOrEqual(200)
  expect(safeFileName('😀'.repeat(60))).toBe('😀'.repeat(50))
  expect(originalName({ title: 'Match.MP4', fileName: 'x.mp4' })).toBe('Match.mp4')
  expect(originalName({ title: 'Match', fileName: null })).toBe('Match.mp4')
  expect(uniqueNames(['a.mp4', 'A.mp4', 'a (2).mp4'])).toEqual(['a.mp4', 'A (2).mp4', 'a (2) (2).mp4'])
})
