import { execFileSync } from 'node:child_process'
import { createPathMerge } from '@kinora/media'
import { expect, it } from 'vitest'
import { aacArgs, h264Args } from '../../../testing/live/encoder.ts'

const PAYLOAD_BYTES = 7 * 188

it('merges two paths of an encoder that pads its stream to a constant bitrate', () => {
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25', '-f', 'lavfi', '-i', 'sine']
  const args = ['-v', 'error', ...picture, '-t', '6', ...h264Args, ...aacArgs]
  const stream = execFileSync('ffmpeg', [...args, '-muxrate', '6M', '-f', 'mpegts', 'pipe:1'], {
    maxBuffer: 64 * 1024 ** 2,
  })
  const payloads = Array.from({ length: Math.floor(stream.length / PAYLOAD_BYTES) }, (_, n) =>
    stream.subarray(n * PAYLOAD_BYTES, (n + 1) * PAYLOAD_BYTES),
  )
  const isPadding = (payload: Buffer) =>
    payload.equals(Buffer.concat(Array(7).fill(payload.subarray(0, 188))))
  expect(payloads.filter(isPadding).length).toBeGreaterThan(payloads.length / 2)

  const delivered: Buffer[] = []
  const merge = createPathMerge(500, (payload) => delivered.push(payload))
  const lag = 30
  const [cutFirst, cutSecond] = [Math.floor(payloads.length / 2), Math.floor(payloads.length / 4)]
  for (let n = 0; n < payloads.length + lag; n++) {
    const [first, second] = [payloads[n], payloads[n - lag]]
    const isCut = n >= cutFirst
    if (first !== undefined && !isCut) merge.push(0, n + 17, first, 0, n)
    if (n === cutFirst) merge.leave(0)
    // The second path loses some payloads too.
    const isLost = n > cutSecond && n < cutSecond + 40
    if (second !== undefined && !isLost) merge.push(1, n + 9000, second, 0, n)
    merge.tick(n)
  }
  expect(merge.lost()).toBe(0)
  expect(Buffer.concat(delivered).equals(Buffer.concat(payloads))).toBe(true)
})
