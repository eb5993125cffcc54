import * as z from 'zod/mini'
import { call } from '../call.ts'
import { page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { content, languageCode } from '../library/index.ts'
import { messages } from '../messages.gen.ts'
import { base, videos } from './base.ts'
import { momentRankings, momentSorts, searchPlaces } from './values.ts'

export const searchLimits = {
  /** Characters of a phrase. */
  phrase: 200,
  /** Moments that a search ranks. */
  moments: 300,
  /** People or objects of a filter. */
  filters: 20,
} as const

const moment = z.object({
  content,
  /** The image of the moment. Null without a picture. */
  thumbnailUrl: z.nullable(z.string()),
  /** Seconds in the video. */
  start: z.number(),
  end: z.number(),
  /** `looks`: its picture looks like the one that was asked for. */
  foundIn: z.enum([...searchPlaces, 'looks']),
  /** The sentence, the line in the picture, the name of the person, the label of the object, or the title. Empty for looks. */
  text: z.string(),
  speaker: z.nullable(z.string()),
  /** Ranges of the found words in the text, as offsets in UTF-16. */
  marks: z.array(z.tuple([z.number(), z.number()])),
  /** It has none of the words, but a similar meaning. */
  isAlike: z.boolean(),
  /** Share of the words that were found, weighted by how rare they are, or how near the meaning or the look is: 0 to 1. */
  strength: z.number(),
  /** Whether moments that look like it can be asked for: the scenes of its video are known. */
  isComparable: z.boolean(),
})
export type SearchMoment = z.infer<typeof moment>

const label = z.string().check(z.minLength(1), z.maxLength(60))

const like = z.object({
  contentId: uuid,
  /** Seconds in the video. */
  at: z.number().check(z.minimum(0), z.maximum(1_000_000)),
})

const facet = { id: uuid, name: z.string(), moments: z.number() }

const searchFields = z.object({
  /** Finds scenes with a picture that looks like the one of the scene at this time, in place of words: by its brightness, colors
   * and edges. What pictures show is not compared. */
  like: z.optional(like),
  /** May be empty with people or objects: then they are what is searched for. */
  phrase: z._default(z.string().check(z.maxLength(searchLimits.phrase)), ''),
  places: z._default(z.array(z.enum(searchPlaces)).check(z.minLength(1, messages.required)), [
    ...searchPlaces,
  ]),
  /** Language of the speech and of text in pictures. */
  language: z.optional(languageCode),
  /** Folder, with all below it. */
  assetCollectionUUID: z.optional(uuid),
  /** When the video was added: from (inclusive) and to (exclusive). */
  from: z.optional(time),
  to: z.optional(time),
  /** Only moments at which one of these people is seen. */
  people: z._default(z.array(uuid).check(z.maxLength(searchLimits.filters)), []),
  /** Only moments of shots in which one of these objects is seen: labels as in `listSeenObjects`. */
  objects: z._default(z.array(label).check(z.maxLength(searchLimits.filters)), []),
  /** `newest`: by the time at which the video was added. The same moments are found. */
  sort: z._default(z.enum(momentSorts), 'relevance'),
  /** The ranking of the first page, so that its other pages continue it. Without it, words rank alone if the model of meanings
   * is late. */
  ranking: z.optional(z.enum(momentRankings)),
  ...pageQuery,
})

export const searchMomentsBody = searchFields.check(
  z.refine(
    ({ phrase, people, objects, like: asked }) =>
      phrase.trim() !== '' || people.length > 0 || objects.length > 0 || asked !== undefined,
    { error: messages.required, path: ['phrase'] },
  ),
  z.refine(({ phrase, like: asked }) => asked === undefined || phrase.trim() === '', {
    error: messages.invalid,
    path: ['like'],
  }),
)

export const searchFeature = defineFeature({
  calls: {
    searchMoments: call({
      method: 'POST',
      path: `${base}/ai_analysis/search`,
      summary:
        'Find moments of videos by what is said, by text, people and objects in the picture, and videos by title, tags, description and metadata, or scenes whose picture looks like another one. At most 300 are ranked.',
      caller: 'environment',
      right: videos('read'),
      body: searchMomentsBody,
      answer: z.extend(page(moment), {
        ranking: z.enum(momentRankings),
        /** Number of moments by place, among the ranked ones. */
        counts: z.object({
          speech: z.number(),
          text: z.number(),
          people: z.number(),
          objects: z.number(),
          metadata: z.number(),
        }),
        /** Numbers of moments among the ranked ones, for filters that narrow the search. */
        facets: z.object({
          /** People with a name who are seen at the moments, the most frequent first. */
          people: z.array(z.object(facet)),
          /** Folders that have their videos, also further below, the most frequent first. */
          folders: z.array(z.object(facet)),
          /** Moments of videos that were added in the last 7, 30 and 365 whole days. */
          added: z.array(z.object({ days: z.number(), moments: z.number() })),
        }),
      }),
      kind: 'json',
      status: 200,
    }),
    listSeenObjects: call({
      method: 'GET',
      path: `${base}/ai_analysis/objects`,
      summary:
        'List the labels of objects that were found in videos of the environment, the most frequent first.',
      caller: 'environment',
      right: videos('read'),
      answer: z.object({
        /** The number of videos in which each is seen. */
        items: z.array(z.object({ label: z.string(), videos: z.number() })),
      }),
      kind: 'json',
      status: 200,
    }),
  },
})
