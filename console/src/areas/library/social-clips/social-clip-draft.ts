import type { LogoCorner, SocialAspect, SocialFit } from '@kinora/contract'
import { timecodeOf } from '@kinora/contract/timecode'
import type { api } from '../../../lib/api'
import type { Range } from '../timeline/range'

/** The selected logo. */
export interface Logo {
  readonly fileName: string
  /** Its content in base64. */
  readonly file: string
}

/** The values of the form. */
export interface SocialClipDraft {
  readonly name: string
  readonly aspectRatio: SocialAspect
  readonly fit: SocialFit
  /** Six hex digits; empty for black. */
  readonly color: string
  /** The subtitle's id. */
  readonly captions: string | null
  readonly headline: string
  readonly logo: Logo | null
  readonly corner: LogoCorner
  readonly size: LogoSize
}

/** Percent of the frame's width. */
export const logoSizes = ['10', '18', '30', '45'] as const
export type LogoSize = (typeof logoSizes)[number]

export const firstDraft: SocialClipDraft = {
  name: '',
  aspectRatio: '9:16',
  fit: 'crop',
  color: '',
  captions: null,
  headline: '',
  logo: null,
  corner: 'top-right',
  size: '18',
}

/** The request body. */
export function requestBodyOf(
  { name, aspectRatio, fit, color, captions, headline, logo, corner, size }: SocialClipDraft,
  contentId: string,
  { start, end }: Range,
): Parameters<typeof api<'createSocialClip'>>[1]['body'] {
  return {
    contentId,
    aspectRatio,
    fit,
    captions,
    startTime: timecodeOf(start),
    endTime: timecodeOf(end),
    ...(color !== '' && { color: `#${color}` }),
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(headline.trim() !== '' && { headline: headline.trim() }),
    ...(logo && { logo: { ...logo, corner, size: Number(size) } }),
  }
}
