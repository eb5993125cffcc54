import * as z from 'zod/mini'
import { call, startRefusals } from '../call.ts'
import { uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { moment } from '../timecode.ts'
import { base, videos } from './base.ts'
import { content, title } from './content-fields.ts'
import { uploadThumbnailBody } from './images.ts'

export const socialAspects = ['9:16', '1:1', '4:5', '16:9'] as const
export type SocialAspect = (typeof socialAspects)[number]
/** How the video fits another aspect ratio: cropped to its center, padded with a color, or in front of a blurred
 * and enlarged copy of itself. */
export const socialFits = ['crop', 'pad', 'blur'] as const
export type SocialFit = (typeof socialFits)[number]
export const logoCorners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const
export type LogoCorner = (typeof logoCorners)[number]

export const socialLimits = {
  seconds: 600,
  /** Maximum length of the headline, in characters. */
  headline: 80,
  /** Percent of the width of the clip. */
  leastLogo: 5,
  mostLogo: 50,
} as const

const { headline, leastLogo, mostLogo } = socialLimits

export const createSocialClipBody = z.object({
  /** The source video. */
  contentId: uuid,
  /** Title of the clip in the library. Defaults to the title of the video and the times. */
  name: z.optional(title),
  startTime: moment,
  endTime: moment,
  aspectRatio: z.enum(socialAspects),
  fit: z._default(z.enum(socialFits), 'crop'),
  /** Color of the padding. */
  color: z._default(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, messages.color)), '#000000'),
  /** The subtitle that is burned in, in its current version: the draft if there is one. */
  captions: z._default(z.nullable(uuid), null),
  /** Text at the top of the picture. */
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
      /** Maximum width, in percent of the width of the clip. */
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

const socialClipCalls = {
  createSocialClip: call({
    method: 'POST',
    path,
    summary:
      'Create a social clip of at most 10 minutes from a video, with frame accuracy and in another aspect ratio. Captions, a headline and a logo can be burned in. The clip is a video of category `SocialClip`, with at most 1080 pixels on its shorter side.',
    caller: 'environment',
    right: videos('create'),
    body: createSocialClipBody,
    answer: content,
    kind: 'json',
    status: 201,
    problems: [
      ...startRefusals,
      'recording-has-no-source',
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
  getSocialClipOptions: call({
    method: 'GET',
    path,
    summary: 'Get what can be rendered into social clips here: text requires an ffmpeg with libass.',
    caller: 'environment',
    right: videos('read'),
    answer: z.object({ text: z.boolean() }),
    kind: 'json',
    status: 200,
  }),
}

export const socialClipFeature = defineFeature({
  calls: socialClipCalls,
  problems: {
    'text-not-drawable': { status: 409, title: 'This server’s ffmpeg cannot render text' },
  },
  messages: {
    color: 'Enter a color such as #1a2b3c',
    headline: 'Enter at most 80 characters',
    logoSize: 'Enter 5 to 50 percent',
  },
})
