import { type Engine, textLanguages } from '@kinora/contract'
import type { Readiness } from '../../../platform/http/health/health.ts'
import { listenerEngine } from '../audio/listener.ts'
import { embedderEngine } from '../engines/embedder.ts'
import { languageModel } from '../enrichment/language-model.ts'
import type { Intelligence } from '../intelligence.ts'
import { findReader, readerEngine } from '../text/reader.ts'
import { listTranscribers } from '../transcripts/engines.ts'
import { analysisServer } from '../video-analysis/analysis-server.ts'
import { visionEngine, visionProgram } from '../vision/vision-process.ts'

/** An engine, without its tests. */
export type ListedEngine = Omit<Engine, 'test'>

const inside = { sendsTo: null } as const

/** An engine at an address. */
interface NamedHost {
  readonly name: string
  readonly sendsTo: string
}

/** The engines of this installation, in the order in which they are used. */
export async function listEngines({
  config,
  embedder,
}: Pick<Intelligence, 'config' | 'embedder'>): Promise<ListedEngine[]> {
  const transcribers = await listTranscribers(config)
  const model = languageModel(config)
  const server = analysisServer(config)
  const outside = (id: 'video-analysis' | 'language-model', { name, sendsTo }: NamedHost) => ({
    id,
    name,
    version: '',
    quality: null,
    languages: null,
    isReady: true,
    sendsTo,
  })
  return [
    ...(server === null ? [] : [{ ...outside('video-analysis', server), task: 'video' as const }]),
    ...transcribers.map(({ id, name, version, quality, languages, isReady, sendsTo }) => ({
      id,
      task: 'speech' as const,
      name,
      version,
      quality,
      languages: languages === null ? null : [...languages],
      isReady,
      sendsTo,
    })),
    { id: 'silero', task: 'audio', ...named(listenerEngine), languages: null, isReady: true, ...inside },
    ...pictureEngines(),
    {
      id: 'meaning',
      task: 'search',
      ...embedderEngine,
      quality: 'draft',
      languages: ['en'],
      isReady: embedder.isInstalled,
      ...inside,
    },
    ...(model === null ? [] : [{ ...outside('language-model', model), task: 'metadata' as const }]),
  ]
}

/** The engines that look at pictures, with whether they are installed. */
function pictureEngines(): ListedEngine[] {
  const languages = [...textLanguages]
  const isReady = findReader() !== null
  return [
    { id: 'tesseract', task: 'text', ...named(readerEngine), languages, isReady, ...inside },
    {
      id: 'human',
      task: 'pictures',
      ...named(visionEngine),
      languages: null,
      isReady: hasVision(),
      ...inside,
    },
  ]
}

function named({
  engine: name,
  engineVersion: version,
  quality,
}: typeof readerEngine | typeof visionEngine | typeof listenerEngine) {
  return { name, version, quality }
}

function hasVision(): boolean {
  try {
    visionProgram()
    return true
  } catch {
    return false
  }
}

/** Kinora works without these engines, so the check only says what there is. */
export function pictureReadiness(): Readiness {
  const notes = pictureEngines().map(({ name, version, languages, quality, isReady }) => {
    if (!isReady) return `${name} is not installed`
    return `${name} ${version}: ${languages === null ? '' : `${languages.join(', ')}, `}${quality}`
  })
  return { ok: true, note: notes.join('; ') }
}
