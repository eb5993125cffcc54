import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { base, channels } from './base.ts'
import { adPlaceKinds, adPlaceStates } from './values.ts'

/** Places in a video where a break disturbs viewers least. */
export const adPlaces = z.object({
  state: z.enum(adPlaceStates),
  /** Sorted by time. */
  items: z.array(
    z.object({
      /** Seconds from the start of the video. */
      at: z.number(),
      kind: z.enum(adPlaceKinds),
      /** Title of the chapter. Null for scenes and for chapters without a title. */
      title: z.nullable(z.string()),
    }),
  ),
})
export type AdPlaces = z.infer<typeof adPlaces>

const path = `${base}/contents/:id/scte/places`

const adPlaceCalls = {
  findAdPlaces: call({
    method: 'POST',
    path,
    summary:
      'Find places for ad breaks in the file of a video: starts of chapters and scenes. This takes some time: get the places again until `state` is `ready`.',
    caller: 'environment',
    right: channels('update'),
    params: idParams,
    answer: adPlaces,
    kind: 'json',
    status: 200,
    problems: ['ad-places-unavailable'],
  }),
  getAdPlaces: call({
    method: 'GET',
    path,
    summary: 'Get the places for ad breaks that were found in a video.',
    caller: 'environment',
    right: channels('read'),
    params: idParams,
    answer: adPlaces,
    kind: 'json',
    status: 200,
  }),
}

export const adPlaceFeature = defineFeature({
  calls: adPlaceCalls,
  problems: {
    'ad-places-unavailable': {
      status: 409,
      title: 'Places for ad breaks can be found only in a ready video with a source file',
    },
  },
})
