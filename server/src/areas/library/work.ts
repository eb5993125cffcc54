import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { publicId } from '../../platform/ids.ts'
import type { Library } from './library.ts'

/** The work ends because its content was deleted. */
export class ContentGone extends Error {
  override readonly name = 'ContentGone'
}

/** A private folder and a signal for work on one content: the signal also aborts when the content is deleted. */
export interface Work {
  readonly folder: string
  readonly signal: AbortSignal
}

export async function withWork<T>(
  library: Library,
  contentId: string,
  signal: AbortSignal,
  run: (work: Work) => Promise<T>,
): Promise<T> {
  const gone = new AbortController()
  const unsubscribe = library.bus.subscribe('cancel', (id) => {
    if (id === contentId) gone.abort(new ContentGone())
  })
  const folder = join(library.workFolder, publicId())
  await library.ffmpeg.prepareFolder(folder)
  try {
    return await run({ folder, signal: AbortSignal.any([signal, gone.signal]) })
  } finally {
    unsubscribe()
    await rm(folder, { recursive: true, force: true })
  }
}
