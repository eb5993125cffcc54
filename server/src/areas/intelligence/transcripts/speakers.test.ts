import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, contentWhen, uploadFile } from '../../../testing/client.ts'
import { makeClip } from '../../../testing/clips.ts'
import { openSpeechServer, type SpeechServer } from '../../../testing/intelligence/speech-server.ts'
import { skipImages } from '../../../testing/jobs/job-triggers.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Client
let server: SpeechServer

beforeAll(async () => {
  server = await openSpeechServer()
  const env = { STT_URL: server.url, STT_KEY: server.key, STT_FORMAT: 'diarized_json' }
  world = await openWorld({ env })
  owner = world.owner
  await skipImages(world.sql)
})
afterAll(async () => {
  await world.end()
  await server.close()
  expect(server.faults).toEqual([])
})

it('names the speakers that a speech server distinguishes, in one piece of a short video', async () => {
  const spoken =
    '-f lavfi -i testsrc2=s=160x90:r=5:d=34 -f lavfi -i SENTENCE -filter_complex ' +
    '[1]aresample=16000,asplit[a][b];[a]adelay=1000[c];[b]adelay=28000,apad=whole_dur=34[d];[c][d]amix=inputs=2:normalize=0[m] ' +
    '-map 0:v -map [m] -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -t 34'
  const sentence = "flite=voice=slt:text='the weather will be sunny on friday'"
  const args = spoken.split(' ').map((arg) => (arg === 'SENTENCE' ? sentence : arg))
  const { id } = await uploadFile(owner, await makeClip(join(world.folder, 'two.mp4'), ...args))
  await contentWhen(owner, id, ({ playable }) => playable)
  // The piece begins 0.2 s before the first sentence; the second one follows 27 s later.
  const segments = [
    { speaker: 'A', text: 'Will it rain?', start: 0.3, end: 1.2 },
    { speaker: 'B', text: 'Sunny on Friday.', start: 1.3, end: 2 },
    { speaker: 'A', text: 'Thank you.', start: 27.5, end: 28.5 },
  ]
  const text = segments.map((segment) => segment.text).join(' ')
  server.reply(
    (_heard, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ text, segments })),
  )
  await owner.call('analyzeContent', { params: { id }, body: { parts: ['speech'], language: 'en' } })
  await eventually(async () => {
    const [part] = (await owner.call('getAnalysis', { params: { id } })).parts
    expect(part).toMatchObject({ status: 'ready', reason: null })
  })
  expect(server.heard).toHaveLength(1)
  const { sentences } = await owner.call('getTranscript', { params: { id } })
  expect(sentences.map((each) => [each.speaker, each.text])).toEqual([
    ['S1', 'Will it rain?'],
    ['S2', 'Sunny on Friday.'],
    ['S1', 'Thank you.'],
  ])
})
