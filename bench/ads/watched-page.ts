import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'

/** A picture of the content as it was on the screen. */
interface ShownFrame {
  /** Number of the frame; null in an ad. */
  readonly frame: number | null
  readonly mediaS: number
  /** Counts all pictures, also those that the page did not see. */
  readonly presented: number
  /** Time of the page. */
  readonly shownMs: number
}

/** Observations of a page with hls.js. */
export interface Watched {
  readonly frames: readonly ShownFrame[]
  /** When tones began, by the clock of the audio. */
  readonly beepsS: readonly number[]
  /** Readings of all clocks. */
  readonly clocks: readonly { readonly audioS: number; readonly mediaS: number; readonly pageMs: number }[]
  /** Unwanted pauses. */
  readonly stallsMs: readonly number[]
  readonly faults: readonly string[]
  readonly ended: boolean
}

const FIELD_PX = 16
const FIELDS = 20
const HEIGHT = 32
export const RATE = 25

/**
 * Filters of ffmpeg for a picture whose top shows its frame number in black and white fields, with a tone at the start of each
 * second. Ads have grey fields and are silent.
 */
export const counted = (lengthS: number | null) => {
  const bits = `if(mod(floor(N/pow(2,floor(X/${FIELD_PX}))),2),235,16)`
  const length = lengthS === null ? [] : ['-t', String(lengthS)]
  return [
    '-f',
    'lavfi',
    '-i',
    `nullsrc=s=${FIELDS * FIELD_PX}x${HEIGHT}:r=${RATE},geq=lum='${bits}':cb=128:cr=128`,
    '-f',
    'lavfi',
    '-i',
    `testsrc2=s=320x148:r=${RATE}`,
    '-f',
    'lavfi',
    '-i',
    "aevalsrc='0.5*sin(2*PI*1000*t)*lt(mod(t,1),0.06)':s=48000",
    '-filter_complex',
    '[0:v][1:v]vstack,format=yuv420p[v]',
    '-map',
    '[v]',
    '-map',
    '2:a',
    ...length,
  ]
}
export const uncounted = (lengthS: number) => [
  '-f',
  'lavfi',
  '-i',
  `color=gray:s=320x180:r=${RATE}:d=${lengthS}`,
  '-f',
  'lavfi',
  '-i',
  `anullsrc=r=48000:cl=stereo:d=${lengthS}`,
  '-shortest',
]

/** Resumes a video after guided ads, in Kinora's player. */
const resumeModule = '../../player/src/ads/resume-at-next-frame.ts'

/** Serves a page that plays a playlist with hls.js and notes what is seen and heard. */
export async function watchedPage(): Promise<{
  /** @param resumes resumes videos after guided ads as Kinora's player does */
  url(playlist: string, resumes: boolean): string
  close(): Promise<void>
}> {
  const hls = await readFile(createRequire(import.meta.url).resolve('hls.js/dist/hls.mjs'))
  const own = await readFile(new URL(resumeModule, import.meta.url), 'utf8')
  const files: Readonly<Record<string, readonly [string, string | Buffer]>> = {
    '/': ['text/html', page],
    '/hls.mjs': ['text/javascript', hls],
    '/beeps.js': ['text/javascript', beeps],
    '/resume.js': ['text/javascript', stripTypeScriptTypes(own).replace("'hls.js'", "'./hls.mjs'")],
  }
  const server = createServer((request, response) => {
    const [type, body] = files[new URL(request.url ?? '/', 'http://x').pathname] ?? ['text/plain', '']
    response.setHeader('content-type', type).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (playlist, resumes) =>
      `http://127.0.0.1:${port}/?${new URLSearchParams({ playlist, resumes: String(resumes) })}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Says when a tone begins after silence, in samples. */
const beeps = `registerProcessor('beeps', class extends AudioWorkletProcessor {
  quiet = 0
  process([[samples = []] = []]) {
    for (let n = 0; n < samples.length; n++) {
      if (Math.abs(samples[n]) < 0.03) { this.quiet++; continue }
      if (this.quiet > sampleRate / 4) this.port.postMessage((currentFrame + n) / sampleRate)
      this.quiet = 0
    }
    return true
  }
})`

const page = `<!doctype html><meta charset="utf-8"><video width="320" height="180" crossorigin></video>
<script type="module">
import Hls from './hls.mjs'
import { resumeAtNextFrame } from './resume.js'
const watched = window.watched = { frames: [], beepsS: [], clocks: [], stallsMs: [], faults: [], ended: false }
const video = document.querySelector('video')
const strip = new OffscreenCanvas(${FIELDS * FIELD_PX}, ${HEIGHT}).getContext('2d', { willReadFrequently: true })
function frameNumber() {
  strip.drawImage(video, 0, 0)
  const { data } = strip.getImageData(0, ${HEIGHT / 2}, ${FIELDS * FIELD_PX}, 1)
  let number = 0
  for (let bit = 0; bit < ${FIELDS}; bit++) {
    const light = data[(bit * ${FIELD_PX} + ${FIELD_PX / 2}) * 4]
    if (light > 85 && light < 170) return null
    if (light >= 170) number += 2 ** bit
  }
  return number
}
const look = (_, { mediaTime, presentedFrames, expectedDisplayTime }) => {
  watched.frames.push({ frame: frameNumber(), mediaS: mediaTime, presented: presentedFrames, shownMs: expectedDisplayTime })
  video.requestVideoFrameCallback(look)
}
video.requestVideoFrameCallback(look)
let since = null
let hasBegun = false
video.addEventListener('playing', () => { hasBegun = true })
video.addEventListener('waiting', () => { if (hasBegun && !video.seeking) since ??= performance.now() })
for (const event of ['playing', 'seeking', 'ended', 'pause'])
  video.addEventListener(event, () => {
    if (since !== null) watched.stallsMs.push(performance.now() - since)
    since = null
  })
const audio = new AudioContext({ latencyHint: 'interactive' })
await audio.audioWorklet.addModule('./beeps.js')
const node = new AudioWorkletNode(audio, 'beeps')
audio.createMediaElementSource(video).connect(node)
node.connect(audio.destination)
setInterval(() => {
  watched.clocks.push({ audioS: audio.currentTime, mediaS: video.currentTime, pageMs: performance.now() })
}, 20)
node.port.onmessage = ({ data }) => watched.beepsS.push(data)
const hls = new Hls({ maxBufferLength: 20 })
hls.on(Hls.Events.ERROR, (_, { fatal, details, error }) => { if (fatal) watched.faults.push(details + ' at ' + video.currentTime + ' s: ' + error?.message) })
const asked = new URLSearchParams(location.search)
if (asked.get('resumes') === 'true') resumeAtNextFrame(hls, video)
hls.loadSource(asked.get('playlist'))
hls.attachMedia(video)
video.addEventListener('ended', () => { if (!hls.interstitialsManager?.playingItem?.event) watched.ended = true })
hls.on(Hls.Events.MANIFEST_PARSED, () => { void audio.resume(); void video.play() })
</script>`
