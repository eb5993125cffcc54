import type { Readiness } from '../../../platform/http/health.ts'
import { pocketsphinx } from './pocketsphinx.ts'
import type { Transcriber } from './transcriber.ts'

const transcribers: readonly Transcriber[] = [pocketsphinx]

/** Finds the engine for a language, or the reason why there is none. */
export async function findTranscriber(
  language: string,
): Promise<Transcriber | 'engine-missing' | 'language-unsupported'> {
  const base = new Intl.Locale(language).language
  const fitting = transcribers.filter(({ languages }) => languages.includes(base))
  for (const transcriber of fitting) if (await transcriber.isInstalled()) return transcriber
  return fitting.length > 0 ? 'engine-missing' : 'language-unsupported'
}

/** Kinora works without speech engines, so the check only says what there is. */
export async function speechReadiness(): Promise<Readiness> {
  const found = await Promise.all(transcribers.map((each) => each.isInstalled()))
  const notes = transcribers.map(({ name, version, languages, quality }, n) =>
    found[n] ? `${name} ${version}: ${languages.join(', ')}, ${quality}` : `${name} is not installed`,
  )
  return { ok: true, note: notes.join('; ') }
}
