// Values without schemas: the first screen of a browser loads these, and not zod.

/** The engine of transcripts that people wrote as subtitles. */
export const subtitlesEngine = 'Subtitles'

/** Places in which a search finds words: what is said, and title, tags, description and metadata. */
export const searchPlaces = ['speech', 'metadata'] as const
