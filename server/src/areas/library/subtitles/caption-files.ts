import type { ContentRef } from '../contents/content-view.ts'
import type { Library } from '../library.ts'
import { subtitleTask } from './subtitle-task.ts'
import { getVersion, listSubtitles } from './subtitle-view.ts'

/** The published subtitles of a video as files (WebVTT), oldest first. */
export async function listCaptionFiles({ db, workers }: Library, { id, environmentId }: ContentRef) {
  const all = await listSubtitles(db, environmentId, id)
  const files: { languageCode: string; name: string; text: string }[] = []
  for (const facts of all.filter(({ published }) => published !== null)) {
    const track = await getVersion(db, facts, 'published')
    const text = await workers.run(subtitleTask('writeSubtitleFile'), { track, format: 'vtt' })
    files.push({ languageCode: track.languageCode, name: track.name, text })
  }
  return files
}
