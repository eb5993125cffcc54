// Slow: analyzes a video again for each lie of a server.
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { AnalysisPartState } from '@kinora/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, contentWhen, uploadFile } from '../../../testing/client.ts'
import { makeClip } from '../../../testing/clips.ts'
import {
  type AnalysisTestServer,
  analysisId,
  json,
  openAnalysisServer,
} from '../../../testing/intelligence/analysis-server.ts'
import { spokenWords } from '../../../testing/intelligence/speech-server.ts'
import { retryAtOnce, skipImages } from '../../../testing/jobs/job-triggers.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Client
let server: AnalysisTestServer
let id: string

beforeAll(async () => {
  server = await openAnalysisServer()
  const env = {
    VIDEO_ANALYSIS_URL: server.url,
    VIDEO_ANALYSIS_KEY: server.key,
    VIDEO_ANALYSIS_POLL_S: '1',
  }
  world = await openWorld({ env })
  owner = world.owner
  await skipImages(world.sql)
  await retryAtOnce(world.sql)
  const sentence = "flite=voice=slt:text='the weather will be sunny on friday'"
  const spoken =
    '-f lavfi -i testsrc2=s=160x90:r=5:d=4 -f lavfi -i SENTENCE -filter_complex ' +
    '[1]aresample=16000,adelay=1000,apad=whole_dur=4[m] -map 0:v -map [m] -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -t 4'
  const args = spoken.split(' ').map((arg) => (arg === 'SENTENCE' ? sentence : arg))
  const video = await uploadFile(owner, await makeClip(join(world.folder, 'spoken.mp4'), ...args))
  await contentWhen(owner, video.id, ({ playable }) => playable)
  id = video.id
})
afterAll(async () => {
  await world.end()
  await server.close()
  expect(server.faults).toEqual([])
})
beforeEach(() => {
  server.asked.length = 0
})

type Part = 'speech' | 'text'

/** Analyzes parts. @returns the states in which they end */
async function analyze(parts: Part[], language = 'hi'): Promise<Record<Part, AnalysisPartState | undefined>> {
  await owner.call('analyzeContent', { params: { id }, body: { parts, language } })
  return eventually(async () => {
    const states = (await owner.call('getAnalysis', { params: { id } })).parts
    const stateOf = (part: Part) => states.find((each) => each.part === part)
    for (const part of parts) expect(stateOf(part)?.status).not.toMatch(/waiting|running/)
    return { speech: stateOf('speech'), text: stateOf('text') }
  })
}

const hindi = 'मौसम शुक्रवार को अच्छा रहेगा।'
const line = {
  text: 'शिक्षा मंत्री',
  language: 'hi',
  at: 1.5,
  confidence: 0.9,
  box: { x: 0.1, y: 0.8, width: 0.4, height: 0.1 },
}
const result = {
  status: 'ready',
  version: '2.1',
  transcript: { text: hindi, language: 'hindi', words: spokenWords(hindi, 1.1) },
  texts: [line],
}

describe('a server for video analysis', () => {
  it('gets the video once, and is asked until it has a result for all its parts', async () => {
    server.answer((response, question) => json(response, question < 3 ? { status: 'running' } : result))
    const states = await analyze(['speech', 'text'])
    const engine = { name: 'Video analysis', version: '2.1' }
    expect(states.speech).toMatchObject({ status: 'ready', quality: 'good', language: 'hi', engine })
    expect(states.text).toMatchObject({ status: 'ready', quality: 'good', engine })
    const { sentences } = await owner.call('getTranscript', { params: { id } })
    expect(sentences.map(({ text, start }) => [text, start])).toEqual([[hindi, 1.1]])
    const { texts } = await owner.call('getAnalysis', { params: { id } })
    expect(texts).toMatchObject([{ text: line.text, language: 'hi', box: line.box }])
    const [video, ...questions] = server.asked
    expect(video).toMatchObject({ kind: 'video', language: 'hi', parts: ['speech', 'text'] })
    expect(questions.length).toBeGreaterThanOrEqual(3)
    expect(questions.every((asked) => asked.kind === 'question' && asked.id === analysisId(1))).toBe(true)
  })

  it('that needs long for a video keeps no other video waiting', async () => {
    const { id: other } = await world.copyVideo()
    let isDone = false
    server.answer((response, _question, asked) =>
      json(response, asked === analysisId(1) && !isDone ? { status: 'running' } : result),
    )
    const stateOf = async (contentId: string) => {
      const { parts } = await owner.call('getAnalysis', { params: { id: contentId } })
      return parts.find(({ part }) => part === 'text')?.status
    }
    await owner.call('analyzeContent', { params: { id }, body: { parts: ['text'] } })
    await eventually(() => expect(server.asked.map(({ kind }) => kind)).toContain('question'))
    await owner.call('analyzeContent', { params: { id: other }, body: { parts: ['text'] } })
    await eventually(async () => expect(await stateOf(other)).toBe('ready'))
    expect(await stateOf(id)).toBe('running')
    isDone = true
    await eventually(async () => expect(await stateOf(id)).toBe('ready'))
  })

  it('may be away for a moment', async () => {
    server.answer((response, question) =>
      question === 1 ? void response.writeHead(503).end() : json(response, result),
    )
    expect((await analyze(['text'])).text).toMatchObject({ status: 'ready', reason: null })
  })

  const changed = (change: object) => (response: ServerResponse) => json(response, { ...result, ...change })
  const words = (fromS: number, text = hindi) => ({ transcript: { text, words: spokenWords(text, fromS) } })
  it.each<[string, string, Part, (response: ServerResponse) => void]>([
    ['has times after the end', 'engine-answer-invalid', 'speech', changed(words(60))],
    [
      'has another script',
      'engine-answer-invalid',
      'speech',
      changed(words(1, 'it will be sunny and warm on friday')),
    ],
    ['lacks the transcript', 'engine-answer-invalid', 'speech', changed({ transcript: null })],
    ['has text after the end', 'engine-answer-invalid', 'text', changed({ texts: [{ ...line, at: 90 }] })],
    [
      'has text outside of the picture',
      'engine-answer-invalid',
      'text',
      changed({ texts: [{ ...line, box: { ...line.box, x: 0.9 } }] }),
    ],
    ['is a page', 'engine-answer-invalid', 'text', (response) => void response.end('<html>')],
    ['says that it failed', 'engine-refused', 'text', (response) => json(response, { status: 'failed' })],
    ['is refused', 'engine-refused', 'text', (response) => void response.writeHead(404).end()],
  ])('whose result %s leaves the state "%s", and what was there', async (_what, reason, part, reply) => {
    server.answer(reply)
    expect((await analyze([part]))[part]).toMatchObject({ status: 'failed', reason })
    const { sentences } = await owner.call('getTranscript', { params: { id } })
    expect(sentences.map(({ text }) => text)).toEqual([hindi])
    expect((await owner.call('getAnalysis', { params: { id } })).texts).toHaveLength(1)
  })

  it('that takes no video fails only its parts', async () => {
    server.reply((_asked, response) => void response.writeHead(403).end())
    await owner.call('analyzeContent', { params: { id }, body: { parts: ['shots', 'text'] } })
    await eventually(async () => {
      const { parts } = await owner.call('getAnalysis', { params: { id } })
      const stateOf = (part: string) => parts.find((each) => each.part === part)
      expect(stateOf('text')).toMatchObject({ status: 'failed', reason: 'engine-refused' })
      expect(stateOf('shots')).toMatchObject({ status: 'ready' })
    })
  })

  it('is listed with the host that videos are sent to, and tested with a sample', async () => {
    const spoken = 'The weather will be sunny on Friday'
    const texts = [
      ['Evening news', 'en'],
      ['शिक्षा मंत्री', 'hi'],
      ['وزير التعليم', 'ar'],
      ['విద్యా శాఖ మంత్రి', 'te'],
    ].map(([text, language]) => ({ ...line, text, language }))
    const timed = spokenWords(spoken).map((word, n) => ({ ...word, start: 1 + n * 0.3, end: 1.3 + n * 0.3 }))
    const sample = { status: 'ready', transcript: { text: spoken, words: timed }, texts }
    server.answer((response) => json(response, sample))
    const engineState = async () => (await owner.call('listEngines', {})).items[0]
    expect(await engineState()).toMatchObject({ id: 'video-analysis', sendsTo: new URL(server.url).host })
    await owner.call('testEngine', { params: { engine: 'video-analysis' } })
    await eventually(async () => expect((await engineState())?.test).toMatchObject({ status: 'works' }))
    server.answer((response) => json(response, { ...sample, texts: [] }))
    await owner.call('testEngine', { params: { engine: 'video-analysis' } })
    await eventually(async () =>
      expect((await engineState())?.test).toMatchObject({ status: 'failed', reason: 'sample-missed' }),
    )
  })

  it('is in the state of the process', async () => {
    const ready = await (await fetch(`${world.kinora.url}/readyz`)).text()
    expect(ready).toContain(new URL(server.url).host)
    expect(ready).not.toContain(server.key)
  })
})
