import * as z from 'zod/mini'
import { call } from '../call.ts'
import { time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, read } from './base.ts'
import { filterFields } from './metric-fields.ts'
import { annotationKinds, annotationReasons } from './values.ts'

/** An event of a video or live stream that charts over time mark. */
const annotation = z.object({
  kind: z.enum(annotationKinds),
  /** The exact event; `kind` is its group. */
  reason: z.enum(annotationReasons),
  at: time,
  /** When a lost signal returned. Null while it is lost, and for other events. */
  until: z.nullable(time),
  category: z.enum(['video', 'live']),
  /** ID of the video or live stream. */
  contentId: uuid,
  /** Null if it is deleted. */
  name: z.nullable(z.string()),
})
export type Annotation = z.infer<typeof annotation>

const annotationCalls = {
  listAnnotations: call({
    method: 'GET',
    path: `${base}/annotations`,
    summary:
      'List the newest 200 events of videos and live streams in a time range, newest first: videos that became ready, live streams that went on or off air, and incidents. A repeated incident of an object is listed once a minute. If an encoder disconnects and does not return, the stream went off air; this is not an incident. Annotations are kept for two years.',
    caller: 'environment',
    right: read,
    query: z.object({
      from: time,
      to: time,
      contentId: filterFields.contentId,
      category: filterFields.category,
    }),
    answer: z.object({
      items: z.array(annotation),
      /** Whether the range has older annotations. */
      more: z.boolean(),
    }),
    kind: 'json',
    status: 200,
    problems: ['range-too-long'],
  }),
}

export const annotationFeature = defineFeature({
  calls: annotationCalls,
})
