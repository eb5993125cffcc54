import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { shotDetector, speechChunks } from '../../media/src/index.ts'
import { LOOK } from '../../media/src/understanding/frame-look.ts'
import { listen } from '../../server/src/areas/intelligence/audio/listener.ts'
import { openTextReader } from '../../server/src/areas/intelligence/text/reader.ts'
import { detectFfmpeg } from '../../server/src/platform/ffmpeg/index.ts'
import { seededRandom } from '../../server/src/testing/attacks/seeded-random.ts'
import {
  characterError,
  drawLowerThird,
  grayPicture,
  type LowerThird,
  letterStyles,
  lowerThirds,
} from '../../server/src/testing/intelligence/lower-thirds.ts'
import type { Row } from '../tools/table.ts'

const run = promisify(execFile)
const MOST_CHARACTER_ERROR = 0.08
const LEAST_FOUND = 0.95
/** A cut may be found so much before or after it. */
const CUT_S = 0.1
const SHOTS = 40
const RATE = 25

/** How well cuts, text in pictures and speech are found in what a script makes, compared with what it made. */
export async function findingRows(): Promise<Row[]> {
  const folder = join(tmpdir(), `kinora-bench-${randomUUID()}`)
  await (await detectFfmpeg()).prepareFolder(folder)
  try {
    return [...(await cutRows(folder)), ...(await textRows(folder)), await noiseRow(folder)]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function shareRow(what: string, found: number, of: number): Row {
  const ratio = of === 0 ? 1 : found / of
  const aim = `≥ ${LEAST_FOUND} ×`
  return { what, ours: String(found), against: String(of), ratio, aim, isMet: ratio >= LEAST_FOUND }
}

/** Shots of other pictures than those of the tests, with flashes inside some, and a camera that moves in others. */
async function cutRows(folder: string): Promise<Row[]> {
  const below = seededRandom(2026)
  const scene = (n: number) => {
    const seed = below(1000)
    const kinds = [
      `gradients=s=640x360:r=${RATE}:seed=${seed}:speed=0.01:n=4`,
      `mandelbrot=s=640x360:r=${RATE}:start_x=${-0.7 + below(100) / 1000}:start_scale=${0.02 + below(50) / 1000}`,
      `life=s=320x180:r=${RATE}:mold=${5 + below(10)}:seed=${seed}:life_color=#${(0x404040 + below(0x9f9f9f)).toString(16)}`,
      `testsrc=s=640x360:r=${RATE}:decimals=1`,
      `sierpinski=s=640x360:r=${RATE}:seed=${seed}`,
      `cellauto=s=640x360:r=${RATE}:rule=${[30, 90, 110][below(3)]}:seed=${seed}`,
    ]
    // A camera that moves over a larger picture, or a flash of two frames after a second.
    const hasFlash = n % 4 === 1
    const motion = n % 3 === 0 ? `,scale=960:540,crop=640:360:x='min(320,t*${60 + below(60)})':y=90` : ''
    return {
      source: kinds[n % kinds.length] ?? '',
      motion,
      hasFlash,
      seconds: 2 + below(76) / RATE,
    }
  }
  const scenes = Array.from({ length: SHOTS }, (_, n) => scene(n))
  const inputs = scenes.flatMap(({ source, seconds }) => [
    '-f',
    'lavfi',
    '-t',
    seconds.toFixed(2),
    '-i',
    source,
  ])
  const flash = `,eq=brightness='if(between(t,1,1.05),0.9,0)':eval=frame`
  const shaped = scenes.map(
    ({ motion, hasFlash }, n) =>
      `[${n}]fps=${RATE}${motion},scale=640:360,setsar=1,format=yuv420p${hasFlash ? flash : ''}[v${n}]`,
  )
  const joined = `${scenes.map((_, n) => `[v${n}]`).join('')}concat=n=${SHOTS}[v]`
  const montage = join(folder, 'montage.mp4')
  const encoding = ['-map', '[v]', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
  await run('ffmpeg', [
    '-v',
    'error',
    ...inputs,
    '-filter_complex',
    `${shaped.join(';')};${joined}`,
    ...encoding,
    montage,
  ])
  const raw = join(folder, 'montage.raw')
  const look = `fps=${LOOK.rate},scale=64:36:flags=area,format=yuv420p`
  await run('ffmpeg', ['-v', 'error', '-i', montage, '-vf', look, '-f', 'rawvideo', raw])
  const detector = shotDetector()
  detector.push(await readFile(raw))
  let atS = 0
  const wanted = scenes.slice(0, -1).map(({ seconds }) => (atS += Math.round(seconds * RATE) / RATE))
  const total = atS + (scenes.at(-1)?.seconds ?? 0)
  const found = detector
    .end(total)
    .slice(1)
    .map(({ startS }) => startS)
  const isNear = (one: number) => (other: number) => Math.abs(one - other) <= CUT_S
  const hits = wanted.filter((cut) => found.some(isNear(cut))).length
  const right = found.filter((cut) => wanted.some(isNear(cut))).length
  return [
    shareRow(`cuts of a montage of ${SHOTS} shots that are found`, hits, wanted.length),
    shareRow('cuts that are found in it and are in it', right, found.length),
  ]
}

async function textRows(folder: string): Promise<Row[]> {
  const reader = await openTextReader({ width: 1280, height: 720 }, new AbortController().signal)
  try {
    const rows: Row[] = []
    for (const language of Object.keys(lowerThirds) as LowerThird[]) {
      const wanted = lowerThirds[language].lines.join('\n')
      const errors: number[] = []
      for (const style of Object.keys(letterStyles) as (keyof typeof letterStyles)[])
        for (const seed of [5, 17]) {
          const filter = await drawLowerThird(folder, language, style)
          const scene = ['-f', 'lavfi', '-i', `gradients=s=1280x720:c0=0x405060:c1=0xa0a0b0:seed=${seed}`]
          await grayPicture(folder, 'third.gray', scene, [filter])
          const lines = await reader.read({ file: join(folder, 'third.gray'), number: 0 })
          errors.push(characterError(wanted, lines.map(({ text }) => text).join('\n')))
        }
      const error = errors.reduce((sum, each) => sum + each, 0) / errors.length
      rows.push({
        what: `characters of lower thirds in ${language} that are wrong`,
        ours: `${(error * 100).toFixed(1)} %`,
        against: '',
        ratio: error,
        aim: `≤ ${MOST_CHARACTER_ERROR} ×`,
        isMet: error <= MOST_CHARACTER_ERROR,
      })
    }
    return rows
  } finally {
    reader.close()
  }
}

/** Speech that is found in a minute without any, so the words that an engine could invent. */
async function noiseRow(folder: string): Promise<Row> {
  const sources = [
    'sine=f=880:d=10',
    'anoisesrc=d=10:c=white:a=0.4',
    'anoisesrc=d=10:c=brown:a=0.6',
    'anullsrc=d=10',
    "aevalsrc='0.3*sin(2*PI*196*t)*exp(-mod(t,0.4)*5)+0.3*sin(2*PI*392*t)*exp(-mod(t+0.2,0.8)*4)':d=20",
  ]
  const inputs = sources.flatMap((source) => ['-f', 'lavfi', '-t', '20', '-i', source])
  const joined = `${sources.map((_, n) => `[${n}]`).join('')}concat=n=${sources.length}:v=0:a=1`
  const file = join(folder, 'noise.pcm')
  const output = ['-filter_complex', joined, '-ac', '1', '-ar', '16000', '-f', 's16le', file]
  await run('ffmpeg', ['-v', 'error', ...inputs, ...output])
  const { speech, levels } = await listen(file, new AbortController().signal)
  const pieces = speechChunks(speech, levels.length)
  return {
    what: `pieces of ${levels.length} s of music, tones, noise and silence that an engine gets to write down`,
    ours: String(pieces.length),
    against: '',
    ratio: null,
    aim: '0',
    isMet: pieces.length === 0,
  }
}
