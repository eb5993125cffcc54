import { createTsSource, type LiveSink } from '@kinora/media'
import type { Ffmpeg } from '../../../platform/ffmpeg/index.ts'
import type { Logger } from '../../../platform/log.ts'
import { AddressRefused } from '../../../platform/net/address-guard.ts'
import { failureOf, get, type HttpOptions } from './guarded-http.ts'
import { playHls } from './hls.ts'
import { createPacer } from './pacer.ts'
import { playRtmp } from './rtmp.ts'
import { assertTaken, SourceFailure } from './source-failure.ts'
import { playSrt } from './srt.ts'
import { playUdp } from './udp.ts'

export interface PullOptions extends HttpOptions {
  readonly sink: LiveSink
  readonly ffmpeg: Ffmpeg
  /** A prepared folder. */
  readonly cwd: string
  readonly log: Logger
}

const MAX_PLAYLIST_BYTES = 2 * 1024 ** 2
const PLAYLIST = '#EXTM3U'

/** Plays the source at a URL until it ends. Only this process resolves names and connects; ffmpeg has no network.
 * @throws SourceFailure */
export async function playUrl(address: string, options: PullOptions): Promise<void> {
  if (!URL.canParse(address)) throw new SourceFailure('The address is not a URL.')
  const url = new URL(address)
  try {
    switch (url.protocol) {
      case 'http:':
      case 'https:':
        return await playHttp(url, options)
      case 'rtmp:':
      case 'rtmps:':
        return await playRtmp(url, options)
      case 'srt:':
        return await playSrt(url, options)
      case 'udp:':
        return await playUdp(url, options)
      default:
        throw new SourceFailure('The protocol of the address is not supported.')
    }
  } catch (error) {
    if (error instanceof AddressRefused) throw new SourceFailure(`The source is refused: ${error.message}.`)
    throw error
  }
}

/** Plays HLS or MPEG-TS over HTTP, detected by the first bytes. */
async function playHttp(start: URL, options: PullOptions): Promise<void> {
  const { answer, url } = await get(start, options)
  const pacer = createPacer(options.sink, options.signal)
  const ts = createTsSource(pacer.sink)
  let playlist: Buffer | null = null
  let isFirst = true
  try {
    for await (const chunk of answer) {
      const bytes = Buffer.from(chunk)
      if (isFirst && bytes.subarray(0, PLAYLIST.length).toString('latin1') === PLAYLIST)
        playlist = Buffer.alloc(0)
      isFirst = false
      if (playlist !== null) {
        playlist = Buffer.concat([playlist, bytes])
        if (playlist.length > MAX_PLAYLIST_BYTES) throw new SourceFailure('The playlist is too large.')
        continue
      }
      assertTaken(ts.push(bytes))
      await pacer.room()
    }
    await pacer.drain()
  } catch (error) {
    throw failureOf(error)
  } finally {
    answer.destroy()
    pacer.stop()
  }
  if (playlist !== null) await playHls(url, playlist.toString('utf8'), options)
}
