import { randomBytes } from 'node:crypto'
import { type PlaybackRefusal, playbackRefusals, problems } from '@kinora/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../../platform/config.ts'
import { ownOrigins } from '../../../platform/http/origin.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Publisher } from '../../identity/index.ts'
import type { Audience } from '../playback/playback-tokens.ts'
import type { PlaybackAccess, PlaybackRequest, Playbacks } from '../playback/playbacks.ts'
import { referrerOf } from '../playback/referrer.ts'
import { cacheHeader, varyByReferrer } from '../playback/send.ts'
import { cacheRules } from '../sources/cache-rules.ts'
import type { Playback } from '../sources/playback-source.ts'

type Refusal = PlaybackRefusal | 'not-found'
const refusals: readonly Refusal[] = ['not-found', ...playbackRefusals]

/** The video of a page, or the reason why it cannot be watched. */
export interface RequestedPage {
  readonly playbackId: string
  readonly token: string
  readonly access: PlaybackAccess | null
  /** Images that the token also allows. Requests for others would fail. */
  readonly shows: { readonly poster: boolean; readonly storyboard: boolean }
  readonly refusal: Refusal | null
  /** Start or end of the time in which it can be played. */
  readonly moment: string | null
}

/** Finds the video of a page. For browsers, a refused video is a page that explains the reason.
 * @throws problem for requests that do not accept HTML */
export async function pageOf(
  playbacks: Playbacks,
  config: Config,
  request: FastifyRequest,
  playbackId: string,
  token = '',
): Promise<RequestedPage> {
  const referrer = referrerOf(request.headers, ownOrigins(request, config))
  const shows = { poster: false, storyboard: false }
  const asked = { playbackId, token, access: null, shows, refusal: null, moment: null }
  try {
    const ask = { playbackId, token: token || undefined, referrer }
    const access = await playbacks.get({ ...ask, audience: 'v' })
    const poster = await hasAccess(playbacks, 't', ask)
    const storyboard = await hasAccess(playbacks, 's', ask)
    const own = { token: access.permit === null ? '' : token, shows: { poster, storyboard } }
    return { ...asked, ...own, access }
  } catch (error) {
    const isPage = request.headers.accept?.includes('text/html') ?? false
    const refusal = error instanceof Problem ? refusals.find((id) => id === error.id) : undefined
    if (!isPage || refusal === undefined) throw error
    const restrictions = (await playbacks.find(playbackId))?.restrictions
    const moments: Partial<Record<Refusal, string | null | undefined>> = {
      'playback-not-begun': restrictions?.playableFrom,
      'playback-over': restrictions?.playableUntil,
    }
    return { ...asked, token: '', refusal, moment: moments[refusal] ?? null }
  }
}

export async function hasAccess(
  playbacks: Playbacks,
  audience: Audience,
  ask: Omit<PlaybackRequest, 'audience'>,
): Promise<boolean> {
  try {
    await playbacks.get({ ...ask, audience })
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

interface PagePolicy {
  /** Sources for `frame-ancestors` of the content security policy. */
  readonly frameAncestors: string
  /** Another origin for images. */
  readonly imageOrigin?: string | undefined
}

export function sendPage(
  reply: FastifyReply,
  { access, refusal }: RequestedPage,
  policy: PagePolicy,
  write: (nonce: string) => string,
): void {
  const nonce = randomBytes(16).toString('base64url')
  const isForAll = refusal === null ? access?.privateUntil === null : refusal === 'not-found'
  if (refusal !== null) reply.code(problems[refusal].status)
  if (!isForAll) reply.header('vary', varyByReferrer)
  reply
    .header('content-security-policy', policyOf(nonce, policy))
    .header('cache-control', cacheHeader(isForAll ? cacheRules.seconds : cacheRules.never, null))
    .type('text/html; charset=utf-8')
    .send(write(nonce))
}

/** The player loads only from its own origin, except for the logo that an embedder chose. */
const policyOf = (nonce: string, { frameAncestors, imageOrigin }: PagePolicy) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${imageOrigin === undefined ? '' : ` ${imageOrigin}`}`,
    "font-src 'self'",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')

/** Template values of both pages. @param publisher null if the video must not be shown */
export function playerValues(
  { playbackId, token, access, shows, refusal, moment }: RequestedPage,
  publisher: Publisher | null,
) {
  const playback = access?.playback ?? null
  return {
    playbackId,
    envKey: publisher?.envKey ?? '',
    token,
    title: playback?.page.title ?? '',
    poster: playback && shows.poster ? posterOf(playback, token) : '',
    storyboard: playback && shows.storyboard ? storyboardOf(playback, token) : '',
    waveform: playback && shows.storyboard ? waveformOf(playback, token) : '',
    live: playback?.page.live ?? '',
    refusal: refusal ?? '',
    moment: moment ?? '',
  }
}

/** URL of the poster, or empty if there is none. */
export function posterOf({ playbackId, page }: Playback, token: string): string {
  const { posterVersion: version } = page
  return version === null ? '' : `/image/${playbackId}/thumbnail.jpg?${queryOf(version, token)}`
}

function storyboardOf({ playbackId, page: { storyboard }, scenes }: Playback, token: string): string {
  if (storyboard === null && scenes === undefined) return ''
  return `/image/${playbackId}/storyboard.vtt?${queryOf(storyboard?.version ?? '', token)}`
}

function waveformOf({ playbackId, page: { waveformVersion } }: Playback, token: string): string {
  return waveformVersion === null
    ? ''
    : `/image/${playbackId}/waveform.png?${queryOf(waveformVersion, token)}`
}

/** @param version empty for what changes with time */
function queryOf(version: string, token: string): string {
  return [version && `v=${version}`, token && `token=${encodeURIComponent(token)}`].filter(Boolean).join('&')
}

/** Replaces `{{name}}` in the template with escaped values. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_match, name: string) => escapeHtml(values[name] ?? ''))
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
