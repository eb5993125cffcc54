// Slow: loads the models of four scripts, which have a low priority.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  characterError,
  drawLowerThird,
  grayPicture,
  type LowerThird,
  letterStyles,
  lowerThirds,
} from '../../../testing/intelligence/lower-thirds.ts'
import { openTextReader, type TextReader } from './reader.ts'

const size = { width: 1280, height: 720 }
const person = ['-i', join(import.meta.dirname, '../engine-tests/samples/astronaut.jpg')]
const street = ['-f', 'lavfi', '-i', 'gradients=s=1280x720:c0=0x304050:c1=0x90a0b0:seed=3']
const languages = Object.keys(lowerThirds) as LowerThird[]
const styles = Object.keys(letterStyles) as (keyof typeof letterStyles)[]
const { signal } = new AbortController()
let folder: string
let reader: TextReader

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-text-'))
  reader = await openTextReader(size, signal)
})
afterAll(async () => {
  reader.close()
  await rm(folder, { recursive: true, force: true })
})

const read = (name: string) => reader.read({ file: join(folder, name), number: 0 })

describe('the reader of text in pictures', () => {
  it.each(languages)('reads lower thirds in %s, with their places', async (language) => {
    const wanted = lowerThirds[language].lines.join('\n')
    const errors: number[] = []
    for (const [n, style] of styles.entries()) {
      const filter = await drawLowerThird(folder, language, style)
      await grayPicture(folder, 'third.gray', n === 0 ? person : street, [filter])
      const lines = await read('third.gray')
      errors.push(characterError(wanted, lines.map(({ text }) => text).join('\n')))
      expect(new Set(lines.map((line) => line.language))).toEqual(new Set([language]))
      for (const { box, confidence } of lines) {
        expect(box.x).toBeCloseTo(80 / 1280, 1)
        expect(box.y).toBeGreaterThan(0.7)
        expect(box.y + box.height).toBeLessThan(0.95)
        expect(confidence).toBeGreaterThan(0.74)
      }
    }
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThanOrEqual(0.08)
  })

  it('invents nothing in pictures without text', async () => {
    const patterns = ['mandelbrot=s=1280x720', 'life=s=1280x720:r=10:mold=10:seed=2', 'smptebars=s=1280x720']
    const inputs = [person, street, ...patterns.map((pattern) => ['-f', 'lavfi', '-i', pattern])]
    for (const input of inputs) {
      await grayPicture(folder, 'plain.gray', input)
      expect(await read('plain.gray')).toEqual([])
    }
  })

  it('finds no picture after the last one', async () => {
    await writeFile(join(folder, 'short.gray'), Buffer.alloc(1000))
    expect(await read('short.gray')).toEqual([])
  })

  it('says how it failed, and stops with the job', async () => {
    await expect(read('missing.gray')).rejects.toMatchObject({ name: 'ReaderFailure', reason: 'crashed' })
    await expect(read('plain.gray')).rejects.toMatchObject({ reason: 'crashed' })
    await expect(openTextReader(size, signal, 1)).rejects.toMatchObject({ reason: 'stalled' })
    const stop = new AbortController()
    const stopped = openTextReader(size, stop.signal)
    stop.abort(new Error('the job was stopped'))
    await expect(stopped).rejects.toThrow('the job was stopped')
  })
})
