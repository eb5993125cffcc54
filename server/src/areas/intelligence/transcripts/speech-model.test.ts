import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SPEECH_RATE } from '@kinora/media'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeToneModel } from '../../../testing/intelligence/tone-model.ts'
import { findModel } from '../engines/speech-model/model-files.ts'
import { openRecognizer, type Recognizer } from '../engines/speech-model/recognizer.ts'
import { speechModel } from './speech-model.ts'

let folder: string
let model: string
let recognizer: Recognizer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-models-'))
  model = await writeToneModel(join(folder, 'tones'))
  recognizer = openRecognizer(model, 1000)
})
afterAll(async () => {
  recognizer.close()
  await rm(folder, { recursive: true })
})

/** Writes a second of silence and half a second of each tone with a second of silence after it. @returns the file */
async function writeTones(hertz: readonly number[]): Promise<string> {
  const seconds = hertz.length * 1.5 + 1
  const frequencyAt = (atS: number) => ((atS - 1) % 1.5 < 0.5 ? (hertz[Math.floor((atS - 1) / 1.5)] ?? 0) : 0)
  const samples = Int16Array.from({ length: seconds * SPEECH_RATE }, (_, n) => {
    const atS = n / SPEECH_RATE
    return atS < 1 ? 0 : 10_000 * Math.sin(2 * Math.PI * frequencyAt(atS) * atS)
  })
  await writeFile(join(folder, 'tones.raw'), Buffer.from(samples.buffer))
  return 'tones.raw'
}

async function heard(file: string, languages: string[] = [], language = 'en') {
  const transcriber = speechModel({ STT_MODEL_DIR: model, STT_MODEL_LANGUAGES: languages })
  const { signal } = new AbortController()
  const piece = { file, folder, startS: 0, durationS: 5.5, language, signal }
  return transcriber?.transcribe({ recognizer }, piece)
}

describe('a speech model', () => {
  it('writes down words with their times', async () => {
    const words = (await heard(await writeTones([400, 3000, 400]))) ?? []
    expect(words.some(({ text, startS }) => text === 'low' && Math.abs(startS - 1) < 0.1)).toBe(true)
    expect(words.some(({ text, startS }) => text === 'high' && Math.abs(startS - 2.5) < 0.1)).toBe(true)
    expect(words.every(({ startS, endS }) => endS >= startS && endS <= 5.5)).toBe(true)
  })

  it('writes nothing over silence', async () => {
    expect(await heard(await writeTones([0, 0, 0]))).toEqual([])
  })

  it('is refused in the script of another language', async () => {
    const tones = await writeTones(Array.from({ length: 12 }, () => 400))
    await expect(heard(tones, [], 'hi')).rejects.toThrow('wrong')
  })

  it('stops with its piece', async () => {
    const aborter = new AbortController()
    const transcriber = speechModel({ STT_MODEL_DIR: model, STT_MODEL_LANGUAGES: [] })
    const file = await writeTones([400])
    const piece = { file, folder, startS: 0, durationS: 2.5, language: 'en', signal: aborter.signal }
    const transcribing = transcriber?.transcribe({ recognizer }, piece)
    aborter.abort(new Error('the server stops'))
    await expect(transcribing).rejects.toThrow('the server stops')
    expect(await heard(file)).not.toEqual([])
  })
})

describe('the folder of a speech model', () => {
  async function found(...names: string[]) {
    const own = await mkdtemp(join(folder, 'model-'))
    for (const name of names) await writeFile(join(own, name), '')
    const files = await findModel(own)
    return typeof files === 'string'
      ? files.replace(own, 'here')
      : JSON.parse(JSON.stringify(files).replaceAll(own, ''))
  }

  it('has Whisper in two files, of which small ones are preferred', async () => {
    const names = [
      'tiny-encoder.onnx',
      'tiny-encoder.int8.onnx',
      'tiny-decoder.onnx',
      'tiny-decoder.int8.onnx',
    ]
    expect(await found(...names, 'tiny-tokens.txt')).toEqual({
      kind: 'whisper',
      encoder: '/tiny-encoder.int8.onnx',
      decoder: '/tiny-decoder.int8.onnx',
      tokens: '/tiny-tokens.txt',
    })
  })

  it('has transducers in three files, and others in one that says its type', async () => {
    const names = ['encoder.onnx', 'decoder.onnx', 'joiner.onnx', 'tokens.txt']
    expect(await found(...names)).toMatchObject({ kind: 'transducer', joiner: '/joiner.onnx' })
    expect(await findModel(model)).toMatchObject({ kind: 'nemoCtc' })
  })

  it('says what is missing or not known', async () => {
    expect(await found('model.onnx')).toBe('there is no tokens.txt in here')
    expect(await found('tokens.txt')).toBe('there is no model in here')
    expect(await found('model.onnx', 'tokens.txt')).toBe('models of the type "" are not known')
    const broken = join(folder, 'broken')
    await mkdir(broken)
    await writeFile(join(broken, 'tokens.txt'), '')
    await writeFile(join(broken, 'model.onnx'), Buffer.alloc(100, 0xff))
    expect(await findModel(broken)).toBe('models of the type "" are not known')
    expect(await findModel('/nowhere')).toBe('there is no folder /nowhere')
  })
})
