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
  readonly hasTitle: boolean
  /** Whether posts of an app stay private until the network has audited it. */
  readonly needsAudit: boolean
  readonly limits: {
    /** Characters (code points). */
    readonly title: NetworkLimit | null
    /** Characters, of X as it weighs them. */
    readonly text: NetworkLimit | null
    /** Characters of all tags together, with a comma between them. */
    readonly tags: NetworkLimit | null
    readonly bytes: NetworkLimit | null
    readonly seconds: NetworkLimit | null
    readonly postsPerDay: NetworkLimit | null
  }
  /** Characters that it refuses in titles and texts. */
  readonly refusedCharacters: string
  /** Page of the network on which an app is registered. */
  readonly consoleUrl: string
}

const xDocs = 'https://docs.x.com/x-api/media/quickstart/best-practices'
const youtubeDocs = 'https://developers.google.com/youtube/v3/docs/videos'

export const networkProfiles: Readonly<Record<SocialNetwork, NetworkProfile>> = {
  youtube: {
    name: 'YouTube',
    privacies: ['public', 'unlisted', 'private'],
    hasTitle: true,
    needsAudit: true,
    limits: {
      title: { value: 100, source: youtubeDocs, readOn: '2026-11-28' },
      // The documents count bytes; its own editor counts characters.
      text: { value: 5000, source: youtubeDocs, readOn: '2026-11-28' },
      tags: { value: 500, source: youtubeDocs, readOn: '2026-11-28' },
      bytes: {
        value: 256 * 1024 ** 3,
        source: 'https://support.google.com/youtube/answer/71673',
        readOn: '2026-11-28',
      },
      seconds: {
        value: 12 * 3600,
        source: 'https://support.google.com/youtube/answer/71673',
        readOn: '2026-11-28',
      },
      postsPerDay: {
        value: 100,
        source: 'https://developers.google.com/youtube/v3/determine_quota_cost',
        readOn: '2026-11-28',
      },
    },
    refusedCharacters: '<>',
    consoleUrl: 'https://console.cloud.google.com/apis/credentials',
  },
  x: {
    name: 'X',
    privacies: ['public'],
    hasTitle: false,
    needsAudit: false,
    limits: {
      title: null,
      text: {
        value: 280,
        source: 'https://docs.x.com/fundamentals/counting-characters',
        readOn: '2026-11-28',
      },
      tags: null,
      bytes: { value: 512 * 1024 ** 2, source: xDocs, readOn: '2026-11-28' },
      // Premium accounts may post longer ones; X refuses the post.
      seconds: { value: 140, source: xDocs, readOn: '2026-11-28' },
      postsPerDay: null,
    },
    refusedCharacters: '',
    consoleUrl: 'https://developer.x.com/en/portal/dashboard',
  },
}

/** A limit of the network that a post does not keep. */
export type SocialWarning =
  | { readonly kind: 'title' | 'text' | 'tags'; readonly length: number; readonly most: number }
  | { readonly kind: 'seconds'; readonly length: number; readonly most: number }
  | { readonly kind: 'no-title' }
  | { readonly kind: 'characters'; readonly characters: string }

interface Written {
  readonly title: string
  readonly text: string
  readonly tags: readonly string[]
  /** Seconds; null if it is not known. */
  readonly durationS: number | null
}

/** The limits of a network that a post does not keep. The network may take it all the same. */
export function socialWarnings(network: SocialNetwork, written: Written): SocialWarning[] {
  const { limits, hasTitle, refusedCharacters } = networkProfiles[network]
  const { title, text, tags, durationS } = written
  const over = (kind: 'title' | 'text' | 'tags' | 'seconds', length: number, limit: NetworkLimit | null) =>
    limit !== null && length > limit.value ? [{ kind, length, most: limit.value } as const] : []
  const used = [...refusedCharacters].filter((each) => title.includes(each) || text.includes(each))
  return [
    ...(hasTitle && title.trim() === '' ? [{ kind: 'no-title' } as const] : []),
    ...(hasTitle ? over('title', codePoints(title), limits.title) : []),
    ...over('text', network === 'x' ? xLength(xText(written)) : codePoints(text), limits.text),
    ...over('tags', codePoints(tags.join(',')), limits.tags),
    ...over('seconds', durationS ?? 0, limits.seconds),
    ...(used.length > 0 ? [{ kind: 'characters', characters: used.join(' ') } as const] : []),
  ]
}

/** The text of a post at X, which has no title and no tags of its own: they are its first and its last line. */
export function xText({ title, text, tags }: Pick<Written, 'title' | 'text' | 'tags'>): string {
  const words = tags.map((tag) => tag.replaceAll(/[^\p{L}\p{M}\p{N}_]/gu, '')).filter((tag) => tag !== '')
  const line = words.map((word) => `#${word}`).join(' ')
  return [title, text, line].filter((part) => part.trim() !== '').join('\n\n')
}

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
