// Slow: loads the models of all engines, and waits for servers that hang.
import type { ServerResponse } from 'node:http'
import type { Engine, EngineId } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInstalled } from '../../../platform/ffmpeg/index.ts'
import type { Client } from '../../../testing/client.ts'
import { type ChatServer, completes, openChatServer } from '../../../testing/intelligence/chat-server.ts'
import { openSpeechServer, type SpeechServer } from '../../../testing/intelligence/speech-server.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Client
let speech: SpeechServer
let chat: ChatServer

beforeAll(async () => {
  speech = await openSpeechServer()
  chat = await openChatServer()
  const seconds = String(Math.ceil(patient(2)))
  const env = {
    STT_URL: speech.url,
    STT_KEY: speech.key,
    STT_TIMEOUT_S: seconds,
    LLM_URL: chat.url,
    LLM_KEY: chat.key,
    LLM_MODEL: 'writer-1',
    LLM_TIMEOUT_S: seconds,
  }
  world = await openWorld({ env })
  owner = world.owner
})
afterAll(async () => {
  await world.end()
  await Promise.all([speech.close(), chat.close()])
  expect([...speech.faults, ...chat.faults]).toEqual([])
})

/** Tests an engine. @returns the end of the test */
async function test(engine: EngineId): Promise<Engine['test']> {
  const asked = await owner.call('testEngine', { params: { engine } })
  expect(asked.test?.status).toMatch(/waiting|running/)
  return eventually(async () => {
    const { items } = await owner.call('listEngines', {})
    const found = items.find(({ id }) => id === engine)?.test ?? null
    expect(found?.status).toMatch(/works|failed/)
    return found
  })
}

const json = (response: ServerResponse, body: unknown) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** The words of the sample, one each third of a second. */
function spoken(text: string, fromS: number) {
  const words = text.split(' ').map((word, n) => {
    const start = fromS + n * 0.3
    return { word, start, end: start + 0.3 }
  })
  return { text, language: 'english', words }
}

const sentence = 'The weather will be sunny on Friday.'

describe('the test of an engine', () => {
  it.each<EngineId>(['silero', 'tesseract', 'human', 'meaning'])('says that %s works', async (engine) => {
    expect(await test(engine)).toMatchObject({
      status: 'works',
      reason: null,
      version: expect.stringMatching(/\d/),
      took: expect.any(Number),
      requestedBy: expect.stringMatching(/./),
      endedAt: expect.any(String),
    })
  })

  it('says whether PocketSphinx is installed, and what it heard', async () => {
    const isThere = await isInstalled('pocketsphinx_continuous')
    expect(await test('pocketsphinx')).toMatchObject(
      isThere
        ? { status: 'works', version: '0.8', detail: expect.stringContaining('weather') }
        : { status: 'failed', reason: 'engine-missing' },
    )
  })

  it.each<[string, (response: ServerResponse) => void, object]>([
    ['works', (response) => json(response, spoken(sentence, 1)), { status: 'works', detail: sentence }],
    [
      'hears something else',
      (response) => json(response, spoken('Thanks for watching', 1)),
      { status: 'failed', reason: 'sample-missed', detail: 'Thanks for watching' },
    ],
    [
      'hears the words at other times',
      (response) => json(response, spoken(sentence, 0)),
      { status: 'failed', reason: 'sample-missed' },
    ],
    [
      'says times after the end',
      (response) => json(response, spoken(sentence, 60)),
      { status: 'failed', reason: 'engine-answer-invalid' },
    ],
    [
      'refuses the key',
      (response) => void response.writeHead(401).end(),
      { status: 'failed', reason: 'engine-refused', detail: 'status 401' },
    ],
    [
      'breaks the connection',
      (response) => response.destroy(),
      { status: 'failed', reason: 'engine-unreachable' },
    ],
    [
      'hangs',
      (response) => void response.writeHead(200).write('{"text"'),
      { status: 'failed', reason: 'engine-stalled' },
    ],
  ])('of a speech server that %s says so', async (_what, reply, wanted) => {
    speech.reply((_heard, response) => reply(response))
    expect(await test('speech-server')).toMatchObject(wanted)
  })

  it.each<[string, (response: ServerResponse) => void, object]>([
    [
      'works',
      (response) =>
        completes(
          response,
          JSON.stringify({
            title: 'A second crane',
            description: [{ text: 'A second crane for ships starts to work.', sentences: [1] }],
            tags: ['harbour'],
            chapters: [],
          }),
        ),
      { status: 'works', detail: 'A second crane' },
    ],
    [
      'lies',
      (response) => completes(response, 'pizza'),
      { status: 'failed', reason: 'engine-answer-invalid' },
    ],
    [
      'hangs',
      (response) => void response.writeHead(200).write('{"choices": ['),
      { status: 'failed', reason: 'engine-stalled' },
    ],
  ])('of a language model that %s says so', async (_what, reply, wanted) => {
    chat.reply((_asked, response) => reply(response))
    expect(await test('language-model')).toMatchObject(wanted)
  })

  it('goes on if it is asked for again, and belongs to one environment', async () => {
    const held: ServerResponse[] = []
    speech.reply((_heard, response) => void held.push(response))
    const params = { engine: 'speech-server' } as const
    const { test: first } = await owner.call('testEngine', { params })
    const { test: second } = await owner.call('testEngine', { params })
    expect(second?.requestedAt).toBe(first?.requestedAt)
    await eventually(() => expect(held).toHaveLength(1))
    const { items } = await world.stranger.call('listEngines', {})
    expect(items.every((each) => each.test === null)).toBe(true)
    for (const response of held) json(response, spoken(sentence, 1))
  })

  it('runs once if several people ask for the first one', async () => {
    const ask = () => world.stranger.call('testEngine', { params: { engine: 'silero' } })
    const asked = await Promise.all([ask(), ask(), ask(), ask()])
    expect(new Set(asked.map((each) => each.test?.requestedAt)).size).toBe(1)
  })

  it('needs the right to change videos, as an analysis does', async () => {
    const member = await world.member(JSON.stringify({ Videos: { Video: { read: true } } }))
    expect((await member.call('listEngines', {})).items.length).toBeGreaterThan(4)
    await expect(member.call('testEngine', { params: { engine: 'silero' } })).rejects.toThrow('forbidden')
  })
})
