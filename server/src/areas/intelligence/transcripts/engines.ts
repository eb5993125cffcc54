import type { Readiness } from '../../../platform/http/health/health.ts'
import { pocketsphinx } from './pocketsphinx.ts'
import { type SpeechConfig, speechServer } from './speech-server.ts'
import type { Transcriber } from './transcriber.ts'

/** The engines of the settings, best first. */
function transcribersOf(config: SpeechConfig): Transcriber[] {
  const server = speechServer(config)
  return server === null ? [pocketsphinx] : [server, pocketsphinx]
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
  const notes = (await listTranscribers(config)).map(
    ({ name, version, languages, quality, sendsTo, isReady }) => {
      if (!isReady) return `${name} is not installed`
      const where = sendsTo === null ? '' : ` at ${sendsTo}`
      return `${`${name} ${version}`.trim()}${where}: ${languages?.join(', ') ?? 'any language'}, ${quality}`
    },
  )
  return { ok: true, note: notes.join('; ') }
}
