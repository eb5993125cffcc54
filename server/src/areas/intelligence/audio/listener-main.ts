import { open } from 'node:fs/promises'
import { runForked } from '../../../platform/forked.ts'
import { audioMeter } from './audio-meter.ts'
import type { AudioFacts, ListenerStart } from './listener.ts'

const WINDOW = 512
const CHUNK_BYTES = WINDOW * 2 * 128
const RATE = 16_000
const BUFFER_S = 60

/** Finds speech in a file of 16-bit samples at 16 kHz with Silero VAD, in a process of its own because the library is native. */
await runForked<ListenerStart, AudioFacts>(async ({ file, model }, report) => {
  const { default: sherpa } = await import('sherpa-onnx-node')
  const vad = new sherpa.Vad(
    {
      sileroVad: {
        model,
        threshold: 0.5,
        minSpeechDuration: 0.25,
        minSilenceDuration: 0.25,
        maxSpeechDuration: 30,
        windowSize: WINDOW,
      },
      sampleRate: RATE,
      numThreads: 1,
      provider: 'cpu',
      debug: 0,
    },
    BUFFER_S,
  )
  const speech: [number, number][] = []
  const collect = () => {
    while (!vad.isEmpty()) {
      const { start, samples } = vad.front(false)
      speech.push([start / RATE, (start + samples.length) / RATE])
      vad.pop()
    }
  }
  const meter = audioMeter(RATE)
  const input = await open(file)
  const buffer = Buffer.alloc(CHUNK_BYTES)
  for (let at = 0; ; ) {
    const { bytesRead } = await input.read(buffer, 0, CHUNK_BYTES, at)
    if (bytesRead < 2) break
    at += bytesRead
    const samples = new Float32Array(Math.ceil(bytesRead / 2 / WINDOW) * WINDOW)
    for (let n = 0; n < Math.floor(bytesRead / 2); n += 1) samples[n] = buffer.readInt16LE(n * 2) / 32_768
    meter.push(samples.subarray(0, Math.floor(bytesRead / 2)))
    for (let n = 0; n < samples.length; n += WINDOW) vad.acceptWaveform(samples.subarray(n, n + WINDOW))
    collect()
  }
  await input.close()
  vad.flush()
  collect()
  report({ speech, ...meter.end() })
})
