import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { uploadThumbnailBody } from '../library/index.ts'
import { base, livestreams } from './base.ts'
import { livestream } from './stream-fields.ts'

const path = `${base}/livestreams/:id/slate_image`

const slateImageCalls = {
  getSlateImage: call({
    method: 'GET',
    path,
    summary: 'Get the slate image of a live stream, which viewers see while no encoder sends, as a JPEG.',
    caller: 'environment',
    right: livestreams('read'),
    params: idParams,
    kind: 'file',
    status: 200,
  }),
  setSlateImage: call({
    method: 'PUT',
    path,
    summary:
      'Set the slate image of a live stream, which viewers see while no encoder sends, from a .jpg, .jpeg or .png file of at least 75 × 60 pixels. It is scaled to fit the video size.',
    caller: 'environment',
    right: livestreams('update'),
    params: idParams,
    body: z.object(uploadThumbnailBody.shape),
    answer: livestream,
    kind: 'json',
    status: 200,
    problems: ['image-unreadable', 'image-too-small', 'storage-full', 'unavailable'],
    maxBodyBytes: 15 * 1024 ** 2,
  }),
  removeSlateImage: call({
    method: 'DELETE',
    path,
    summary: 'Remove the slate image of a live stream. Viewers see a dark slate while no encoder sends.',
    caller: 'environment',
    right: livestreams('update'),
    params: idParams,
    answer: livestream,
    kind: 'json',
    status: 200,
  }),
}

export const slateImageFeature = defineFeature({
  calls: slateImageCalls,
})
