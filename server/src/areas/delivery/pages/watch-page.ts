import { cutLetters } from '@kinora/contract'
import type { Publisher } from '../../identity/index.ts'
import { isOpen } from '../playback/access.ts'
import type { Playback } from '../sources/playback-source.ts'
import { escapeHtml, fill, playerValues, posterOf, type RequestedPage } from './pages.ts'

/** About the length that search results and link previews show. */
const SUMMARY_LENGTH = 300

interface PageContext {
  readonly origin: string
  readonly nonce: string
  /** Null if the video must not be shown. */
  readonly publisher: Publisher | null
}

/** The watch page with metadata for link previews. Only public videos are open to search engines. */
export function watchPage(
  template: string,
  asked: RequestedPage,
  { origin, nonce, publisher }: PageContext,
): string {
  const playback = asked.access?.playback ?? null
  const state = asked.refusal ?? stateOf(playback)
  const { width, height } = playback?.page.display ?? { width: 16, height: 9 }
  const publishedAt = playback && publishedAtOf(playback)
  const filled = fill(template, {
    ...playerValues(asked, publisher),
    nonce,
    refusal: state ?? '',
    ratio: `${width} / ${height}`,
    description: playback?.page.description ?? '',
    publisher: publisher?.name ?? '',
    publisherLogo: publisher?.logoUrl ?? '',
    publishedAt: publishedAt ?? '',
    published: publishedAt?.slice(0, 10) ?? '',
    robots: playback && isOpen(playback) && state === null ? 'all' : 'noindex',
  })
  // A function, because `replace` interprets `$` in a string.
  return filled.replace('<!-- head -->', () => (playback ? headOf(playback, origin, publisher) : ''))
}

/** Why an allowed video cannot be watched now. The player itself shows the states of live streams. */
function stateOf(playback: Playback | null): 'failed' | 'not-ready' | null {
  if (playback === null || isBroadcast(playback.page)) return null
  return playback.page.state === 'ready' ? null : playback.page.state
}

/** Videos with a start time are published at that time. */
function publishedAtOf({ page, restrictions: { playableFrom } }: Playback): string {
  return playableFrom ?? page.publishedAt.toISOString()
}

function headOf(playback: Playback, origin: string, publisher: Publisher | null): string {
  const { playbackId, policy } = playback
  const { title } = playback.page
  const address = `${origin}/watch/${playbackId}`
  const summary = summaryOf(playback)
  const tags = [
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    meta('name', 'description', summary),
    meta('property', 'og:type', 'video.other'),
    meta('property', 'og:site_name', publisher?.name ?? 'Kinora'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', summary),
    meta('property', 'og:url', address),
    // Sites that show link previews have no token.
    ...(policy === 'public' ? previewTagsOf(playback, origin, address) : []),
  ]
  return tags.filter((tag) => tag !== '').join('\n    ')
}

function previewTagsOf(playback: Playback, origin: string, address: string): string[] {
  const { playbackId } = playback
  const { title, display, posterVersion } = playback.page
  const embed = `${origin}/embed/${playbackId}`
  const { width, height } = display ?? { width: 1280, height: 720 }
  const poster = posterVersion === null ? '' : origin + posterOf(playback, '')
  const oEmbed = `${origin}/oembed?url=${encodeURIComponent(address)}`
  return [
    meta('property', 'og:image', poster),
    meta('property', 'og:video', embed),
    meta('property', 'og:video:type', 'text/html'),
    meta('property', 'og:video:width', String(width)),
    meta('property', 'og:video:height', String(height)),
    meta('name', 'twitter:card', 'player'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', summaryOf(playback)),
    meta('name', 'twitter:image', poster),
    meta('name', 'twitter:player', embed),
    meta('name', 'twitter:player:width', String(width)),
    meta('name', 'twitter:player:height', String(height)),
    `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oEmbed)}" title="${escapeHtml(title)}" />`,
    isOpen(playback)
      ? `<script type="application/ld+json">${scriptText(structuredDataOf(playback, origin))}</script>`
      : '',
  ]
}

/** Structured data for search engines (schema.org VideoObject). */
function structuredDataOf(playback: Playback, origin: string) {
  const { playbackId } = playback
  const { title, durationS, posterVersion } = playback.page
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: title,
    description: summaryOf(playback) || title,
    uploadDate: publishedAtOf(playback),
    ...(durationS !== null && { duration: `PT${Math.max(1, Math.round(durationS))}S` }),
    embedUrl: `${origin}/embed/${playbackId}`,
    ...(posterVersion !== null && { thumbnailUrl: [origin + posterOf(playback, '')] }),
  }
}

function summaryOf({ page }: Playback): string {
  const line = page.description.replace(/\s+/g, ' ').trim()
  return cutLetters(line, SUMMARY_LENGTH) === line ? line : `${cutLetters(line, SUMMARY_LENGTH - 1)}…`
}

/** Empty if there is no content. */
function meta(kind: 'name' | 'property', name: string, content: string): string {
  return content === '' ? '' : `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`
}

/** JSON that cannot end the script element. */
function scriptText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** Without the times of a video. */
function isBroadcast({ live }: Playback['page']): boolean {
  return live !== null && live !== 'recording'
}
