import type { SocialNetwork, SocialPrivacy } from './values.ts'

/** A limit of a network, where it is documented, and when that was read. Documents disagree and change, so that limits are
 * warnings until the network refuses. */
export interface NetworkLimit {
  readonly value: number
  readonly source: string
  readonly readOn: string
}

/** Facts about a network that need no request. */
export interface NetworkProfile {
  /** The name, which is not translated. */
  readonly name: string
  readonly privacies: readonly SocialPrivacy[]
  /** `text`: it has no titles, so that the title is the first line of the text. */
  readonly title: 'required' | 'optional' | 'text'
  /** Whether it has tags. In a network without them they are the last line of the text. */
  readonly hasTags: boolean
  /** How it counts texts: by characters (code points), by units of UTF-16, or as X weighs them. */
  readonly counts: 'points' | 'units' | 'weighted'
  /** Whether posts of an app stay private until the network has audited it. */
  readonly needsAudit: boolean
  /** Whether it takes a thumbnail and captions. */
  readonly takesExtras: boolean
  readonly limits: {
    /** Characters (code points). */
    readonly title: NetworkLimit | null
    /** The text, with the title and the tags if they are part of it. */
    readonly text: NetworkLimit | null
    /** Characters of all tags together, with a comma between them. */
    readonly tags: NetworkLimit | null
    readonly bytes: NetworkLimit | null
    readonly seconds: NetworkLimit | null
    readonly leastSeconds: NetworkLimit | null
    readonly postsPerDay: NetworkLimit | null
  }
  /** Characters that it refuses in titles and texts. */
  readonly refusedCharacters: string
  /** Page of the network on which an app is registered. */
  readonly consoleUrl: string
}

const limit = (value: number, source: string, readOn = '2026-11-28'): NetworkLimit => ({
  value,
  source,
  readOn,
})

const unlimited = {
  title: null,
  text: null,
  tags: null,
  bytes: null,
  seconds: null,
  leastSeconds: null,
  postsPerDay: null,
} as const

const GIB = 1024 ** 3
const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

const docs = {
  youtube: 'https://developers.google.com/youtube/v3/docs/videos',
  youtubeHelp: 'https://support.google.com/youtube/answer/71673',
  x: 'https://docs.x.com/x-api/media/quickstart/best-practices',
  linkedin: 'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api',
  tiktok: 'https://octopost.ink/docs/platforms/tiktok.md',
  facebook: 'https://developers.facebook.com/docs/graph-api/video-uploads',
  instagram: 'https://developers.facebook.com/docs/instagram-api/reference/ig-user/media',
} as const

export const networkProfiles: Readonly<Record<SocialNetwork, NetworkProfile>> = {
  youtube: {
    name: 'YouTube',
    privacies: ['public', 'unlisted', 'private'],
    title: 'required',
    hasTags: true,
    counts: 'points',
    needsAudit: true,
    takesExtras: true,
    limits: {
      ...unlimited,
      title: limit(100, docs.youtube),
      // The documents count bytes; its own editor counts characters.
      text: limit(5000, docs.youtube),
      tags: limit(500, docs.youtube),
      bytes: limit(256 * GIB, docs.youtubeHelp),
      seconds: limit(12 * HOUR_S, docs.youtubeHelp),
      postsPerDay: limit(100, 'https://developers.google.com/youtube/v3/determine_quota_cost'),
    },
    refusedCharacters: '<>',
    consoleUrl: 'https://console.cloud.google.com/apis/credentials',
  },
  x: {
    name: 'X',
    privacies: ['public'],
    title: 'text',
    hasTags: false,
    counts: 'weighted',
    needsAudit: false,
    takesExtras: false,
    limits: {
      ...unlimited,
      text: limit(280, 'https://docs.x.com/fundamentals/counting-characters'),
      bytes: limit(GIB / 2, docs.x),
      // Premium accounts may post longer ones; X refuses the post.
      seconds: limit(140, docs.x),
    },
    refusedCharacters: '',
    consoleUrl: 'https://developer.x.com/en/portal/dashboard',
  },
  linkedin: {
    name: 'LinkedIn',
    privacies: ['public'],
    title: 'optional',
    hasTags: false,
    counts: 'points',
    needsAudit: false,
    takesExtras: false,
    limits: {
      ...unlimited,
      text: limit(3000, 'https://docs.postsyncer.com/platforms/linkedin', '2026-11-30'),
      // Other pages of the same documents say 5 GB.
      bytes: limit(500 * 1024 ** 2, docs.linkedin, '2026-11-30'),
      seconds: limit(30 * MINUTE_S, docs.linkedin, '2026-11-30'),
      leastSeconds: limit(3, docs.linkedin, '2026-11-30'),
    },
    refusedCharacters: '',
    consoleUrl: 'https://www.linkedin.com/developers/apps',
  },
  tiktok: {
    name: 'TikTok',
    privacies: ['public', 'private'],
    title: 'text',
    hasTags: false,
    counts: 'units',
    needsAudit: true,
    takesExtras: false,
    limits: {
      ...unlimited,
      text: limit(2200, docs.tiktok, '2026-11-30'),
      bytes: limit(4 * GIB, docs.tiktok, '2026-11-30'),
      // TikTok says for each account how long a video may be, when it is posted.
      seconds: limit(10 * MINUTE_S, docs.tiktok, '2026-11-30'),
      leastSeconds: limit(3, docs.tiktok, '2026-11-30'),
    },
    refusedCharacters: '',
    consoleUrl: 'https://developers.tiktok.com/apps',
  },
  facebook: {
    name: 'Facebook',
    privacies: ['public'],
    title: 'optional',
    hasTags: false,
    counts: 'points',
    needsAudit: false,
    takesExtras: false,
    limits: {
      ...unlimited,
      bytes: limit(10 * GIB, docs.facebook, '2026-11-30'),
      seconds: limit(4 * HOUR_S, docs.facebook, '2026-11-30'),
    },
    refusedCharacters: '',
    consoleUrl: 'https://developers.facebook.com/apps',
  },
  instagram: {
    name: 'Instagram',
    privacies: ['public'],
    title: 'text',
    hasTags: false,
    counts: 'points',
    needsAudit: false,
    takesExtras: false,
    limits: {
      ...unlimited,
      text: limit(2200, docs.instagram, '2026-12-01'),
      bytes: limit(300 * 1024 ** 2, docs.instagram, '2026-12-01'),
      seconds: limit(15 * MINUTE_S, docs.instagram, '2026-12-01'),
      leastSeconds: limit(3, docs.instagram, '2026-12-01'),
      postsPerDay: limit(
        100,
        'https://developers.facebook.com/docs/instagram-platform/content-publishing',
        '2026-12-01',
      ),
    },
    refusedCharacters: '',
    consoleUrl: 'https://developers.facebook.com/apps',
  },
  vimeo: {
    name: 'Vimeo',
    privacies: ['public', 'unlisted', 'private'],
    title: 'optional',
    hasTags: false,
    counts: 'points',
    needsAudit: false,
    takesExtras: false,
    // What a video may be depends on the plan: Vimeo refuses what is too much.
    limits: unlimited,
    refusedCharacters: '',
    consoleUrl: 'https://developer.vimeo.com/apps',
  },
}

/** A limit of the network that a post does not keep. */
export type SocialWarning =
  | { readonly kind: 'title' | 'text' | 'tags'; readonly length: number; readonly most: number }
  | { readonly kind: 'seconds' | 'bytes'; readonly length: number; readonly most: number }
  | { readonly kind: 'leastSeconds'; readonly length: number; readonly least: number }
  | { readonly kind: 'no-title' }
  | { readonly kind: 'characters'; readonly characters: string }

interface Written {
  readonly title: string
  readonly text: string
  readonly tags: readonly string[]
}

/** Facts about a video; null if they are not known. */
interface VideoFacts {
  readonly durationS: number | null
  readonly bytes: number | null
}

/** The limits of a network that a post does not keep. The network may take it all the same. */
export function socialWarnings(
  network: SocialNetwork,
  written: Written,
  { durationS, bytes }: VideoFacts,
): SocialWarning[] {
  const { limits, title: titles, hasTags, counts, refusedCharacters } = networkProfiles[network]
  const { title, text, tags } = written
  const over = <Kind extends 'title' | 'text' | 'tags' | 'seconds' | 'bytes'>(kind: Kind, length: number) => {
    const most = limits[kind]?.value ?? Number.POSITIVE_INFINITY
    return length > most ? [{ kind, length, most }] : []
  }
  const least = limits.leastSeconds?.value ?? 0
  const used = [...refusedCharacters].filter((each) => title.includes(each) || text.includes(each))
  return [
    ...(titles === 'required' && title.trim() === '' ? [{ kind: 'no-title' } as const] : []),
    ...(titles === 'text' ? [] : over('title', codePoints(title))),
    ...over('text', lengthBy[counts](socialText(network, written))),
    ...(hasTags ? over('tags', codePoints(tags.join(','))) : []),
    ...over('seconds', durationS ?? 0),
    ...(durationS !== null && durationS < least
      ? [{ kind: 'leastSeconds', length: durationS, least } as const]
      : []),
    ...over('bytes', bytes ?? 0),
    ...(used.length > 0 ? [{ kind: 'characters', characters: used.join(' ') } as const] : []),
  ]
}

/** The text of a post at a network. What the network has no field for is in it: the title as its first line, the tags as its last. */
export function socialText(network: SocialNetwork, { title, text, tags }: Written): string {
  const { title: titles, hasTags } = networkProfiles[network]
  const words = tags.map((tag) => tag.replaceAll(/[^\p{L}\p{M}\p{N}_]/gu, '')).filter((tag) => tag !== '')
  const line = hasTags ? '' : words.map((word) => `#${word}`).join(' ')
  return [titles === 'text' ? title : '', text, line].filter((part) => part.trim() !== '').join('\n\n')
}

const lengthBy = { points: codePoints, units: (text: string) => text.length, weighted: xLength } as const

const X_LINK_LENGTH = 23
const EMOJI =
  /\p{RI}{2}|\p{Extended_Pictographic}(?:\p{EMod}|\uFE0F)*(?:\u200D\p{Extended_Pictographic}(?:\p{EMod}|\uFE0F)*)*/gu

/** The length of a text as X counts: addresses and emoji have a fixed one, and most characters of East Asia count twice
 * (https://docs.x.com/fundamentals/counting-characters). */
export function xLength(text: string): number {
  const plain = text
    .normalize('NFC')
    .replaceAll(/https?:\/\/\S+/gu, 'x'.repeat(X_LINK_LENGTH))
    .replaceAll(EMOJI, 'xx')
  return [...plain].reduce((sum, each) => sum + (isLight(each.codePointAt(0) ?? 0) ? 1 : 2), 0)
}

const isLight = (code: number) =>
  code <= 4351 ||
  (code >= 8192 && code <= 8205) ||
  (code >= 8208 && code <= 8223) ||
  (code >= 8242 && code <= 8247)

/** An emoji can be two units of a string, and counts once. */
function codePoints(text: string): number {
  return [...text].length
}
