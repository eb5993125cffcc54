import { type CompanionKind, canonicalLanguage } from '@kinora/contract'
import { nameOf, parentOf } from '../stores/names.ts'
import type { WatchFolderRow } from '../tables.ts'
import { matchesPattern } from './name-pattern.ts'

/** The rules of a folder for files that belong to others. */
export type CompanionRules = Pick<WatchFolderRow, 'settle' | 'marker' | 'manifest' | 'sidecars'>

const sidecarEnding = /\.(?:xml|json|csv)$/i
const subtitleEnding = /\.(?:srt|vtt)$/i

/** The kind of a file that belongs to others, by its name. Null if it is a file of its own. */
export function companionKindOf(path: string, rules: CompanionRules): CompanionKind | null {
  const { settle, marker, manifest, sidecars } = rules
  const name = nameOf(path)
  if (settle === 'marker' && name.length > marker.length && name.endsWith(marker)) return 'marker'
  if (settle === 'manifest' && matchesPattern(name.toLowerCase(), manifest.toLowerCase())) return 'manifest'
  if (sidecars === 'ignore') return null
  if (sidecarEnding.test(name)) return 'sidecar'
  return subtitleEnding.test(name) ? 'subtitle' : null
}

/** The beginning that the paths of a video and of its companions share: up to the first dot of the name. */
export function sharedStart(path: string): string {
  const name = nameOf(path)
  const dot = name.indexOf('.')
  return dot < 0 ? path : path.slice(0, path.length - name.length + dot)
}

interface Named {
  readonly path: string
  readonly kind: CompanionKind
}

/** Whether a file belongs to a video. @param videos all videos that share the beginning of its name: `film.v2.srt` belongs to
 * `film.v2.mp4` if there is one, and to `film.mp4` otherwise */
export function isCompanionOf(
  file: Named,
  video: string,
  rules: Pick<CompanionRules, 'marker'>,
  videos: readonly string[] = [],
): boolean {
  const length = lengthInCommon(file, video, rules)
  return length > 0 && videos.every((other) => lengthInCommon(file, other, rules) <= length)
}

/** How much of the name of a video a file has. 0 if it does not belong to it. */
function lengthInCommon(
  { path, kind }: Named,
  video: string,
  { marker }: Pick<CompanionRules, 'marker'>,
): number {
  const isOwn = (name: string): boolean => {
    switch (kind) {
      case 'marker':
        return path === name + marker
      case 'manifest':
        return parentOf(path) === '' || video.startsWith(`${parentOf(path)}/`)
      case 'sidecar':
        return withoutEnding(path) === name
      case 'subtitle':
        return withoutEnding(path) === name || path.startsWith(`${name}.`)
    }
  }
  // All videos of a folder have the same part in its manifest.
  const lengths = [video, withoutEnding(video)].filter(isOwn).map(({ length }) => length)
  return kind === 'manifest' ? Math.min(1, lengths.length) : Math.max(0, ...lengths)
}

interface SubtitleLabel {
  /** Null if the name has none. */
  readonly language: string | null
  /** Other words of the name. */
  readonly title: string | null
  readonly closedCaptions: boolean
}

/** Words for captions. After a language, `hi` is one too. */
const captionWords = new Set(['cc', 'sdh'])

/** Reads the name of a subtitle, such as `film.ar.vtt` and `film.en.sdh.srt`. The first word may be a language. */
export function subtitleLabel(path: string, video: string): SubtitleLabel {
  const name = withoutEnding(path)
  const start =
    [video, withoutEnding(video)].find((each) => name === each || name.startsWith(`${each}.`)) ?? ''
  const words = name
    .slice(start.length)
    .split('.')
    .filter((word) => word !== '')
  const isCaption = (word: string) =>
    captionWords.has(word.toLowerCase()) || (word.toLowerCase() === 'hi' && language !== null)
  const [first = ''] = words
  const language = captionWords.has(first.toLowerCase()) ? null : canonicalLanguage(first)
  const others = language === null ? words : words.slice(1)
  const title = others.filter((word) => !isCaption(word)).join(' ')
  return { language, title: title === '' ? null : title, closedCaptions: others.some(isCaption) }
}

function withoutEnding(path: string): string {
  const name = nameOf(path)
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? path : path.slice(0, path.length - name.length + dot)
}
