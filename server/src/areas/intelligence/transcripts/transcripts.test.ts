import type { TranscriptFormat } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { newTranscript } from '../../../testing/transcripts.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Client

beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
})
afterAll(() => world.end())

const video = async () => (await world.copyVideo()).id
const stored = () => newTranscript({ owner, sql: world.sql, video })

async function publish(contentId: string, languageCode: string, text: string) {
  const body = { name: 'Subtitles', languageCode, text }
  const { id } = await owner.call('createSubtitle', { params: { id: contentId }, body })
  await owner.call('publishSubtitles', {
    params: { id: contentId },
    body: { draftsToPublish: [id], subtitlesToDelete: [] },
  })
}

const spokenIn = async (id: string) =>
  (await owner.call('getTranscript', { params: { id } })).sentences.map(({ text }) => text)

describe('a transcript', () => {
  it('is downloaded as subtitles, as text and as JSON', async () => {
    const { contentId: id, sentenceId } = await stored()
    await owner.call('updateTranscript', {
      params: { id },
      body: { sentences: [{ id: sentenceId, speaker: 'Anna' }] },
    })
    const download = (format: TranscriptFormat) =>
      owner.try('downloadTranscript', { params: { id }, query: { format } })
    const { body, headers } = await download('srt')
    expect(body).toBe('1\n00:00:00,000 --> 00:00:01,000\ngood mourning all\n')
    expect(headers.get('content-type')).toBe('application/x-subrip; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename=.*\.srt/)
    expect((await download('vtt')).body).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n<v Anna>good mourning all</v>\n',
    )
    expect((await download('txt')).body).toBe('Anna: good mourning all\n')
    expect((await download('json')).body).toEqual(await owner.call('getTranscript', { params: { id } }))
  })

  it('has sentences that are split and merged, whose words keep their times', async () => {
    const { contentId: id, sentenceId } = await stored()
    const params = { id, sentenceId }
    const split = await owner.call('splitSentence', { params, body: { word: 2 } })
    expect(split.sentences).toMatchObject([
      { id: sentenceId, start: 0, end: 0.6, text: 'good mourning', isEdited: true },
      { start: 0.6, end: 0.9, text: 'all', words: [{ start: 0.6, end: 0.9, text: 'all', confidence: 0.8 }] },
    ])
    const beyond = await owner.try('splitSentence', { params, body: { word: 2 } })
    expect(beyond.body).toMatchObject({ type: '/problems/sentence-not-split' })
    const late = await owner.try('mergeSentence', { params, body: { basedOn: '2026-01-01T00:00:00.000Z' } })
    expect(late.body).toMatchObject({ type: '/problems/changed-since' })
    const last = { id, sentenceId: split.sentences[1]?.id ?? '' }
    await owner.call('updateTranscript', {
      params: { id },
      body: { sentences: [{ id: last.sentenceId, speaker: 'Anna' }] },
    })
    const merged = await owner.call('mergeSentence', { params, body: {} })
    expect(merged.sentences).toMatchObject([
      { id: sentenceId, start: 0, end: 0.9, text: 'good mourning all', speaker: 'Anna' },
    ])
    expect(merged.sentences[0]?.words).toHaveLength(3)
    expect((await owner.try('mergeSentence', { params: last, body: {} })).status).toBe(404)
    const found = await owner.call('searchMoments', { body: { phrase: 'good mourning all' } })
    expect(found.items.some(({ content }) => content.id === id)).toBe(true)
  })

  it('becomes a draft subtitle in its language', async () => {
    const { contentId: id } = await stored()
    const body = { name: 'English draft' }
    const draft = await owner.call('createSubtitleFromTranscript', { params: { id }, body })
    expect(draft).toMatchObject({
      status: 'draft',
      published: null,
      draft: { name: 'English draft', languageCode: 'en', cueCount: 1 },
    })
    const params = { id, subtitleId: draft.id }
    const { cues } = await owner.call('getSubtitle', { params, query: {} })
    expect(cues).toEqual([{ id: '', start: 0, end: 1, text: 'good mourning all', settings: {} }])
  })

  it('is made of published subtitles, in any language', async () => {
    const id = await video()
    await publish(
      id,
      'hi',
      '1\n00:00:00,000 --> 00:00:00,500\nनमस्ते। आप\n\n2\n00:00:00,500 --> 00:00:01,000\nकैसे हैं?\n',
    )
    await eventually(async () => {
      const { transcript } = await owner.call('getAnalysis', { params: { id } })
      expect(transcript).toMatchObject({ language: 'hi', quality: 'good', engine: 'Subtitles' })
    })
    expect(await spokenIn(id)).toEqual(['नमस्ते।', 'आप कैसे हैं?'])
    await publish(id, 'hi', '1\n00:00:00,000 --> 00:00:00,500\nअलविदा\n')
    await eventually(async () => expect(await spokenIn(id)).toEqual(['अलविदा']))
  })

  it('is replaced by published subtitles while it is a draft that nobody changed', async () => {
    const [draft, changed] = [await stored(), await stored()]
    await owner.call('updateTranscript', {
      params: { id: changed.contentId },
      body: { sentences: [{ id: changed.sentenceId, text: 'Good morning all' }] },
    })
    const text = '1\n00:00:00,000 --> 00:00:00,500\nBonjour\n'
    await publish(changed.contentId, 'fr', text)
    await publish(draft.contentId, 'fr', text)
    // Events are handled in order.
    await eventually(async () => expect(await spokenIn(draft.contentId)).toEqual(['Bonjour']))
    expect(await spokenIn(changed.contentId)).toEqual(['Good morning all'])
  })
})
