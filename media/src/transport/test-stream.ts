import { createTsMuxer } from '../live/ts/ts-muxer.ts'
import type { TimedPayload } from './standby/replay.ts'

export const FRAME_MS = 40
const config = Buffer.from('0142c00dffe100156742c00dda0505ed08000003000800000301929c5001000468ce3c80', 'hex')

/** A stream with a keyframe each second, as payloads with the time at which each is sent. @param firstTime of its video, in ticks */
export function streamOf(firstTime: number, count: number) {
  const payloads: TimedPayload[] = []
  let n = 0
  const muxer = createTsMuxer((bytes) => {
    const payload = Buffer.from(bytes)
    for (let at = 0; at < payload.length; at += 1316)
      payloads.push({ payload: payload.subarray(at, at + 1316), atUs: n * FRAME_MS * 1000 })
  })
  muxer.track({ kind: 'video', codec: 'h264', config })
  muxer.track({ kind: 'audio', codec: 'aac', config: Uint8Array.of(0x11, 0x90) })
  for (; n < count; n++)
    for (const kind of ['video', 'audio'] as const) {
      const isKey = n % 25 === 0
      const data = new Uint8Array(900).fill(n & 0xff)
      data.set(kind === 'video' ? [0, 0, 3, 0x80, isKey ? 0x65 : 0x41] : [1])
      const dts = firstTime + n * FRAME_MS * 90
      muxer.packet({ kind, dts, cts: 0, isKey: kind === 'audio' || isKey, data })
    }
  return payloads
}
