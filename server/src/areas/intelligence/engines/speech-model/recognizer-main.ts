import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { SPEECH_RATE } from '@kinora/media'
import type { OfflineModelConfig, OfflineRecognizer } from 'sherpa-onnx-node'
import { runForked } from '../../../../platform/forked.ts'
import { answerRequests, limitMemory } from '../model-worker.ts'
import { findModel, type ModelFiles } from './model-files.ts'
import type { RecognizerAnswer, RecognizerRequest, RecognizerStart } from './recognizer.ts'

/** Live streams and encodings need the others. */
const THREADS = Math.ceil(availableParallelism() / 2)

/** Writes down pieces of speech with the model in a folder, in a process of its own because the library is native. Whisper
 * takes the language with its model, so it is loaded again for another language. */
await runForked<RecognizerStart, RecognizerAnswer & { readonly id: number }>(
  async ({ folder, memoryBytes }, report, disconnected) => {
    limitMemory(memoryBytes)
    const open = async (language: string) => {
      const { default: sherpa } = await import('sherpa-onnx-node')
      const files = await findModel(folder)
      if (typeof files === 'string') throw new Error(files)
      const modelConfig = {
        ...configOf(files, language),
        tokens: files.tokens,
        numThreads: THREADS,
        provider: 'cpu',
      }
      return sherpa.OfflineRecognizer.createAsync({ modelConfig })
    }
    let opened: { readonly language: string; readonly recognizer: OfflineRecognizer } | null = null
    await answerRequests<RecognizerRequest, RecognizerAnswer>(report, disconnected, async (request) => {
      if (opened?.language !== request.language)
        opened = { language: request.language, recognizer: await open(request.language) }
      return transcribe(opened.recognizer, await samplesOf(request.path))
    })
  },
)

function configOf(files: ModelFiles, language: string): OfflineModelConfig {
  switch (files.kind) {
    case 'whisper': {
      const { encoder, decoder } = files
      const times = { enableTokenTimestamps: 1, enableSegmentTimestamps: 1 } as const
      return { whisper: { encoder, decoder, language, task: 'transcribe', ...times } }
    }
    case 'transducer': {
      const { encoder, decoder, joiner } = files
      return { transducer: { encoder, decoder, joiner } }
    }
    case 'senseVoice':
      return { senseVoice: { model: files.model, language, useInverseTextNormalization: 1 } }
    default:
      return { [files.kind]: { model: files.model } }
  }
}

async function samplesOf(path: string): Promise<Float32Array> {
  const bytes = await readFile(path)
  return Float32Array.from({ length: bytes.length >> 1 }, (_, n) => bytes.readInt16LE(n * 2) / 32_768)
}

async function transcribe(recognizer: OfflineRecognizer, samples: Float32Array): Promise<RecognizerAnswer> {
  const stream = recognizer.createStream()
  stream.acceptWaveform({ sampleRate: SPEECH_RATE, samples })
  const found = await recognizer.decodeAsync(stream)
  const texts = found.segment_texts ?? []
  const segments = texts.map((text, n) => {
    const start = found.segment_timestamps?.[n] ?? 0
    return { text, start, end: start + (found.segment_durations?.[n] ?? 0) }
  })
  return { text: found.text, tokens: found.tokens, starts: found.timestamps, segments }
}
