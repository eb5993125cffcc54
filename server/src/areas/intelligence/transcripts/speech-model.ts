import { basename, join } from 'node:path'
import { partsOfTokens, wordsOfAnswer } from '@kinora/media'
import type { Config } from '../../../platform/config.ts'
import { EngineFailure, invalidAnswer } from '../engines/engine-server.ts'
import { findModel } from '../engines/speech-model/model-files.ts'
import { LONGEST_PIECE_MS } from '../engines/speech-model/recognizer.ts'
import type { Intelligence } from '../intelligence.ts'
import type { SpokenPiece, Transcriber } from './transcriber.ts'

type ModelConfig = Pick<Config, 'STT_MODEL_DIR' | 'STT_MODEL_LANGUAGES'>

/** The speech model of the settings, which runs on this machine by sherpa-onnx; null if none is set. */
export function speechModel(config: ModelConfig) {
  const { STT_MODEL_DIR: folder, STT_MODEL_LANGUAGES: languages } = config
  if (folder === undefined) return null
  return {
    id: 'speech-model',
    name: basename(folder),
    version: '',
    quality: 'good',
    languages: languages.length > 0 ? languages : null,
    sendsTo: null,
    mostPieceS: null,
    isInstalled: async () => (await modelFault(config)) === null,
    async transcribe({ recognizer }: Pick<Intelligence, 'recognizer'>, piece: SpokenPiece) {
      if (recognizer === null) throw new EngineFailure('engine-unreachable', 'no speech model is set')
      const path = join(piece.folder, piece.file)
      const language = new Intl.Locale(piece.language).language
      const { text, tokens, starts, segments } = await recognizer.ask(
        { path, language },
        LONGEST_PIECE_MS,
        piece.signal,
      )
      const words = partsOfTokens(tokens, starts, piece.durationS)
      const spoken = words.length > 0 ? [{ text, start: 0, end: piece.durationS, words }] : segments
      const found = wordsOfAnswer({ text, segments: spoken }, piece.durationS, language)
      if (typeof found === 'string') throw invalidAnswer(`the answer is ${found}`)
      return found
    },
  } satisfies Transcriber
}

/** Says in English what is wrong with the folder of the settings. Null if nothing is. */
export async function modelFault({ STT_MODEL_DIR: folder }: ModelConfig): Promise<string | null> {
  const files = folder === undefined ? null : await findModel(folder)
  return typeof files === 'string' ? files : null
}
