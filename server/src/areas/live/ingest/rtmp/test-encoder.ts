import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type FlvTag, flvTagReader } from '@kinora/media'
import { MESSAGE } from '../../../../platform/transport/rtmp/messages.ts'
import { chunk, openClient } from '../../../../platform/transport/rtmp/test-client.ts'
import type { TestVideo } from '../../test-video.ts'

/** An FLV tag and when it is sent, in ms since the start. */
export interface SentTag extends FlvTag {
  readonly atMs: number
}

/** Encodes a test picture and a tone as FLV tags, each sent at its own time.
 * @param words further words of ffmpeg's command line */
export async function encodeTags(words: string, { rate = 30, seconds = 12 } = {}): Promise<SentTag[]> {
  const picture = `-f lavfi -i testsrc2=s=320x180:r=${rate}`
  const tone = '-f lavfi -i sine=440:sample_rate=44100'
  const video = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -sc_threshold 0'
  const args = `-v error ${picture} ${tone} ${video} -c:a aac -t ${seconds} ${words} -f flv -`
  const options = { encoding: 'buffer', maxBuffer: 2 ** 26 } as const
  const { stdout } = await promisify(execFile)('ffmpeg', args.split(' '), options)
  return flvTagReader(2 ** 20)(stdout).map((tag) => ({ ...tag, atMs: tag.timestampMs }))
}

const FOUR_CCS = { h264: 'avc1', hevc: 'hvc1', av1: 'av01' }
const [SEQUENCE_START, CODED_FRAMES] = [0, 1]

/** Writes video as tags of Enhanced RTMP, each sent at its own time from `fromMs` on. */
export function enhancedTags({ track, packets }: TestVideo, fromMs = 0): SentTag[] {
  const head = (isKey: boolean, packetType: number) =>
    Buffer.from([0x80 | (isKey ? 0x10 : 0x20) | packetType, ...Buffer.from(FOUR_CCS[track.codec])])
  const tag = (timestampMs: number, ...parts: readonly Uint8Array[]): SentTag => ({
    kind: 'video',
    timestampMs,
    atMs: timestampMs,
    body: Buffer.concat(parts),
  })
  const frames = packets.map(({ dts, cts, isKey, data }) => {
    const offset = Buffer.alloc(track.codec === 'av1' ? 0 : 3)
    if (offset.length > 0) offset.writeIntBE(Math.round(cts / 90), 0, 3)
    return tag(fromMs + Math.round(dts / 90), head(isKey, CODED_FRAMES), offset, data)
  })
  return [tag(fromMs, head(true, SEQUENCE_START), track.config), ...frames]
}

/** Publishes the tags by RTMP, and disconnects after the last one. */
export async function publishTags(port: number, streamKey: string, tags: readonly SentTag[]): Promise<void> {
  const client = await openClient(port)
  client.command('connect', 1, { app: 'live' })
  await client.answer('_result')
  client.command('createStream', 2, null)
  await client.answer('_result')
  client.command('publish', 3, null, streamKey, 'live')
  await client.answer('onStatus')
  const startMs = performance.now()
  for (const { kind, timestampMs, body, atMs } of tags.toSorted((a, b) => a.atMs - b.atMs)) {
    const waitMs = startMs + atMs - performance.now()
    if (waitMs > 1) await pause(waitMs)
    client.send(chunk(kind === 'video' ? 6 : 4, MESSAGE[kind], timestampMs, Buffer.from(body)))
  }
  client.socket.end()
}
