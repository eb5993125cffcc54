import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseProbe, probeArgs, type Source, type VideoSource } from '../index.ts'
import { filters } from '../testing/test-transcode.ts'
import { middleAt, type PathMode, type ShotPath } from './path.ts'
import { planPieces } from './pieces.ts'
import { joinPiecesArgs, PIECE_LIST, pieceArgs, portraitPieceList } from './render-args.ts'

const run = promisify(execFile)
const input = { path: 'input.mp4', demuxer: 'mov' }
let folder: string
let source: VideoSource

/** A white square of 20 pixels that moves from left to right over gray, with a blue edge at the left and a red one at
 * the right; six seconds of 25 frames. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-portrait-'))
  const base =
    'color=gray:s=320x180:r=25:d=6,drawbox=w=30:h=180:color=blue:t=fill,drawbox=x=290:w=30:h=180:color=red:t=fill'
  const graph = `color=white:s=20x20:r=25:d=6[s];${base}[b];[b][s]overlay=x='40+40*t':y=80`
  const h264 = '-c:v libx264 -preset ultrafast -crf 12 -g 60 -pix_fmt yuv420p -c:a aac'.split(' ')
  await ffmpeg(['-f', 'lavfi', '-i', graph, '-f', 'lavfi', '-i', 'sine=d=6', ...h264, input.path])
  const { stdout } = await run('ffprobe', probeArgs(input), { cwd: folder })
  source = videoOf(parseProbe(JSON.parse(stdout)))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function videoOf(probed: Source): VideoSource {
  if (probed.video === null) throw new Error('there is no video')
  return { ...probed, video: probed.video }
}

const ffmpeg = (args: string[]) => run('ffmpeg', ['-v', 'error', '-y', ...args], { cwd: folder })

async function render(shots: readonly ShotPath[]): Promise<void> {
  const pieces = planPieces(source.video, shots, 6)
  const named = pieces.map((piece, n) => ({ ...piece, name: `piece-${n}.mp4` }))
  for (const piece of named) await ffmpeg(pieceArgs(input, source, piece, '9:16', filters, piece.name))
  await writeFile(join(folder, PIECE_LIST), portraitPieceList(source.video, named))
  await ffmpeg(joinPiecesArgs(input, source, 'result.mp4'))
}

const width = 108
const height = 192

/** The frames of the result, small. */
async function frames(): Promise<Buffer[]> {
  const small = ['-vf', `scale=${width}:${height}`, '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-']
  const options = { cwd: folder, encoding: 'buffer', maxBuffer: 64 * 1024 ** 2 } as const
  const args = ['-v', 'error', '-i', 'result.mp4', '-fps_mode', 'passthrough', ...small]
  const { stdout } = await run('ffmpeg', args, options)
  const size = width * height * 3
  return Array.from({ length: stdout.length / size }, (_, n) => stdout.subarray(n * size, (n + 1) * size))
}

/** The middle of the white pixels of a row of a frame, from 0 to 1; null if there are none. */
function whiteAt(frame: Buffer, row = height / 2): number | null {
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) => {
    const at = (Math.floor(row) * width + column) * 3
    return Math.min(frame[at] ?? 0, frame[at + 1] ?? 0, frame[at + 2] ?? 0) > 200
  })
  return columns.length === 0
    ? null
    : columns.reduce((sum, column) => sum + column + 0.5, 0) / columns.length / width
}

const colorAt = (frame: Buffer, x: number, y: number) => {
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 3
  const [red = 0, green = 0, blue = 0] = frame.subarray(at, at + 3)
  if (Math.max(red, green, blue) - Math.min(red, green, blue) < 60) return red > 200 ? 'white' : 'gray'
  return red > blue ? 'red' : 'blue'
}

const shot = (startS: number, endS: number, mode: PathMode, path: Partial<ShotPath>): ShotPath => {
  return {
    startS,
    endS,
    mode,
    keyframes: [{ timeS: startS, middle: 0.5 }],
    halves: null,
    text: null,
    ...path,
  }
}
/** The middle of the square at a time, as a share of the width. */
const squareAt = (timeS: number) => (50 + 40 * timeS) / 320

describe('a rendered path', () => {
  it('keeps the square in the middle, and every frame and all audio', async () => {
    const keyframes = [0.5, 2, 5.5].map((timeS) => ({ timeS, middle: squareAt(timeS) }))
    await render([shot(0, 3.1, 'follow', { keyframes }), shot(3.1, 6, 'follow', { keyframes })])
    const all = await frames()
    expect(all).toHaveLength(150)
    const share = 101.25 / 320
    for (const [n, frame] of all.entries()) {
      const timeS = n / 25
      const middle = Math.min(1 - share / 2, Math.max(share / 2, middleAt(keyframes, timeS)))
      const expected = 0.5 + (squareAt(timeS) - middle) / share
      expect(Math.abs((whiteAt(frame) ?? 0) - expected)).toBeLessThan(0.03)
    }
    const packetsOf = async (file: string) => {
      const what = ['-select_streams', 'a', '-show_entries', 'packet=pts,data_hash', '-show_data_hash', 'md5']
      const { stdout } = await run('ffprobe', ['-v', 'error', ...what, '-of', 'csv', file], { cwd: folder })
      return stdout
    }
    expect(await packetsOf('result.mp4')).toBe(await packetsOf(input.path))
  })

  it('stands still, splits, and shows the whole frame, each from its first frame on', async () => {
    const halves = [
      { x: 0, y: 0.5 },
      { x: 1, y: 0.5 },
    ] as const
    const keyframes = [{ timeS: 0, middle: 0.35 }]
    await render([shot(0, 2, 'hold', { keyframes }), shot(2, 4, 'split', { halves }), shot(4, 6, 'fit', {})])
    const all = await frames()
    const [first, last] = [all[38], all[45]].map((frame) => whiteAt(frame ?? Buffer.alloc(0)))
    // Nothing but the square moves.
    expect((last ?? 0) - (first ?? 0)).toBeCloseTo(((7 / 25) * 40) / 101.25, 1)
    expect([all[49], all[50], all[99], all[100]].map((frame) => frame && colorAt(frame, 0.02, 0.25))).toEqual(
      ['gray', 'blue', 'blue', expect.anything()],
    )
    const [split, fit] = [all[75], all[125]]
    if (!split || !fit) throw new Error('frames are missing')
    expect([colorAt(split, 0.02, 0.25), colorAt(split, 0.98, 0.75)]).toEqual(['blue', 'red'])
    expect([colorAt(fit, 0.02, 0.5), colorAt(fit, 0.98, 0.5), colorAt(fit, 0.5, 0.05)]).toEqual([
      'blue',
      'red',
      'gray',
    ])
  })
})

it('shows a text that the window cuts in full, and nothing of what it cut', async () => {
  // A text that is half white, half blue: wider than the window.
  const box =
    'drawbox=x=16:y=140:w=96:h=24:color=white:t=fill,drawbox=x=112:y=140:w=96:h=24:color=blue:t=fill'
  const h264 = '-c:v libx264 -preset ultrafast -crf 12 -g 60 -pix_fmt yuv420p'.split(' ')
  const words = { ...input, path: 'words.mp4' }
  await ffmpeg(['-f', 'lavfi', '-i', `color=gray:s=320x180:r=25:d=1,${box}`, ...h264, words.path])
  const { stdout } = await run('ffprobe', probeArgs(words), { cwd: folder })
  const own = videoOf(parseProbe(JSON.parse(stdout)))
  const text = { x: 16 / 320, y: 140 / 180, width: 192 / 320, height: 24 / 180 }
  const [piece] = planPieces(
    own.video,
    [shot(0, 1, 'hold', { keyframes: [{ timeS: 0, middle: 0.2 }], text })],
    1,
  )
  if (piece === undefined) throw new Error('there is no piece')
  await ffmpeg(pieceArgs(words, own, piece, '9:16', filters, 'result.mp4'))
  const [frame] = await frames()
  if (!frame) throw new Error('frames are missing')
  const row = (140 + 12) / 180
  expect([0.02, 0.48, 0.52, 0.98].map((x) => colorAt(frame, x, row))).toEqual([
    'white',
    'white',
    'blue',
    'blue',
  ])
  // Without the strip there would be white and blue above and below.
  const above = [0.02, 0.98].map((x) => colorAt(frame, x, 142 / 180))
  const plain = await (async () => {
    await ffmpeg(
      pieceArgs(words, own, { ...piece, shot: { ...piece.shot, text: null } }, '9:16', filters, 'result.mp4'),
    )
    return (await frames())[0]
  })()
  expect(plain && colorAt(plain, 0.9, 142 / 180)).toBe('white')
  expect(above).not.toContain('white')
})

it('cuts long shots into pieces that have every frame once', () => {
  const pieces = planPieces(source.video, [shot(0, 130.02, 'fit', {}), shot(130.02, 131, 'hold', {})], 131)
  expect(pieces.map(({ startFrame }) => startFrame)).toEqual([0, 1084, 2167, 3251])
  expect(pieces.reduce((sum, piece) => sum + piece.frames, 0)).toBe(131 * 25)
})
