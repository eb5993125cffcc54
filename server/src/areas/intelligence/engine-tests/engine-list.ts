import { type PictureEngine, textLanguages } from '@kinora/contract'
import type { Readiness } from '../../../platform/http/health/health.ts'
import { findReader, readerEngine } from '../text/reader.ts'
import { visionEngine, visionProgram } from '../vision/vision-process.ts'

/** The engines that look at pictures, with whether they are installed. */
export function pictureEngines(): PictureEngine[] {
  const languages = [...textLanguages]
  return [
    { part: 'text', ...named(readerEngine), languages, isReady: findReader() !== null },
    { part: 'pictures', ...named(visionEngine), languages: null, isReady: hasVision() },
  ]
}

function named({ engine: name, engineVersion: version, quality }: typeof readerEngine | typeof visionEngine) {
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
