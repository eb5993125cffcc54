import { readFile, writeFile } from 'node:fs/promises'
import { makeClip, pattern } from './clips.ts'

/** A caption and the frame in which it appears. */
interface TestCaption {
  readonly frame: number
  readonly text: string
}

type Pair = readonly [number, number]

/** Commands of the first CEA-608 channel. */
const RESUME_LOADING: Pair = [0x14, 0x20]
const ERASE_LOADED: Pair = [0x14, 0x2e]
const ROW_15: Pair = [0x14, 0x70]
const SHOW: Pair = [0x14, 0x2f]
const ERASE_SHOWN: Pair = [0x14, 0x2c]
const NOTHING: Pair = [0, 0]

/** A video of 30 frames per second with pop-on captions (CEA-608 in SEI messages, ATSC A/53 part 4). */
export async function makeCaptioned(
  path: string,
  durationS: number,
  captions: readonly TestCaption[],
  erasedAt: number,
): Promise<string> {
  const encoded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-pix_fmt', 'yuv420p', '-an']
  const plain = await makeClip(`${path}.plain.h264`, ...pattern(durationS, '320x180', 30), ...encoded)
  const captioned = `${path}.h264`
  await writeFile(captioned, withCaptions(await readFile(plain), pairsOf(captions, erasedAt)))
  const input = ['-framerate', '30', '-i', captioned, '-f', 'lavfi', '-i', `sine=d=${durationS}`]
  return makeClip(path, ...input, '-c:v', 'copy', '-c:a', 'aac')
}

/** The two bytes of each frame. Commands are sent twice. */
function pairsOf(captions: readonly TestCaption[], erasedAt: number): Map<number, Pair> {
  const pairs = new Map<number, Pair>([
    [erasedAt, ERASE_SHOWN],
    [erasedAt + 1, ERASE_SHOWN],
  ])
  for (const { frame, text } of captions) {
    const letters = Array.from({ length: Math.ceil(text.length / 2) }, (_, n): Pair => {
      const second = text.charCodeAt(n * 2 + 1)
      return [text.charCodeAt(n * 2), Number.isNaN(second) ? 0 : second]
    })
    const twice = [RESUME_LOADING, ERASE_LOADED, ROW_15].flatMap((command) => [command, command])
    const sent = [...twice, ...letters, SHOW, SHOW]
    for (const [n, pair] of sent.entries()) pairs.set(frame - sent.length + 1 + n, pair)
  }
  return pairs
}

/** Inserts a message before each frame of an H.264 stream. */
function withCaptions(stream: Buffer, pairs: ReadonlyMap<number, Pair>): Buffer {
  let frame = 0
  return Buffer.concat(
    nalUnits(stream).flatMap((unit) => {
      const type = (unit[0] ?? 0) & 0x1f
      const isFrame = type === 1 || type === 5
      const before = isFrame ? [START, message(pairs.get(frame++) ?? NOTHING)] : []
      return [...before, START, unit]
    }),
  )
}

const START = Buffer.from([0, 0, 0, 1])

function nalUnits(stream: Buffer): Buffer[] {
  const short = START.subarray(1)
  const starts: number[] = []
  for (let at = stream.indexOf(short); at >= 0; at = stream.indexOf(short, at + 3)) starts.push(at)
  return starts.map((start, n) => stream.subarray(start + 3, starts[n + 1]))
}

/** ATSC user data: one byte pair of the first field. */
function message([first, second]: Pair): Buffer {
  const country = [0xb5, 0, 0x31]
  const data = [3, 0xc1, 0xff, 0xfc, odd(first), odd(second), 0xff]
  const payload = [...country, ...Buffer.from('GA94'), ...data]
  return Buffer.from([6, 4, payload.length, ...payload, 0x80])
}

function odd(byte: number): number {
  const ones = [...byte.toString(2)].filter((bit) => bit === '1').length
  return ones % 2 === 1 ? byte : byte | 0x80
}
