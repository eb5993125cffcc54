import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { uploadThumbnailBody } from '../library/index.ts'
import { base, livestreams } from './base.ts'
import { livestream } from './livestreams.ts'

const path = `${base}/livestreams/:id/slate_image`

const slateImageCalls = {
  getSlateImage: call({
    method: 'GET',
    path,
    summary: 'Get the image that viewers see while the encoder of a live stream is away, as a JPEG.',
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
      'Set the image that viewers see while the encoder of a live stream is away, from a .jpg, .jpeg or .png file of at least 75 × 60 pixels. It is shown whole, in the size of the stream.',
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
    summary: 'Remove the image of a live stream. Viewers see a dark picture while the encoder is away.',
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
