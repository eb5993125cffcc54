// Values without schemas: the first screen of a browser loads these, and not zod.

/** The engine of transcripts that people wrote as subtitles. */
export const subtitlesEngine = 'Subtitles'

/** Places in which a search finds words: what is said, text in the picture, names of people and labels of objects in it,
 * and title, tags, description and metadata. */
export const searchPlaces = ['speech', 'text', 'people', 'objects', 'metadata'] as const

/** Languages in which text in pictures is read. */
export const textLanguages = ['en', 'hi', 'ar', 'te'] as const

/** Engines by ID: the server for video analysis, those that write transcripts, one that hears speech, those that look at
 * pictures, one that knows the meaning of text, and the language model. */
export const engineIds = [
  'video-analysis',
  'speech-server',
  'speech-model',
  'pocketsphinx',
  'silero',
  'tesseract',
  'human',
  'meaning',
  'language-model',
] as const
export type EngineId = (typeof engineIds)[number]

/** Rankings of moments: by their words alone, or by their words and their meaning. */
export const momentRankings = ['words', 'meaning'] as const
export type MomentRanking = (typeof momentRankings)[number]

/** Orders of found moments. */
export const momentSorts = ['relevance', 'newest'] as const
