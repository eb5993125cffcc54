import type { Subtitle, SubtitleCue } from '@kinora/contract'
import { idOf, now } from './people'
import { video } from './samples'
import type { Answers } from './state'

const texts = Array.from({ length: 10 }, (_, second) => cue(second, second + 0.999, `At ${second}`))

export const subtitle: Subtitle = {
  id: idOf(2),
  contentId: video.id,
  status: 'published',
  published: versionOf(texts),
  draft: null,
  createdAt: now,
}

export const publishedSubtitle: Answers = {
  getContent: video,
  listSubtitles: { items: [subtitle] },
  getSubtitle: { ...subtitle, version: 'published', cues: texts },
  downloadSubtitle: '1\n00:00:00,000 --> 00:00:00,999\nAt 0\n',
}

const before = texts.slice(0, 3)
const after = [cue(0, 0.999, 'At 0'), cue(1, 1.999, 'Another text'), cue(2, 2.5, 'At 2'), cue(3, 4, 'New')]
const changed: Subtitle = { ...subtitle, published: versionOf(before), draft: versionOf(after) }

/** One cue is reworded, one moved and one new. */
export function rewordedSubtitle(): Answers {
  let shown = changed
  return {
    getContent: video,
    listSubtitles: () => ({ items: [shown] }),
    getSubtitle: ({ query }) => {
      const isDraft = query.version !== 'published' && shown.draft !== null
      return { ...shown, version: isDraft ? 'draft' : 'published', cues: isDraft ? after : before }
    },
    publishSubtitles: () => {
      shown = { ...changed, published: versionOf(after), draft: null }
      return { published: [shown.id], deleted: [] }
    },
  }
}

function versionOf(cues: readonly SubtitleCue[]): Subtitle['published'] {
  return {
    name: 'English',
    languageCode: 'en',
    closedCaptions: false,
    format: 'vtt',
    cueCount: cues.length,
    updatedAt: now,
  }
}

function cue(start: number, end: number, text: string): SubtitleCue {
  return { id: '', start, end, text, settings: {} }
}
