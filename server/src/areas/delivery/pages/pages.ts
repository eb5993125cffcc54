import { randomBytes } from 'node:crypto'
import { type PlaybackRefusal, playbackRefusals, problems } from '@kinora/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../../platform/config.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Audience } from '../playback/playback-tokens.ts'
import type { Delivered, PlaybackRequest, Playbacks } from '../playback/playbacks.ts'
import { referrerOf } from '../playback/referrer.ts'
import { cacheHeader, varyByReferrer } from '../playback/send.ts'
import { cacheRules } from '../sources/cache-rules.ts'
import type { Playback } from '../sources/playback-source.ts'

type Refusal = PlaybackRefusal | 'not-found'
const refusals: readonly Refusal[] = ['not-found', ...playbackRefusals]

/** What a page is asked for: a video, or why there is none to see. */
export interface RequestedPage {
  readonly playbackId: string
  readonly token: string
  readonly delivered: Delivered | null
  /** Pictures that the token is good for as well: one for the video alone would only be refused. */
  readonly shows: { readonly poster: boolean; readonly storyboard: boolean }
  readonly refusal: Refusal | null
  /** When it can be played, or could. */
  readonly moment: string | null
}

/**
 * A browser that asks for a video that it may not see gets a page all the same, which says so in the viewer's words.
 * @throws problem for whoever asks for something else than a page
 */
export async function pageOf(
  playbacks: Playbacks,
  config: Config,
  request: FastifyRequest,
  playbackId: string,
  token = '',
): Promise<RequestedPage> {
  const referrer = referrerOf(request.headers, originOf(request, config))
  const shows = { poster: false, storyboard: false }
  const asked = { playbackId, token, delivered: null, shows, refusal: null, moment: null }
  try {
    const ask = { playbackId, token: token || undefined, referrer }
    const delivered = await playbacks.get({ ...ask, audience: 'v' })
    const poster = await hasAccess(playbacks, 't', ask)
    const storyboard = await hasAccess(playbacks, 's', ask)
    const own = { token: delivered.permit === null ? '' : token, shows: { poster, storyboard } }
    return { ...asked, ...own, delivered }
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

/** @param framers who may frame it, as a content security policy says it */
export function sendPage(
  reply: FastifyReply,
  { delivered, refusal }: RequestedPage,
  framers: string,
  write: (nonce: string) => string,
): void {
  const nonce = randomBytes(16).toString('base64url')
  const isForAll = refusal === null ? delivered?.keptUntil === null : refusal === 'not-found'
  if (refusal !== null) reply.code(problems[refusal].status)
  if (!isForAll) reply.header('vary', varyByReferrer)
  reply
    .header('content-security-policy', policyOf(nonce, framers))
    .header('cache-control', cacheHeader(isForAll ? cacheRules.seconds : cacheRules.never, null))
    .type('text/html; charset=utf-8')
    .send(write(nonce))
}

/** The player itself loads nothing from elsewhere. */
const policyOf = (nonce: string, framers: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framers}`,
  ].join('; ')

/** What both pages tell the player. */
export function playerValues({ playbackId, token, delivered, shows, refusal, moment }: RequestedPage) {
  const playback = delivered?.playback ?? null
  return {
    playbackId,
    token,
    title: playback?.page.title ?? '',
    poster: playback && shows.poster ? posterOf(playback, token) : '',
    storyboard: playback && shows.storyboard ? storyboardOf(playback, token) : '',
    refusal: refusal ?? '',
    moment: moment ?? '',
  }
}

/** The poster's address; empty where there is none. */
export function posterOf({ playbackId, page }: Playback, token: string): string {
  const { posterVersion: version } = page
  return version === null ? '' : `/image/${playbackId}/thumbnail.jpg?${queryOf(version, token)}`
}

function storyboardOf({ playbackId, page: { storyboard } }: Playback, token: string): string {
  return storyboard === null
    ? ''
    : `/image/${playbackId}/storyboard.vtt?${queryOf(storyboard.version, token)}`
}

function queryOf(version: string, token: string): string {
  return `v=${version}${token && `&token=${encodeURIComponent(token)}`}`
}

/** Puts the values where the template names them in double braces, as text. */
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
