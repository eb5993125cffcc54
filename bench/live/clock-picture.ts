import type { Writable } from 'node:stream'
import type { Browser, Page } from '@playwright/test'
import type { Publish } from './broadcast.ts'

/** A picture whose top left shows the time as black and white fields, so that a screen shows how old its picture is. */

const WIDTH = 320
const HEIGHT = 16
/** Rows that are sent to ffmpeg: a pipe holds no more than one frame, which would be old when it is encoded. */
const SENT_ROWS = 160
const BITS = 20
const RATE = 30
const WHITE = 235
const BLACK = 16
/** Times are shown modulo this. */
const SPAN_MS = 2 ** BITS

/** Arguments of an ffmpeg that reads the fields from stdin and encodes them into 720p30, with a tone. */
export const clockInput = [
  '-f',
  'rawvideo',
  '-pix_fmt',
  'gray',
  '-s',
  `${WIDTH}x${SENT_ROWS}`,
  '-framerate',
  String(RATE),
  '-use_wallclock_as_timestamps',
  '1',
  '-thread_queue_size',
  '4',
  '-i',
  'pipe:0',
  '-re',
  '-f',
  'lavfi',
  '-i',
  'sine=frequency=440:sample_rate=48000',
  '-filter_complex',
  '[0:v]setpts=PTS-STARTPTS,pad=1280:720:0:0:gray,format=yuv420p[v]',
  '-map',
  '[v]',
  '-map',
  '1:a',
  '-c:v',
  'libx264',
  '-preset',
  'ultrafast',
  '-tune',
  'zerolatency',
  '-g',
  String(2 * RATE),
  '-b:v',
  '2500k',
  '-fps_mode',
  'vfr',
  '-c:a',
  'aac',
]

/** Writes a frame with the present time 30 times a second, and none while the encoder is behind, like a camera.
 * Returns a function that ends it. */
export function writeClock(input: Writable | null): () => void {
  // The encoder may end first.
  input?.on('error', () => undefined)
  const timer = setInterval(() => {
    if (input?.writableNeedDrain === false) input.write(frameAt(Date.now()))
  }, 1000 / RATE)
  return () => clearInterval(timer)
}

/** A tone sounds this long at the begin of each second. */
const BEEP_MS = 80

/** Publishes the picture with a beep each second from a page of the browser by WHIP, like a camera of 720p30. */
export function clockByWhip(browser: Browser): Publish {
  return async ({ ingest }, streamKey) => {
    const page = await browser.newPage()
    await page.evaluate(publishClock, {
      url: ingest.whip ?? '',
      streamKey,
      BITS,
      WIDTH,
      HEIGHT,
      SPAN_MS,
      RATE,
      BEEP_MS,
    })
    return () => page.close()
  }
}

/** Runs in the page. */
async function publishClock(clock: {
  readonly url: string
  readonly streamKey: string
  readonly BITS: number
  readonly WIDTH: number
  readonly HEIGHT: number
  readonly SPAN_MS: number
  readonly RATE: number
  readonly BEEP_MS: number
}): Promise<void> {
  const { url, streamKey, BITS, WIDTH, HEIGHT, SPAN_MS, RATE, BEEP_MS } = clock
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 1280, height: 720 })
  const context = canvas.getContext('2d')
  const draw = () => {
    if (context === null) return
    context.fillStyle = 'gray'
    context.fillRect(0, 0, canvas.width, canvas.height)
    const time = Date.now() % SPAN_MS
    for (let bit = 0; bit < BITS; bit += 1) {
      context.fillStyle = Math.floor(time / 2 ** bit) % 2 === 1 ? 'white' : 'black'
      context.fillRect((bit * WIDTH) / BITS, 0, WIDTH / BITS, HEIGHT)
    }
  }
  draw()
  setInterval(draw, 1000 / RATE)
  const audio = new AudioContext()
  const tone = audio.createOscillator()
  const beeps = audio.createScriptProcessor(256, 1, 1)
  const stream = audio.createMediaStreamDestination()
  beeps.onaudioprocess = ({ inputBuffer, outputBuffer }) => {
    if (Date.now() % 1000 < BEEP_MS) outputBuffer.copyToChannel(inputBuffer.getChannelData(0), 0)
  }
  tone.connect(beeps).connect(stream)
  tone.start()
  const connection = new RTCPeerConnection()
  for (const track of [...canvas.captureStream(RATE).getTracks(), ...stream.stream.getTracks()])
    connection.addTransceiver(track, {
      direction: 'sendonly',
      ...(track.kind === 'video' && { sendEncodings: [{ maxBitrate: 2_500_000 }] }),
    })
  await connection.setLocalDescription()
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${streamKey}`, 'content-type': 'application/sdp' },
    body: connection.localDescription?.sdp ?? '',
  })
  if (response.status !== 201) throw new Error(await response.text())
  await connection.setRemoteDescription({ type: 'answer', sdp: await response.text() })
}

function frameAt(time: number): Buffer {
  const row = Buffer.from({ length: WIDTH } as ArrayLike<number>).map((_, x) => {
    const bit = Math.floor((x * BITS) / WIDTH)
    return Math.floor((time % SPAN_MS) / 2 ** bit) % 2 === 1 ? WHITE : BLACK
  })
  return Buffer.concat(Array.from({ length: SENT_ROWS }, () => row))
}

/** The age of each frame that the video of a page shows within some seconds, in seconds. */
export function agesOf(page: Page, lengthS: number): Promise<number[]> {
  return page.evaluate(
    async ({ lengthS, BITS, WIDTH, HEIGHT, SPAN_MS }) => {
      const videoIn = (root: ParentNode): HTMLVideoElement | null => {
        const inside = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
        return root.querySelector('video') ?? inside.map(videoIn).find((found) => found !== null) ?? null
      }
      const video = videoIn(document)
      const context = new OffscreenCanvas(WIDTH, HEIGHT).getContext('2d', { willReadFrequently: true })
      if (video === null || context === null) throw new Error('the page shows no video')
      const ages: number[] = []
      const endsAt = performance.now() + lengthS * 1000
      while (performance.now() < endsAt) {
        await new Promise((resolve) => video.requestVideoFrameCallback(resolve))
        const scale = video.videoWidth / 1280
        context.drawImage(video, 0, 0, WIDTH * scale, HEIGHT * scale, 0, 0, WIDTH, HEIGHT)
        const { data } = context.getImageData(0, HEIGHT / 2, WIDTH, 1)
        let shown = 0
        for (let bit = 0; bit < BITS; bit += 1) {
          const x = Math.floor(((bit + 0.5) * WIDTH) / BITS)
          if ((data[x * 4] ?? 0) > 125) shown += 2 ** bit
        }
        ages.push((((Date.now() % SPAN_MS) - shown + SPAN_MS) % SPAN_MS) / 1000)
      }
      return ages
    },
    { lengthS, BITS, WIDTH, HEIGHT, SPAN_MS },
  )
}

/** The age of each beep that the video of a page plays within some seconds, in seconds. The page gets WebRTC. */
export function beepAgesOf(page: Page, lengthS: number): Promise<number[]> {
  return page.evaluate(
    async ({ lengthS, BEEP_MS }) => {
      const videoIn = (root: ParentNode): HTMLVideoElement | null => {
        const inside = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
        return root.querySelector('video') ?? inside.map(videoIn).find((found) => found !== null) ?? null
      }
      const media = videoIn(document)?.srcObject
      if (!(media instanceof MediaStream)) throw new Error('the page plays no WebRTC')
      const audio = new AudioContext()
      const meter = audio.createScriptProcessor(256, 1, 1)
      const ages: number[] = []
      let lastLoudMs = Date.now()
      meter.onaudioprocess = ({ inputBuffer }) => {
        const now = Date.now()
        if (!inputBuffer.getChannelData(0).some((sample) => Math.abs(sample) > 0.1)) return
        if (now - lastLoudMs > BEEP_MS) ages.push((now % 1000) / 1000)
        lastLoudMs = now
      }
      audio.createMediaStreamSource(media).connect(meter).connect(audio.destination)
      await new Promise((resolve) => setTimeout(resolve, lengthS * 1000))
      await audio.close()
      return ages
    },
    { lengthS, BEEP_MS },
  )
}
