import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { detectFfmpeg, type Ffmpeg } from '../../../platform/ffmpeg/index.ts'
import { pocketsphinx } from './pocketsphinx.ts'

const run = promisify(execFile)
const folder = join(tmpdir(), `kinora-speech-${process.pid}`)
let ffmpeg: Ffmpeg
beforeAll(async () => {
  ffmpeg = await detectFfmpeg()
  await ffmpeg.prepareFolder(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('times words within 150 ms', async ({ skip }) => {
  if (!(await pocketsphinx.isInstalled())) skip('PocketSphinx is not installed')
  const words = ['president', 'december', 'government', 'wednesday', 'information']
  const inputs = words.flatMap((word) => ['-f', 'lavfi', '-i', `flite=text='${word}':voice=slt`])
  const placed = words.map((_, n) => `[${n}]aresample=16000,adelay=${n * 2000 + 500}[w${n}]`).join(';')
  const mixed = `${words.map((_, n) => `[w${n}]`).join('')}amix=inputs=${words.length}:normalize=0`
  const output = ['-ac', '1', '-ar', '16000', '-f', 's16le', join(folder, 'words.raw')]
  await run('ffmpeg', ['-v', 'error', ...inputs, '-filter_complex', `${placed};${mixed}`, ...output])
  const { signal } = new AbortController()
  const piece = { file: 'words.raw', folder, durationS: 11, language: 'en', signal }
  const heard = await pocketsphinx.transcribe({ ffmpeg }, piece)
  // flite begins each word after 0.1 to 0.2 s.
  const late = words.flatMap((word, n) => {
    const own = heard.find(({ text, startS }) => text === word && Math.abs(startS - n * 2 - 0.5) < 1)
    return own === undefined ? [] : [Math.abs(own.startS - n * 2 - 0.65)]
  })
  expect(late.length).toBeGreaterThanOrEqual(3)
  expect(late.toSorted((a, b) => a - b)[Math.floor(late.length / 2)]).toBeLessThan(0.15)
})
