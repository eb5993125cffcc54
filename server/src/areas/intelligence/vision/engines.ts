import { type PictureEngine, textLanguages } from '@kinora/contract'
import type { Readiness } from '../../../platform/http/health.ts'
import { findReader, readerEngine } from '../text/reader.ts'

/** The engines that look at pictures, with whether they are installed. */
export function pictureEngines(): PictureEngine[] {
  const { engine: name, engineVersion: version, quality } = readerEngine
  const languages = [...textLanguages]
  return [{ part: 'text', name, version, quality, languages, isReady: findReader() !== null }]
}

/** Kinora works without these engines, so the check only says what there is. */
export function pictureReadiness(): Readiness {
  const notes = pictureEngines().map(({ name, version, languages, quality, isReady }) => {
    if (!isReady) return `${name} is not installed`
    return `${name} ${version}: ${languages?.join(', ') ?? 'any language'}, ${quality}`
  })
  return { ok: true, note: notes.join('; ') }
}
