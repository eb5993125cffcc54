import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { detectFfmpeg, type Ffmpeg } from '../../../platform/ffmpeg/index.ts'
import { pocketsphinx } from './pocketsphinx.ts'

const run = promisify(execFile)
const folder = join(tmpdir(), `kinora-speech-${process.pid}`)
const QUIET = 500
let ffmpeg: Ffmpeg
beforeAll(async () => {
  ffmpeg = await detectFfmpeg()
  await ffmpeg.prepareFolder(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** When the next sound begins, in seconds. @param samples 16 bits at 16 kHz */
function onsetIn(samples: Buffer, fromS: number): number {
  let at = fromS * 16_000
  while (at * 2 < samples.length && Math.abs(samples.readInt16LE(at * 2)) < QUIET) at += 1
  return at / 16_000
}

it('times words within 150 ms', async ({ skip }) => {
  if (!(await pocketsphinx.isInstalled())) skip('PocketSphinx is not installed')
  const words = ['president', 'december', 'government', 'wednesday', 'information']
  const inputs = words.flatMap((word) => ['-f', 'lavfi', '-i', `flite=text='${word}':voice=slt`])
  const placed = words.map((_, n) => `[${n}]aresample=16000,adelay=${n * 2000 + 500}[w${n}]`).join(';')
  const mixed = `${words.map((_, n) => `[w${n}]`).join('')}amix=inputs=${words.length}:normalize=0`
  const output = ['-ac', '1', '-ar', '16000', '-f', 's16le', join(folder, 'words.raw')]
  await run('ffmpeg', ['-v', 'error', ...inputs, '-filter_complex', `${placed};${mixed}`, ...output])
  const { signal } = new AbortController()
  const piece = { file: 'words.raw', folder, startS: 0, durationS: 11, language: 'en', signal }
  const heard = await pocketsphinx.transcribe({ ffmpeg, recognizer: null }, piece)
  const samples = await readFile(join(folder, 'words.raw'))
  const late = words.flatMap((word, n) => {
    const spokenS = onsetIn(samples, n * 2)
    const own = heard.find(({ text, startS }) => text === word && Math.abs(startS - spokenS) < 1)
    return own === undefined ? [] : [Math.abs(own.startS - spokenS)]
  })
  expect(late.length).toBeGreaterThanOrEqual(3)
  expect(late.toSorted((a, b) => a - b)[Math.floor(late.length / 2)]).toBeLessThan(0.15)
})
