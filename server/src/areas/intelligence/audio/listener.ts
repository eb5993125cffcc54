import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { forkModel } from '../engines/model-process.ts'
import type { SpanS } from './audio-meter.ts'

export interface ListenerStart {
  /** A file of 16-bit samples at 16 kHz. */
  readonly file: string
  /** The model of Silero VAD. */
  readonly model: string
}

/** Facts about the audio of a file, in seconds. */
export interface AudioFacts {
  readonly speech: SpanS[]
  readonly silence: SpanS[]
  /** Level of each second, in dB below full scale. */
  readonly levels: number[]
}

/** The native library is missing on this system. */
export class ListenerMissing extends Error {
  override readonly name = 'ListenerMissing'
}

/** Engine of the audio part. */
export const listenerEngine = { engine: 'Silero VAD', engineVersion: '5', quality: 'good' } as const

const HEAP_MIB = 1024

/** Finds speech and silence, in a process of its own. @throws ListenerMissing */
export async function listen(file: string, signal: AbortSignal): Promise<AudioFacts> {
  signal.throwIfAborted()
  const model = fileURLToPath(import.meta.resolve('@ricky0123/vad-web/dist/silero_vad_v5.onnx'))
  const child = forkModel(join(import.meta.dirname, 'listener-main.ts'), HEAP_MIB)
  const stop = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await new Promise<AudioFacts>((resolve, reject) => {
      child.once('error', reject)
      child.on('message', (message: AudioFacts | { fault: string }) => {
        if (!('fault' in message)) return resolve(message)
        const isMissing = /sherpa/i.test(message.fault)
        reject(isMissing ? new ListenerMissing(message.fault) : new Error(message.fault))
      })
      child.once('exit', () => reject(signal.reason ?? new Error('the listener ended without a result')))
      child.send({ file, model } satisfies ListenerStart)
    })
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}
