import { randomUUID } from 'node:crypto'
import { type Subtitle, type SubtitleCue, subtitleLimits } from '@kinora/contract'
import { cueLimits } from '@kinora/media'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Client
let id: string
beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
  id = world.content.id
})
afterAll(() => world.end())

const srt = (...texts: string[]) =>
  texts.map((text, n) => `${n + 1}\n00:00:0${n},000 --> 00:00:0${n},900\n${text}\n`).join('\n')
const upload = (bytes: string | Buffer, given: Record<string, unknown> = {}) =>
  owner.try('uploadSubtitle', {
    params: { id },
    body: {
      name: 'Arabic',
      languageCode: 'ar',
      fileName: 'Match.SRT',
      file: Buffer.from(bytes).toString('base64'),
      ...given,
    },
  })
const create = (text: string, given: { name?: string; languageCode?: string } = {}) =>
  owner.call('createSubtitle', {
    params: { id },
    body: { name: 'English', languageCode: 'en', text, ...given },
  })
const open = (subtitleId: string, version?: 'draft' | 'published') =>
  owner.call('getSubtitle', { params: { id, subtitleId }, query: { version } })
const publish = (draftsToPublish: string[], subtitlesToDelete: string[] = []) =>
  owner.call('publishSubtitles', { params: { id }, body: { draftsToPublish, subtitlesToDelete } })
const textsOf = async (subtitleId: string, version?: 'draft' | 'published') =>
  (await open(subtitleId, version)).cues.map(({ text }) => text)
const download = async (subtitleId: string, format: 'srt' | 'vtt') => {
  const path = `/video/api/v1/contents/${id}/subtitles/${subtitleId}/download?format=${format}`
  return owner.send('GET', path)
}
const invalid = (path: string) => ({
  status: 400,
  body: { errors: [expect.objectContaining({ path: `body.${path}` })] },
})
const gone = { status: 404 }

describe('a file', () => {
  it('becomes a draft in any charset', async () => {
    const answer = await upload(
      Buffer.from([...Buffer.from('1\n00:00:00,000 --> 00:00:01,000\n'), 0xe3, 0xd1, 0xcd, 0xc8, 0xc7]),
      {
        closedCaptions: true,
        languageCode: 'ara',
      },
    )
    expect(answer).toMatchObject({
      status: 201,
      body: {
        contentId: id,
        status: 'draft',
        published: null,
        draft: { name: 'Arabic', languageCode: 'ar', closedCaptions: true, format: 'srt', cueCount: 1 },
        faults: [],
      },
    })
  })

  it('needs a name, an existing language and a supported extension', async () => {
    expect(await upload(srt('x'), { name: '' })).toMatchObject(invalid('name'))
    expect(await upload(srt('x'), { name: ' x' })).toMatchObject(invalid('name'))
    for (const languageCode of ['', 'xx', 'not a language', '<b>'])
      expect(await upload(srt('x'), { languageCode })).toMatchObject(invalid('languageCode'))
    for (const fileName of ['match.ass', 'srt', 'match.srt.exe'])
      expect(await upload(srt('x'), { fileName })).toMatchObject(invalid('fileName'))
    expect(await upload(srt('x'), { file: 'no base64!' })).toMatchObject(invalid('file'))
  })

  it('is read as far as possible, with a list of faults', async () => {
    const answer = await upload(`${srt('fine')}\n2\n00:00:09,000 --> 00:00:01,000\nbackwards\n`)
    const fault = { line: 6, id: 'time-order', message: 'The end must be after the start' }
    expect(answer).toMatchObject({ status: 201, body: { draft: { cueCount: 1 }, faults: [fault] } })
  })

  it.each([
    [
      'a picture',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 0, 1]),
      'The file is not a text file',
    ],
    ['a letter', 'Dear Sir or Madam,\n\nno times here', 'The file has no cues'],
    ['too large', Buffer.alloc(subtitleLimits.fileBytes + 1, 97), 'The file is larger than 6 MB'],
  ])('is refused where it is %s', async (_what, bytes, message) => {
    const answer = await upload(bytes)
    expect([400, 422]).toContain(answer.status)
    expect(JSON.stringify(answer.body)).toContain(message)
  })

  it('is stored even if the limit of an identifier splits an emoji', async () => {
    const made = await create(`WEBVTT\n\n${'x'.repeat(199)}🎬\n00:01.000 --> 00:02.000\nfirst`)
    expect((await open(made.id)).cues).toMatchObject([{ id: 'x'.repeat(199), text: 'first' }])
    const cues = [{ id: `${'y'.repeat(199)}🎬`, start: 1, end: 2, text: 'first' }]
    await owner.call('updateSubtitle', { params: { id, subtitleId: made.id }, body: { cues } })
    expect((await open(made.id)).cues).toMatchObject([{ id: 'y'.repeat(199) }])
  })

  it('may be as large as the parser allows', () => {
    expect(subtitleLimits.fileBytes).toBe(cueLimits.fileBytes)
  })
})

describe('a preview', () => {
  const cue = (line: Buffer) => Buffer.concat([Buffer.from('1\n00:00:00,000 --> 00:00:01,000\n'), line])
  // In windows-1250; in windows-1252 it reads Ðavo.
  const file = cue(Buffer.from([0xd0, ...Buffer.from('avo')])).toString('base64')
  const preview = (given: Record<string, unknown>) =>
    owner.try('previewSubtitle', { params: { id }, body: { file, ...given } })

  it('shows the text in the charset of the language, or in a given one', async () => {
    const [central, western, given] = [
      await preview({ languageCode: 'hr' }),
      await preview({ languageCode: 'is' }),
      await preview({ languageCode: 'hr', charset: 'windows-1251' }),
    ]
    expect(central.body).toEqual({ charset: 'windows-1250', lines: ['Đavo'] })
    expect(western.body).toEqual({ charset: 'windows-1252', lines: ['Ðavo'] })
    expect(given.body).toEqual({ charset: 'windows-1251', lines: ['Рavo'] })
  })

  it('matches the upload of the same file', async () => {
    const made = await upload(Buffer.from(file, 'base64'), { languageCode: 'hr' })
    expect(await textsOf((made.body as Subtitle).id)).toEqual(['Đavo'])
  })

  it('shows lines that differ between charsets, and refuses other files', async () => {
    const many = cue(Buffer.from(`${'plain words\n'.repeat(20)}é\n`)).toString('base64')
    expect((await preview({ file: many })).body).toEqual({ charset: 'utf-8', lines: ['é'] })
    expect(await preview({ file: Buffer.alloc(100).toString('base64') })).toMatchObject({
      status: 422,
      body: { type: '/problems/subtitle-unreadable' },
    })
  })
})

describe('a draft', () => {
  it('can be changed partly, and keeps its cues in order', async () => {
    const made = await create(srt('one'))
    const params = { id, subtitleId: made.id }
    const cues = [
      { start: 5, end: 6, text: 'second & last' },
      { start: 1.2504, end: 2, text: '<i>first', settings: { line: '0' } },
    ]
    const changed = await owner.call('updateSubtitle', { params, body: { cues, languageCode: 'EN-gb' } })
    expect(changed.draft).toMatchObject({ name: 'English', languageCode: 'en-GB', cueCount: 2 })
    expect((await open(made.id)).cues).toEqual([
      { id: '', start: 1.25, end: 2, text: '<i>first</i>', settings: { line: '0' } },
      { id: '', start: 5, end: 6, text: 'second &amp; last', settings: {} },
    ])
  })

  it('reports invalid cues', async () => {
    const { id: subtitleId } = await create(srt('one'))
    const cue = (given: Partial<SubtitleCue>) => ({ start: 0, end: 1, text: 'x', ...given })
    const cues = [cue({}), cue({ end: 0 }), cue({ text: ' ' }), cue({ settings: { line: 'up' } })]
    const answer = await owner.try('updateSubtitle', { params: { id, subtitleId }, body: { cues } })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        errors: [
          { path: 'body.cues.1', message: 'The end must be after the start' },
          { path: 'body.cues.2', message: 'The cue has no text' },
          { path: 'body.cues.3', message: 'The position is not valid' },
        ],
      },
    })
    expect(await textsOf(subtitleId)).toEqual(['one'])
  })

  it('is not overwritten by an editor without the last change', async () => {
    const made = await create(srt('one'))
    const params = { id, subtitleId: made.id }
    const basedOn = made.draft?.updatedAt
    const save = (text: string, seen: string | undefined) =>
      owner.try('updateSubtitle', {
        params,
        body: { cues: [{ start: 0, end: 1, text }], ...(seen && { basedOn: seen }) },
      })
    const first = await save('mine', basedOn)
    expect(first.status).toBe(200)
    expect(await save('yours', basedOn)).toMatchObject({
      status: 409,
      body: { type: '/problems/changed-since' },
    })
    expect(await textsOf(made.id)).toEqual(['mine'])
    const now = (await open(made.id)).draft?.updatedAt
    expect((await save('yours, after all', now)).status).toBe(200)
    expect((await save('by a script', undefined)).status).toBe(200)
    expect(await textsOf(made.id)).toEqual(['by a script'])
  })

  it('is the base of the next change after it was published', async () => {
    const made = await create(srt('one'))
    await publish([made.id])
    const { published } = await open(made.id)
    const params = { id, subtitleId: made.id }
    const body = { name: 'Other', ...(published && { basedOn: published.updatedAt }) }
    expect((await owner.try('updateSubtitle', { params, body })).status).toBe(200)
    expect((await owner.try('updateSubtitle', { params, body })).status).toBe(409)
  })

  it('is empty if it was created without text', async () => {
    const body = { name: 'To be written', languageCode: 'te' }
    const made = await owner.call('createSubtitle', { params: { id }, body })
    expect([made.draft?.cueCount, await textsOf(made.id)]).toEqual([0, []])
  })

  it('downloads in both formats, with hostile text escaped', async () => {
    const { id: subtitleId } = await create(srt('<script>alert(1)</script></c></c>', 'b'))
    const vtt = await download(subtitleId, 'vtt')
    expect(vtt.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
    expect(vtt.headers.get('content-disposition')).toContain('filename="English.vtt"')
    expect(vtt.headers.get('x-content-type-options')).toBe('nosniff')
    expect(vtt.body).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:00.900\n&lt;script&gt;alert(1)&lt;/script&gt;&lt;/c&gt;&lt;/c&gt;\n\n00:00:01.000 --> 00:00:01.900\nb\n',
    )
    expect((await download(subtitleId, 'srt')).body).toContain('2\n00:00:01,000 --> 00:00:01,900\nb\n')
  })
})

describe('publishing', () => {
  it('replaces a changed subtitle at once; until then viewers have the previous version', async () => {
    const { id: subtitleId } = await create(srt('before'))
    expect(await publish([subtitleId])).toEqual({ published: [subtitleId], deleted: [] })
    const params = { id, subtitleId }
    const body = { cues: [{ start: 0, end: 1, text: 'after' }] }
    const changed = await owner.call('updateSubtitle', { params, body })
    expect(changed).toMatchObject({ status: 'published', published: { cueCount: 1 }, draft: { cueCount: 1 } })
    expect([await textsOf(subtitleId, 'published'), await textsOf(subtitleId)]).toEqual([
      ['before'],
      ['after'],
    ])
    await publish([subtitleId])
    expect(await textsOf(subtitleId)).toEqual(['after'])
    expect(await open(subtitleId)).toMatchObject({ status: 'published', draft: null, version: 'published' })
    expect(await publish([subtitleId])).toEqual({ published: [], deleted: [] })
  })

  it('publishes some and deletes others', async () => {
    const [one, two] = [await create(srt('one')), await create(srt('two'))]
    const answer = await publish([one.id, two.id, randomUUID()], [two.id])
    expect(answer).toEqual({ published: [one.id], deleted: [two.id] })
    expect(await owner.try('getSubtitle', { params: { id, subtitleId: two.id } })).toMatchObject(gone)
  })

  it('does not delete without the permission to delete', async () => {
    const editor = await world.member(JSON.stringify({ Videos: { Video: { read: true, update: true } } }))
    const made = await create(srt('x'))
    const body = { draftsToPublish: [], subtitlesToDelete: [made.id] }
    expect(await editor.try('publishSubtitles', { params: { id }, body })).toMatchObject({ status: 403 })
    expect(await textsOf(made.id)).toEqual(['x'])
  })

  it('makes a video searchable by its published words', async () => {
    const find = async (phrase: string) =>
      (await owner.call('listContents', { query: { phrase } })).items.map((item) => item.id)
    const { id: subtitleId } = await create(srt('the <b>Zanzibar</b> archipelago', 'నమస్కారం అందరికీ'))
    expect(await find('zanzibar')).toEqual([])
    await publish([subtitleId])
    expect(await find('Zanzibar secret')).toEqual([id])
    expect(await find('నమస్కారం')).toEqual([id])
    await owner.call('updateContent', { params: { id }, body: { description: 'Plans' } })
    expect(await find('archipelago')).toEqual([id])
    await owner.call('deleteSubtitle', { params: { id, subtitleId } })
    expect(await find('archipelago')).toEqual([])
  })

  it('discards a draft and keeps the published version', async () => {
    const { id: subtitleId } = await create(srt('kept'))
    await publish([subtitleId])
    const params = { id, subtitleId }
    await owner.call('updateSubtitle', { params, body: { name: 'Other' } })
    await owner.call('deleteSubtitle', { params, query: { draftOnly: true } })
    expect(await open(subtitleId)).toMatchObject({ draft: null, published: { name: 'English' } })
  })
})

describe('others', () => {
  it('see events, and audit entries without the text', async () => {
    const { id: subtitleId } = await create(srt('quiet words'))
    const params = { id, subtitleId }
    await owner.call('updateSubtitle', { params, body: { name: 'British' } })
    await publish([subtitleId])
    await owner.call('deleteSubtitle', { params })
    const events = await owner.call('listEvents', { query: { objectId: subtitleId } })
    const actions = ['deleted', 'published', 'updated', 'created']
    expect(events.items.map(({ type }) => type)).toEqual(actions.map((action) => `video.subtitle.${action}`))
    expect(events.items[0]?.data).toMatchObject({ contentId: id, name: 'British', languageCode: 'en' })
    const organizationId = owner.organizationId ?? ''
    const audit = await owner.call('listAudit', { query: { organizationId, objectId: subtitleId } })
    expect(audit.items.map(({ action }) => action)).toEqual(actions.map((action) => `subtitle.${action}`))
    expect(JSON.stringify([events, audit])).not.toContain('quiet words')
  })

  it('in another organization see nothing', async () => {
    const { id: subtitleId } = await create(srt('ours'))
    const params = { id, subtitleId }
    const { stranger } = world
    expect(await stranger.try('getSubtitle', { params })).toMatchObject(gone)
    expect(await stranger.try('updateSubtitle', { params, body: { name: 'x' } })).toMatchObject(gone)
    expect(await stranger.try('deleteSubtitle', { params })).toMatchObject(gone)
    const theirs = await stranger.call('createSample', {})
    const elsewhere = { id: theirs.id, subtitleId }
    expect(await stranger.try('getSubtitle', { params: elsewhere })).toMatchObject(gone)
    const body = { draftsToPublish: [subtitleId], subtitlesToDelete: [subtitleId] }
    expect(await stranger.call('publishSubtitles', { params: { id: theirs.id }, body })).toEqual({
      published: [],
      deleted: [],
    })
    expect(await textsOf(subtitleId)).toEqual(['ours'])
  })
})

it('subtitles of a video in the trash can be read but not changed', async () => {
  const made = await create(srt('x'))
  const params = { id, subtitleId: made.id }
  await owner.call('deleteContent', { params: { id } })
  const inTrash = { status: 409, body: { type: '/problems/in-trash' } }
  expect(await upload(srt('x'))).toMatchObject(inTrash)
  expect(await owner.try('updateSubtitle', { params, body: { name: 'x' } })).toMatchObject(inTrash)
  expect(await owner.try('deleteSubtitle', { params })).toMatchObject(inTrash)
  const body = { draftsToPublish: [made.id] }
  expect(await owner.try('publishSubtitles', { params: { id }, body })).toMatchObject(inTrash)
  expect(await textsOf(made.id)).toEqual(['x'])
  await owner.call('restoreContents', { body: { ids: [id] } })
})

it('a video has at most 100 subtitles', async () => {
  await world.sql(
    `INSERT INTO subtitles (id, content_id, environment_id, created_at)
     SELECT gen_random_uuid(), $1, environment_id, now() FROM contents, generate_series(1, 100) WHERE id = $1`,
    [id],
  )
  expect(await upload(srt('x'))).toMatchObject({ status: 409, body: { type: '/problems/subtitle-limit' } })
})
