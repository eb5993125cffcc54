import type { Readiness } from '../../../platform/http/health/health.ts'
import { pocketsphinx } from './pocketsphinx.ts'
import { modelFault, speechModel } from './speech-model.ts'
import { speechServer } from './speech-server.ts'
import type { Transcriber } from './transcriber.ts'

type SpeechConfig = Parameters<typeof speechServer>[0] & Parameters<typeof speechModel>[0]

/** The engines of the settings, best first. */
function transcribersOf(config: SpeechConfig): Transcriber[] {
  return [speechServer(config), speechModel(config), pocketsphinx].filter((each) => each !== null)
}

/** Finds the best engine for a language, or the reason why there is none. */
export async function findTranscriber(
  config: SpeechConfig,
  language: string,
): Promise<Transcriber | 'engine-missing' | 'language-unsupported'> {
  const base = new Intl.Locale(language).language
  const fitting = transcribersOf(config).filter(({ languages }) => languages?.includes(base) ?? true)
  for (const transcriber of fitting) if (await transcriber.isInstalled()) return transcriber
  return fitting.length > 0 ? 'engine-missing' : 'language-unsupported'
}

/** An engine with whether it is there. */
interface ListedTranscriber extends Transcriber {
  readonly isReady: boolean
}

/** The engine with an ID. Null if the settings have none. */
export function transcriberWith(config: SpeechConfig, id: Transcriber['id']): Transcriber | null {
  return transcribersOf(config).find((each) => each.id === id) ?? null
}

/** The engines of the settings with their states, best first. */
export function listTranscribers(config: SpeechConfig): Promise<ListedTranscriber[]> {
  return Promise.all(
    transcribersOf(config).map(async (each) => ({ ...each, isReady: await each.isInstalled() })),
  )
}

/** Kinora works without speech engines, so the check only says what there is. */
export async function speechReadiness(config: SpeechConfig): Promise<Readiness> {
  const engines = await listTranscribers(config)
  const fault = await modelFault(config)
  const notes = engines.map(({ id, name, version, languages, quality, sendsTo, isReady }) => {
    if (!isReady) return id === 'speech-model' && fault !== null ? fault : `${name} is not installed`
    const where = sendsTo === null ? '' : ` at ${sendsTo}`
    return `${`${name} ${version}`.trim()}${where}: ${languages?.join(', ') ?? 'any language'}, ${quality}`
  })
  return { ok: true, note: notes.join('; ') }
}
