import * as z from 'zod/mini'
import { call } from '../call.ts'
import { uuid } from '../common.ts'
import { messages } from '../messages.ts'
import { moment } from '../timecode.ts'
import { base, videos } from './base.ts'
import { content, title } from './contents.ts'
import { uploadThumbnailBody } from './thumbnails.ts'

export const socialAspects = ['9:16', '1:1', '4:5', '16:9'] as const
export type SocialAspect = (typeof socialAspects)[number]
/**
 * How a picture of another shape is put in: its middle alone, the whole of it on a colour, or the whole of it on itself,
 * enlarged and blurred.
 */
export const socialFits = ['crop', 'pad', 'blur'] as const
export type SocialFit = (typeof socialFits)[number]
export const logoCorners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const
export type LogoCorner = (typeof logoCorners)[number]

export const socialLimits = {
  seconds: 600,
  /** Characters of what is written across the top. */
  headline: 80,
  /** Percent of the picture's width. */
  leastLogo: 5,
  mostLogo: 50,
} as const

const { headline, leastLogo, mostLogo } = socialLimits

export const createSocialClipBody = z.object({
  /** The video that it is made of. */
  contentId: uuid,
  /** Its own title in the library; the video's title and the times without it. */
  name: z.optional(title),
  startTime: moment,
  endTime: moment,
  aspectRatio: z.enum(socialAspects),
  fit: z._default(z.enum(socialFits), 'crop'),
  /** What is around the picture where it is padded. */
  color: z._default(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, messages.color)), '#000000'),
  /** The video's subtitle that is drawn into the picture, as it is now: its draft where there is one. */
  captions: z._default(z.nullable(uuid), null),
  /** What is written across the top. */
  headline: z.optional(
    z.string().check(
      z.minLength(1, messages.required),
      z.maxLength(headline, messages.headline),
      z.refine((value) => value.trim() === value, messages.whiteSpace),
    ),
  ),
  logo: z.optional(
    z.object({
      ...uploadThumbnailBody.shape,
      corner: z._default(z.enum(logoCorners), 'top-right'),
      /** Percent of the picture's width that it has at most. */
      size: z._default(
        z
          .int(messages.logoSize)
          .check(z.minimum(leastLogo, messages.logoSize), z.maximum(mostLogo, messages.logoSize)),
        18,
      ),
    }),
  ),
})

const path = `${base}/contents/social_clip`

export const socialClipCalls = {
  createSocialClip: call({
    method: 'POST',
    path,
    summary:
      'Make a social clip of at most 10 minutes out of a video: exact to the frame, in a shape of its own, with captions, a headline and a logo in the picture by choice. It is a video of category `SocialClip`, at most 1080 pixels wide or high on its shorter side.',
    caller: 'environment',
    right: videos('create'),
    body: createSocialClipBody,
    answer: content,
    kind: 'json',
    status: 201,
    problems: [
      'not-found',
      'content-not-ready',
      'in-trash',
      'time-beyond-end',
      'no-picture',
      'text-not-drawable',
      'image-unreadable',
      'image-too-small',
      'storage-full',
      'organization-inactive',
      'unavailable',
    ],
    maxBodyBytes: 15 * 1024 ** 2,
  }),
  getSocialClipMeans: call({
    method: 'GET',
    path,
    summary: 'What can be drawn into social clips here: letters need an ffmpeg with libass.',
    caller: 'environment',
    right: videos('read'),
    answer: z.object({ text: z.boolean() }),
    kind: 'json',
    status: 200,
  }),
}
