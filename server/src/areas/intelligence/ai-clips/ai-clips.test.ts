import { randomUUID } from 'node:crypto'
import type { AiClip } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, contentWhen, isSettled } from '../../../testing/client.ts'
import { skipImages } from '../../../testing/jobs/job-triggers.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { newTranscript } from '../../../testing/transcripts.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Client

beforeAll(async () => {
  world = await openWorld()
  owner = world.owner
  await skipImages(world.sql)
})
afterAll(() => world.end())

const lines = [
  'why does the new bridge over the river cost forty million',
  'the bridge carries trains and the trains cross the river each day',
  'and so the engineers built the bridge with steel from the river port',
  'the weather for the weekend will be dry with some wind from the west',
  'farmers hope for rain because the harvest needs rain in this season',
  'the harvest of rice was small because the rain came late',
]

/** A video of two minutes with a transcript: sentences of 9 s with a pause of a second. */
async function talk(): Promise<string> {
  const video = async () => (await world.copyVideo()).id
  const { contentId } = await newTranscript({ owner, sql: world.sql, video })
  await world.sql('UPDATE contents SET duration_s = 120 WHERE id = $1', [contentId])
  for (const [n, line] of [...lines, ...lines].entries()) {
    if (n > 10) break
    const texts = line.split(' ')
    const startMs = 2000 + n * 10_000
    const words = texts.map((text, at) => {
      const from = startMs + Math.round((at * 9000) / texts.length)
      return [from, startMs + Math.round(((at + 1) * 9000) / texts.length), text, 0.9]
    })
    await world.sql(
      `INSERT INTO transcript_sentences (id, environment_id, content_id, start_ms, end_ms, text, words)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [randomUUID(), owner.environmentId, contentId, startMs, startMs + 9000, line, JSON.stringify(words)],
    )
  }
  return contentId
}

const suggest = async (id: string, body = {}) =>
  (await owner.call('suggestAiClips', { params: { id }, body: { length: 20, count: 4, ...body } })).items

const list = (id: string, query = {}) => owner.call('listAiClips', { params: { id }, query })

const overlap = (one: AiClip, other: AiClip) =>
  (Math.min(one.end, other.end) - Math.max(one.start, other.start)) /
  Math.min(one.end - one.start, other.end - other.start)

const typesOf = async (clipId: string) =>
  (await world.sql('SELECT type FROM outbox WHERE object_id = $1 ORDER BY created_at, id', [clipId])).map(
    ({ type }) => type,
  )

describe('suggestions', () => {
  it('are whole sentences between pauses, each with its reasons', async () => {
    const id = await talk()
    const items = await suggest(id)
    expect(items.length).toBeGreaterThan(1)
    for (const clip of items) {
      expect(clip.strength).toBeGreaterThan(0)
      expect(clip.reasons.length).toBeGreaterThan(0)
      expect(clip.parts.map(({ name }) => name)).toContain('keywords')
      // Sentences start at 2, 12, 22, … s and end 9 s later.
      expect((clip.start + 0.15) % 10).toBeCloseTo(2, 3)
      expect(clip.end % 10).toBeCloseTo(1.25, 3)
      const sentences = (clip.end - clip.start + 0.6) / 10
      expect(clip.text.split(' ').length).toBeGreaterThan(9 * Math.round(sentences))
    }
    for (const [n, one] of items.entries())
      for (const other of items.slice(n + 1)) expect(overlap(one, other)).toBeLessThanOrEqual(0.3)
    const { items: listed, counts, basis, totalItems } = await list(id)
    expect(listed.map((clip) => clip.id)).toEqual(items.map((clip) => clip.id))
    expect({ counts, basis, totalItems }).toEqual({
      counts: { suggested: items.length, highlight: 0, archived: 0 },
      basis: 'words',
      totalItems: items.length,
    })
    expect(await typesOf(items[0]?.id ?? '')).toEqual(['video.ai_clip.created'])
  })

  it('replace earlier ones, but nothing that a person kept', async () => {
    const id = await talk()
    const first = await suggest(id)
    const [highlight, renamed, archived] = first
    if (!highlight || !renamed || !archived) throw new Error('too few suggestions')
    await owner.call('highlightAiClip', { params: { id, clipId: highlight.id } })
    await owner.call('archiveAiClip', { params: { id, clipId: archived.id } })
    await owner.call('updateAiClip', { params: { id, clipId: renamed.id }, body: { title: 'The bridge' } })
    const own = await owner.call('createAiClip', {
      params: { id },
      body: { start: 110, end: 119, title: 'By hand' },
    })
    const second = await suggest(id, { count: 9 })
    const { items, counts } = await list(id)
    expect(items[0]).toMatchObject({ id: own.id, strength: null, createdBy: expect.any(String) })
    const kept = [highlight.id, renamed.id, archived.id, own.id]
    expect(new Set(items.map((clip) => clip.id))).toEqual(
      new Set([...kept, ...second.map((clip) => clip.id)]),
    )
    expect(counts).toMatchObject({ highlight: 1, archived: 1 })
    for (const clip of second)
      for (const other of items)
        if (other.id !== clip.id) expect(overlap(clip, other)).toBeLessThanOrEqual(0.3)
    const listed = await list(id, { state: 'archived' })
    expect(listed.items.map((clip) => clip.id)).toEqual([archived.id])
  })

  it('use audio and cuts without a transcript, and say so', async () => {
    const { id } = await world.copyVideo()
    await expect(suggest(id)).rejects.toThrow('not-analyzed')
    expect((await list(id)).basis).toBeNull()
    await world.sql('UPDATE contents SET duration_s = 60 WHERE id = $1', [id])
    await world.sql('INSERT INTO analysis_audio VALUES ($1, $2, $3, $4, $5)', [
      id,
      owner.environmentId,
      '[[20000,30000]]',
      '[]',
      JSON.stringify(Array.from({ length: 60 }, (_, second) => (second > 19 && second < 31 ? -10 : -40))),
    ])
    const [clip] = await suggest(id)
    expect(clip).toMatchObject({ title: null, text: '' })
    expect(clip?.reasons.map(({ name }) => name)).toContain('no-words')
    expect((await list(id)).basis).toBe('audio')
  })
})

describe('a clip', () => {
  it('is made and trimmed without cutting a word', async () => {
    const id = await talk()
    // The second sentence has twelve words of 750 ms from 12 s on.
    const body = { start: 12.4, end: 14.6, title: 'Trains' }
    const clip = await owner.call('createAiClip', { params: { id }, body })
    expect(clip).toMatchObject({ start: 12, end: 15, isEdited: false, text: 'the bridge carries trains' })
    const params = { id, clipId: clip.id }
    const trimmed = await owner.call('updateAiClip', { params, body: { start: 13.5, title: 'All trains' } })
    expect(trimmed).toMatchObject({ start: 13.5, end: 15, isEdited: true, title: 'All trains' })
    await owner.call('updateAiClip', { params, body: { start: 13.5 } })
    expect(await typesOf(clip.id)).toEqual(['video.ai_clip.created', 'video.ai_clip.updated'])
    const fault = (change: object) => owner.call('updateAiClip', { params, body: change })
    await expect(fault({ end: 130 })).rejects.toThrow('time-beyond-end')
    await expect(fault({ start: 125, end: 126 })).rejects.toThrow('time-beyond-end')
    await expect(fault({ end: 13.5 })).rejects.toThrow('request-invalid')
  })

  it('is a highlight, archived, and suggested again', async () => {
    const { id } = world.content
    const made = await owner.call('createAiClip', {
      params: { id },
      body: { start: 0, end: 0.5, title: 'Goal' },
    })
    const params = { id, clipId: made.id }
    const set = async (name: 'highlightAiClip' | 'archiveAiClip') =>
      (await owner.call(name, { params })).state
    expect(await set('highlightAiClip')).toBe('highlight')
    expect(await set('highlightAiClip')).toBe('highlight')
    expect(await set('archiveAiClip')).toBe('archived')
    const restored = await owner.call('updateAiClip', { params, body: { state: 'suggested' } })
    expect(restored).toMatchObject({ state: 'suggested', isEdited: false })
    expect(await typesOf(made.id)).toEqual([
      'video.ai_clip.created',
      'video.ai_clip.highlighted',
      'video.ai_clip.archived',
      'video.ai_clip.updated',
    ])
    const audit = await world.sql('SELECT action FROM audit_trail WHERE object_id = $1 ORDER BY created_at', [
      made.id,
    ])
    expect(audit).toHaveLength(4)
  })

  it('is published once, also by two requests at the same time', async () => {
    const { id } = await world.copyVideo()
    const body = { start: 0.1, end: 0.6, title: 'The goal' }
    const made = await owner.call('createAiClip', { params: { id }, body })
    const publish = () => owner.call('publishAiClip', { params: { id, clipId: made.id } })
    const [one, other] = await Promise.all([publish(), publish()])
    const videoId = one.publishedContentId ?? ''
    expect(other.publishedContentId).toBe(videoId)
    expect((await publish()).publishedContentId).toBe(videoId)
    const clips = await owner.call('listClips', { params: { id } })
    expect(clips.items.map((clip) => clip.id)).toEqual([videoId])
    const video = await contentWhen(owner, videoId, isSettled)
    expect(video).toMatchObject({
      title: 'The goal',
      status: 'ready',
      clipOf: { contentId: id, startTime: 0.1, endTime: 0.6 },
    })

    // The video of other times stays, and the clip can be published again.
    const params = { id, clipId: made.id }
    const trimmed = await owner.call('updateAiClip', { params, body: { end: 0.5 } })
    expect(trimmed.publishedContentId).toBeNull()
    const again = await publish()
    expect(again.publishedContentId).not.toBe(videoId)
    await owner.call('deleteContent', {
      params: { id: again.publishedContentId ?? '' },
      query: { permanently: true },
    })
    const read = async () => (await list(id)).items[0]?.publishedContentId
    await eventually(async () => expect(await read()).toBeNull())
    expect((await publish()).publishedContentId).not.toBeNull()
  })

  it('is cut from a recording too', async () => {
    const { id } = await world.copyVideo()
    await world.sql("UPDATE contents SET category = 'LiveRecording' WHERE id = $1", [id])
    const body = { start: '00:00:00', end: '00:00:00.500', title: 'Goal' }
    const made = await owner.call('createAiClip', { params: { id }, body })
    expect(made).toMatchObject({ start: 0, end: 0.5 })
    const { publishedContentId } = await owner.call('publishAiClip', { params: { id, clipId: made.id } })
    const video = await contentWhen(owner, publishedContentId ?? '', isSettled)
    expect(video).toMatchObject({ title: 'Goal', category: 'Video', clipOf: { contentId: id } })
  })

  it('is deleted with its video', async () => {
    const { id } = await world.copyVideo()
    await owner.call('createAiClip', { params: { id }, body: { start: 0, end: 0.5, title: 'Goal' } })
    await owner.call('deleteContent', { params: { id }, query: { permanently: true } })
    await eventually(async () => {
      expect(await world.sql('SELECT FROM ai_clips WHERE content_id = $1', [id])).toHaveLength(0)
    })
  })

  it('is read with the right to read videos, changed with the right to update, published with the right to create', async () => {
    const { id } = await world.copyVideo()
    const made = await owner.call('createAiClip', {
      params: { id },
      body: { start: 0, end: 0.5, title: 'Goal' },
    })
    const params = { id, clipId: made.id }
    const editor = await world.member(JSON.stringify({ Videos: { Video: { read: true, update: true } } }))
    expect((await editor.call('listAiClips', { params: { id } })).items).toHaveLength(1)
    await editor.call('highlightAiClip', { params })
    await expect(editor.call('publishAiClip', { params })).rejects.toThrow('forbidden')
    const reader = await world.member(JSON.stringify({ Videos: { Video: { read: true } } }))
    await expect(reader.call('archiveAiClip', { params })).rejects.toThrow('forbidden')
  })
})
