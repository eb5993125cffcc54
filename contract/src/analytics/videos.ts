import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, pageQuery } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, problems } from './base.ts'
import { filterQuery, rangeFields } from './metric-fields.ts'
import { cohortSplits, videoSorts } from './values.ts'
import { retention, startupTimes, videoFigures, worstViews } from './video-fields.ts'

const readVideos = ['Adv Analytics', 'Video Analytics', 'read'] as const
const readPerformance = ['Adv Analytics', 'Performance', 'read'] as const
const { contentId: _, ...filtersOfOne } = filterQuery

/** Calls for retention, startup times and worst views of videos. */
const videoCalls = {
  getRetention: call({
    method: 'GET',
    path: `${base}/retention/:id`,
    summary:
      'Get the audience retention of a video: how many views played each part of it, in up to 300 parts, the largest drop-offs and the most replayed moments. `splitBy` adds a curve for each of the 5 largest values of a dimension, or for each of the 6 newest weeks in `timezone`. Only the newest 200,000 views count.',
    caller: 'environment',
    right: readVideos,
    params: idParams,
    query: z.object({ ...rangeFields, ...filtersOfOne, splitBy: z.optional(z.enum(cohortSplits)) }),
    answer: retention,
    kind: 'json',
    status: 200,
    problems,
  }),
  listVideoFigures: call({
    method: 'GET',
    path: `${base}/video_figures`,
    summary: 'List the videos that were viewed in a time range, with their metrics.',
    caller: 'environment',
    right: readVideos,
    query: z.object({
      ...rangeFields,
      ...filterQuery,
      ...pageQuery,
      sort: z._default(z.enum(videoSorts), '-views'),
    }),
    answer: videoFigures,
    kind: 'json',
    status: 200,
    problems,
  }),
  getStartupTimes: call({
    method: 'GET',
    path: `${base}/startup_times`,
    summary:
      'Get the distribution of startup times: a histogram of about 20 buckets that fit the times, and percentiles.',
    caller: 'environment',
    right: readPerformance,
    query: z.object({ ...rangeFields, ...filterQuery }),
    answer: startupTimes,
    kind: 'json',
    status: 200,
    problems,
  }),
  listWorstViews: call({
    method: 'GET',
    path: `${base}/views/worst`,
    summary:
      'List the 20 views of a time range with the lowest experience score. Views that viewers left before the first frame are not listed.',
    caller: 'environment',
    right: readPerformance,
    query: z.object({ ...rangeFields, ...filterQuery }),
    answer: worstViews,
    kind: 'json',
    status: 200,
    problems,
  }),
}

export const videoFeature = defineFeature({
  calls: videoCalls,
})
