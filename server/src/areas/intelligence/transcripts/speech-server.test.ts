// Slow: waits three times for a server that stops in its answer.
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { AnalysisPartState } from '@kinora/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, contentWhen, uploadFile } from '../../../testing/client.ts'
import { makeClip } from '../../../testing/clips.ts'
import {
  openSpeechServer,
  type SpeechServer,
  spokenWords,
} from '../../../testing/intelligence/speech-server.ts'
import { retryAtOnce, skipImages } from '../../../testing/jobs/job-triggers.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Client
let server: SpeechServer
let id: string

const sentence = "flite=voice=slt:text='the weather will be sunny on friday'"
/** Two sentences, which are too far from each other for one piece. */
const spoken = (
  '-f lavfi -i testsrc2=s=160x90:r=5:d=32 -f lavfi -i SENTENCE -filter_complex ' +
  '[1]aresample=16000,asplit[a][b];[a]adelay=1000[c];[b]adelay=28000,apad=whole_dur=32[d];[c][d]amix=inputs=2:normalize=0[m] ' +
  '-map 0:v -map [m] -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -t 32'
)
  .split(' ')
  .map((arg) => (arg === 'SENTENCE' ? sentence : arg))

beforeAll(async () => {
  server = await openSpeechServer()
  const env = { STT_URL: server.url, STT_KEY: server.key, STT_TIMEOUT_S: String(Math.ceil(patient(3))) }
  world = await openWorld({ env })
  owner = world.owner
  await skipImages(world.sql)
  await retryAtOnce(world.sql)
  const video = await uploadFile(owner, await makeClip(join(world.folder, 'spoken.mp4'), ...spoken))
  await contentWhen(owner, video.id, ({ playable }) => playable)
  id = video.id
})
afterAll(async () => {
  await world.end()
  await server.close()
})
beforeEach(() => {
  server.heard.length = 0
})

/** Analyzes the speech. @returns the state in which it ends */
async function transcribe(language = 'hi'): Promise<AnalysisPartState | undefined> {
  await owner.call('analyzeContent', { params: { id }, body: { parts: ['speech'], language } })
  return eventually(async () => {
    const [part] = (await owner.call('getAnalysis', { params: { id } })).parts
    expect(part?.status).not.toMatch(/waiting|running/)
    return part
  })
}

const meteredMs = async () => {
  const [row] = await world.sql(
    "SELECT coalesce(sum(quantity), 0)::int AS ms FROM usage_records WHERE meter = 'transcripts' AND object_id = $1",
    [id],
  )
  return Number(row?.ms)
}

const json = (response: ServerResponse, body: unknown) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const hindi = 'मौसम शुक्रवार को अच्छा रहेगा।'
const right = { text: hindi, language: 'hindi', words: spokenWords(hindi, 0.3) }

describe('a speech server', () => {
  it('writes transcripts in its languages, with times of the video', async () => {
    server.reply((_heard, response) => json(response, right))
    expect(await transcribe()).toMatchObject({
      status: 'ready',
      quality: 'good',
      language: 'hi',
      engine: { name: 'whisper-1' },
    })
    const { sentences } = await owner.call('getTranscript', { params: { id } })
    expect(sentences.map(({ text }) => text)).toEqual([hindi, hindi])
    // A piece begins 0.2 s before the speech, which follows after 1 s and 28 s.
    expect(sentences[0]?.start).toBeGreaterThan(0.9)
    expect(sentences[0]?.start).toBeLessThan(1.5)
    expect(sentences[1]?.words[2]?.start).toBeCloseTo((sentences[0]?.words[2]?.start ?? 0) + 27, 0)
    expect(server.faults).toEqual([])
    expect(server.heard.map(({ language }) => language)).toEqual(['hi', 'hi'])
    expect(server.heard[0]?.durationS).toBeLessThan(4)
    const heardMs = server.heard.reduce((sum, { durationS }) => sum + durationS * 1000, 0)
    expect(Math.abs((await meteredMs()) - heardMs)).toBeLessThan(20)
  })

  it('is asked again only for what is missing', async () => {
    const once = await meteredMs()
    let replies = 0
    server.reply((_heard, response) => {
      replies += 1
      if (replies === 2) response.writeHead(503).end()
      else json(response, right)
    })
    expect(await transcribe()).toMatchObject({ status: 'ready', reason: null })
    expect(server.heard).toHaveLength(3)
    // A piece that failed is metered once, when it succeeds.
    expect(await meteredMs()).toBe(2 * once)
    const { sentences } = await owner.call('getTranscript', { params: { id } })
    expect(sentences).toHaveLength(2)
  })

  const lies = { ...right, words: spokenWords(hindi, 100) }
  const english = { text: 'x', language: 'english', words: spokenWords('sunny', 0.3) }
  it.each<[string, string, (response: ServerResponse) => void]>([
    ['breaks the connection', 'engine-unreachable', (response) => response.destroy()],
    [
      'stops in its answer',
      'engine-unreachable',
      (response) => void response.writeHead(200).write('{"text"'),
    ],
    ['refuses the format', 'engine-refused', (response) => void response.writeHead(400).end()],
    ['redirects', 'engine-unreachable', (response) => void response.writeHead(307, { location: '/' }).end()],
    ['answers a page', 'engine-answer-invalid', (response) => void response.end('<html>')],
    ['answers without times', 'engine-answer-invalid', (response) => json(response, { text: hindi })],
    ['answers times after the end', 'engine-answer-invalid', (response) => json(response, lies)],
    ['answers another language', 'engine-answer-invalid', (response) => json(response, english)],
  ])('that %s leaves the state "%s" after three attempts', async (_what, reason, reply) => {
    server.reply((_heard, response) => reply(response))
    expect(await transcribe()).toMatchObject({ status: 'failed', reason })
    expect(server.heard).toHaveLength(3)
    // The transcript of the earlier run stays.
    const { sentences } = await owner.call('getTranscript', { params: { id } })
    expect(sentences.map(({ text }) => text)).toEqual([hindi, hindi])
  })

  it('is not asked further once subtitles are published', async () => {
    await world.sql('DELETE FROM transcripts WHERE content_id = $1', [id])
    const held: ServerResponse[] = []
    server.reply((_heard, response) => void held.push(response))
    const ended = transcribe()
    await eventually(() => expect(held).toHaveLength(1))
    const text = '1\n00:00:00,000 --> 00:00:00,500\nनमस्ते\n'
    const body = { name: 'Subtitles', languageCode: 'hi', text }
    const subtitle = await owner.call('createSubtitle', { params: { id }, body })
    const publication = { draftsToPublish: [subtitle.id], subtitlesToDelete: [] }
    await owner.call('publishSubtitles', { params: { id }, body: publication })
    const spoken = () => owner.call('getTranscript', { params: { id } })
    await eventually(async () => expect(await spoken()).toMatchObject({ engine: 'Subtitles' }))
    server.reply((_heard, response) => json(response, right))
    for (const response of held) json(response, right)
    expect(await ended).toMatchObject({ status: 'ready', engine: { name: 'Subtitles' } })
    expect((await spoken()).sentences.map((sentence) => sentence.text)).toEqual(['नमस्ते'])
    expect(server.heard).toHaveLength(held.length)
  })

  it('is listed with the host that audio is sent to', async () => {
    const { items } = await owner.call('listEngines', {})
    expect(items[0]).toEqual({
      id: 'speech-server',
      task: 'speech',
      name: 'whisper-1',
      version: '',
      quality: 'good',
      languages: null,
      isReady: true,
      sendsTo: new URL(server.url).host,
      test: null,
    })
    expect(items[1]).toMatchObject({ name: 'PocketSphinx', languages: ['en'], sendsTo: null })
  })
})
