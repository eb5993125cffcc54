import { PassThrough } from 'node:stream'
import type { LiveVideoTrack } from '@kinora/media'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Ffmpeg } from '../../../platform/ffmpeg/index.ts'
import { createLog } from '../../../platform/log.ts'
import { startTranscoder } from './transcoder.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

/** Video of a size, with the least sequence parameter set of the baseline profile. */
function trackOf(width: number, height: number): LiveVideoTrack {
  const golomb = (value: number) => {
    const bits = (value + 1).toString(2)
    return '0'.repeat(bits.length - 1) + bits
  }
  const sides = golomb(Math.ceil(width / 16) - 1) + golomb(Math.ceil(height / 16) - 1)
  // Number, frame number, order type 2, 1 reference, no gaps; frames only, no cropping, no VUI, end.
  const bits = `${golomb(0)}${golomb(0)}${golomb(2)}${golomb(1)}0${sides}11001`
  const payload = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
  const set = [0x67, 0x42, 0xe0, 0x1f, ...payload]
  const config = Uint8Array.from([1, 0x42, 0xe0, 0x1f, 0xff, 0xe1, 0, set.length, ...set, 1, 0, 1, 0x68])
  return { kind: 'video', codec: 'h264', config }
}

function transcoding() {
  const sizes: string[] = []
  const ffmpeg = {
    worker: () => ({
      start(args: readonly string[]) {
        sizes.push(/pad=(\d+:\d+)/.exec(args.join(' '))?.[1] ?? '')
        const outputs = [new PassThrough()]
        return {
          input: new PassThrough(),
          outputs,
          ended: new Promise(() => undefined),
          kill: () => undefined,
        }
      },
    }),
  } as unknown as Ffmpeg
  const nothing = () => undefined
  const transcoder = startTranscoder({
    ffmpeg,
    log: createLog('silent'),
    cwd: '',
    memoryBytes: 0,
    expects: ['video'],
    sink: { track: nothing, packet: nothing },
    onKeyWanted: nothing,
    onFailing: nothing,
  })
  let timeS = 0
  return {
    sizes,
    /** Sends keyframes of that size every half second. */
    send(width: number, height: number, seconds: number) {
      transcoder.config(trackOf(width, height))
      for (let n = 0; n < 2 * seconds; n++) {
        transcoder.frame('video', timeS, true, Uint8Array.of(0, 0, 0, 1, 0x65))
        timeS += 0.5
        vi.advanceTimersByTime(500)
      }
    },
  }
}

it('does not scale small video up', () => {
  const { send, sizes } = transcoding()
  send(320, 240, 10)
  expect(sizes).toEqual(['320:240'])
})

it('grows with the video of a browser that begins small, and never shrinks', () => {
  const { send, sizes } = transcoding()
  send(640, 368, 3)
  send(1280, 720, 0.5)
  send(640, 368, 3)
  expect(sizes).toEqual(['640:368'])
  send(1280, 720, 3)
  expect(sizes).toEqual(['640:368', '1280:720'])
  send(640, 368, 3)
  send(720, 1280, 3)
  expect(sizes).toEqual(['640:368', '1280:720'])
})
