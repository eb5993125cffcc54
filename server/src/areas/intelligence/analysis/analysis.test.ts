import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, contentWhen, replaceFile, uploadFile } from '../../../testing/client.ts'
import { makeClip } from '../../../testing/clips.ts'
import { writeToneModel } from '../../../testing/intelligence/tone-model.ts'
import { retryAtOnce, skipImages } from '../../../testing/jobs/job-triggers.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { newTranscript } from '../../../testing/transcripts.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { pocketsphinx } from '../transcripts/pocketsphinx.ts'

let world: World
let owner: Client
let models: string
/** The folder of a speech model of French and German, as the settings have it. */
let model: string
/** A video in which somebody speaks. */
let spokenId: string

beforeAll(async () => {
  models = await mkdtemp(join(tmpdir(), 'kinora-models-'))
  model = await writeToneModel(join(models, 'tones'))
  world = await openWorld({ env: { STT_MODEL_DIR: model, STT_MODEL_LANGUAGES: 'fr,de' } })
  owner = world.owner
  await skipImages(world.sql)
  await retryAtOnce(world.sql)
  const { id } = await uploadFile(owner, await makeClip(join(world.folder, 'spoken.mp4'), ...spoken))
  await contentWhen(owner, id, ({ playable }) => playable)
  spokenId = id
})
afterAll(async () => {
  await world.end()
  await rm(models, { recursive: true })
})

const said = 'the weather will be sunny on friday'

/** Two seconds of silence, a sentence, and music; a cut after three seconds. */
const spoken = (
  `-f lavfi -i testsrc2=s=320x180:r=25:d=3 -f lavfi -i mandelbrot=s=320x180:r=25 -f lavfi -i flite=voice=slt:text='${said.replaceAll(' ', '~')}' ` +
  '-f lavfi -i sine=f=440:r=16000:d=3 -filter_complex ' +
  '[1]trim=0:6,setpts=PTS-STARTPTS[m];[0][m]concat=n=2[v];anullsrc=r=16000:cl=mono,atrim=0:2[s];[2]aresample=16000[w];[s][w][3]concat=n=3:v=0:a=1[a] ' +
  '-map [v] -map [a] -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -shortest'
)
  .split(' ')
  .map((word) => word.replaceAll('~', ' '))

async function analyzed(id: string) {
  return eventually(async () => {
    const analysis = await owner.call('getAnalysis', { params: { id } })
    expect(analysis.parts.map(({ status }) => status)).not.toContain('waiting')
    expect(analysis.parts.map(({ status }) => status)).not.toContain('running')
    return analysis
  })
}

describe('an analysis', () => {
  it('finds cuts, speech and words with their times', async () => {
    const id = spokenId
    const first = await owner.call('analyzeContent', { params: { id }, body: {} })
    expect(first.parts.map(({ part }) => part)).toEqual(['shots', 'audio', 'speech', 'text', 'pictures'])
    const { parts, scenes, audio } = await analyzed(id)
    const stateOf = (part: string) => parts.find((each) => each.part === part)
    expect(stateOf('shots')).toMatchObject({ status: 'ready', progress: 1, quality: 'good', reason: null })

    const shots = scenes?.flatMap((scene) => scene.shots) ?? []
    expect(shots.map(({ start }) => start)).toEqual([0, 3])
    expect(shots[1]?.still).toBeGreaterThan(3)

    expect(stateOf('audio')).toMatchObject({ status: 'ready', engine: { name: 'Silero VAD', version: '5' } })
    expect(audio?.speech).toHaveLength(1)
    expect(audio?.speech[0]?.start).toBeCloseTo(2.1, 0)
    expect(audio?.silence[0]?.start).toBe(0)
    expect(audio?.levels[0]).toBe(-90)

    if (!(await pocketsphinx.isInstalled())) {
      expect(stateOf('speech')).toMatchObject({ status: 'unavailable', reason: 'engine-missing' })
      return
    }
    expect(stateOf('speech')).toMatchObject({ status: 'ready', quality: 'draft', language: 'en' })
    const transcript = await owner.call('getTranscript', { params: { id } })
    const words = transcript.sentences.flatMap((sentence) => sentence.words)
    expect(said.split(' ').filter((word) => words.some(({ text }) => text === word)).length).toBeGreaterThan(
      4,
    )
    expect(words[0]?.start).toBeGreaterThan(1.9)
    expect(words.at(-1)?.end).toBeLessThan((audio?.speech[0]?.end ?? 0) + 0.2)
    const scene = await owner.call('getScene', { params: { id, sceneId: scenes?.[0]?.id ?? '' } })
    expect(scene.speech).toBe(transcript.sentences[0]?.text)
    expect(scene.silenceShare).toBeGreaterThan(0.5)
    expect(scene.loudness).toBeLessThan(-20)
  })

  it('writes down speech with a speech model of this machine, or says that it failed', async () => {
    const transcribed = async (language: string) => {
      await owner.call('analyzeContent', { params: { id: spokenId }, body: { parts: ['speech'], language } })
      return (await analyzed(spokenId)).parts.find(({ part }) => part === 'speech')
    }
    expect(await transcribed('fr')).toMatchObject({
      status: 'ready',
      quality: 'good',
      engine: { name: 'tones' },
    })
    const { sentences } = await owner.call('getTranscript', { params: { id: spokenId } })
    const words = sentences.flatMap((sentence) => sentence.words)
    expect(new Set(words.map(({ text }) => text))).toContain('low')
    expect(words[0]?.start).toBeGreaterThan(1.9)
    await writeFile(join(model, 'tokens.txt'), 'none')
    expect(await transcribed('de')).toMatchObject({ status: 'failed', reason: 'engine-failed' })
    await rm(join(model, 'tokens.txt'))
    expect(await transcribed('de')).toMatchObject({ status: 'unavailable', reason: 'engine-missing' })
  })

  it('keeps what people changed when the video is analyzed again', async () => {
    const video = async () => (await world.copyVideo()).id
    const { contentId: id, sentenceId: sentence } = await newTranscript({ owner, sql: world.sql, video })
    await world.sql(
      `INSERT INTO transcript_sentences (id, environment_id, content_id, start_ms, end_ms, text, words)
       VALUES ($1, $2, $3, 2000, 2500, 'noise', '[[2000,2500,"noise",0.1]]')`,
      [randomUUID(), owner.environmentId, id],
    )
    const changed = await owner.call('updateTranscript', {
      params: { id },
      body: { sentences: [{ id: sentence, text: 'Good morning, all', speaker: 'Anna' }] },
    })
    expect(changed.sentences[0]).toMatchObject({
      speaker: 'Anna',
      isEdited: true,
      words: [
        { start: 0, end: 0.3, text: 'Good', confidence: 0.9 },
        { start: 0.3, end: 0.6, text: 'morning,', confidence: null },
        { start: 0.6, end: 0.9, text: 'all', confidence: 0.8 },
      ],
    })
    await owner.call('analyzeContent', { params: { id }, body: { parts: ['speech'] } })
    const { parts } = await analyzed(id)
    const { sentences } = await owner.call('getTranscript', { params: { id } })
    const isInstalled = await pocketsphinx.isInstalled()
    expect(parts[0]?.status).toBe(isInstalled ? 'ready' : 'unavailable')
    // The tone of the video is no speech.
    expect(sentences.map(({ text }) => text)).toEqual(
      isInstalled ? ['Good morning, all'] : ['Good morning, all', 'noise'],
    )
  })

  it('says why a part is not possible', async () => {
    const { id } = await world.copyVideo()
    await owner.call('analyzeContent', { params: { id }, body: { parts: ['speech'], language: 'hi' } })
    expect((await analyzed(id)).parts).toMatchObject([
      { part: 'speech', status: 'unavailable', reason: 'language-unsupported', language: 'hi' },
    ])
  })

  it('is not shown of a file that was replaced, unlike what people made or changed', async () => {
    const file = await makeClip(
      join(world.folder, 'next.mp4'),
      ...'-f lavfi -i color=s=64x64:r=5:d=1'.split(' '),
    )
    const video = async () => (await world.copyVideo()).id
    const stored = () => newTranscript({ owner, sql: world.sql, video })
    const [{ contentId: id }, subtitled, corrected] = [await stored(), await stored(), await stored()]
    await owner.call('updateTranscript', {
      params: { id: corrected.contentId },
      body: { sentences: [{ id: corrected.sentenceId, text: 'Good morning all' }] },
    })
    await world.sql("UPDATE transcripts SET engine = 'Subtitles' WHERE content_id = $1", [
      subtitled.contentId,
    ])
    await owner.call('createAiClip', { params: { id }, body: { start: 0, end: 0.9, title: 'Goal' } })
    await owner.call('analyzeContent', { params: { id }, body: { parts: ['shots'] } })
    await analyzed(id)
    for (const each of [subtitled.contentId, corrected.contentId, id]) {
      await replaceFile(owner, each, file)
      await contentWhen(owner, each, ({ reencode }) => reencode?.status !== 'running')
    }
    await eventually(async () =>
      expect(await owner.call('getAnalysis', { params: { id } })).toMatchObject({
        parts: [],
        scenes: null,
        transcript: null,
      }),
    )
    expect((await owner.call('listAiClips', { params: { id }, query: {} })).totalItems).toBe(1)
    for (const { contentId } of [subtitled, corrected]) {
      const { sentences } = await owner.call('getTranscript', { params: { id: contentId } })
      expect(sentences).toHaveLength(1)
    }
  })

  it('is deleted with the video', async () => {
    const { id } = await world.copyVideo()
    await owner.call('analyzeContent', { params: { id }, body: { parts: ['shots'] } })
    await analyzed(id)
    await owner.call('deleteContent', { params: { id }, query: { permanently: true } })
    await eventually(async () => {
      const rows = await world.sql('SELECT FROM analysis_shots WHERE content_id = $1', [id])
      expect(rows).toHaveLength(0)
    })
  })
})
