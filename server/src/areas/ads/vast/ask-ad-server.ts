import type { IncomingMessage } from 'node:http'
import type { AdSkipReason } from '@kinora/contract'
import { DownloadFailure, getGuarded } from '../../../platform/net/download.ts'
import type { Pricing } from '../facts/pricing.ts'
import { decodeXmlText } from './decode-text.ts'
import { type InlineAd, readVast, type Tracking, VastRefused, type WrapperAd } from './vast.ts'
import { XmlRefused } from './xml.ts'

/** One request to an ad server, for the log. */
export interface Exchange {
  readonly url: string
  readonly status: number | null
  readonly tookMs: number
  readonly fault: string | null
  /** Start of the answer. */
  readonly answer: string
}

/** An error to report to an ad server. */
export interface AdError {
  readonly url: string
  /** Of VAST 4.3, 2.3.6.3. */
  readonly code: number
}

export interface AdAnswer {
  /** In the order of their pod, with the tracking of all wrappers around them, and a price of these if they have none. */
  readonly ads: readonly InlineAd[]
  /** Why there are none; null if there are some. */
  readonly reason: AdSkipReason | null
  readonly exchanges: readonly Exchange[]
  readonly errors: readonly AdError[]
}

/** Of ad servers by host. */
export interface ServerStates {
  isPaused(host: string): boolean
  record(host: string, hasAnswered: boolean): void
}

export interface AdRequest {
  readonly url: string
  /** Of the viewer, sent with each request. */
  readonly headers: Readonly<Record<string, string>>
  /** Private networks (CIDRs) that are allowed. */
  readonly allowed: readonly string[]
  /** Ends all requests. What is known by then is answered. */
  readonly signal: AbortSignal
  readonly servers: ServerStates
  /** Replaces the macros of a URL. */
  fill(url: string): string
}

/** What the wrappers around an ad add to it. The price of the innermost one counts. */
interface Outer {
  readonly tracking: readonly Tracking[]
  readonly pricing: Pricing | null
}

const MAX_WRAPPERS = 7
const MAX_REQUESTS = 30
const MAX_ANSWER_BYTES = 256 * 1024
/** Of an ad with all wrappers around it. */
const MAX_TRACKING = 200
const MAX_LOGGED = 4000
/** Ads of an answer, with those of all wrappers. No pod has more that anybody watches. */
const MAX_ADS = 60
/** Of a decision: each is a report. */
export const MAX_ERRORS = 200

const errorCodes: Partial<Record<AdSkipReason, number>> = {
  'server-timeout': 301,
  'server-failed': 300,
  'server-paused': 300,
  'address-refused': 300,
  'answer-too-large': 300,
  'answer-invalid': 100,
  'version-unsupported': 102,
  'too-many-wrappers': 302,
  'no-ads': 303,
  'no-media': 403,
  'too-long': 202,
  'creative-failed': 405,
}

/** The errors to report for an ad that is not shown. */
export function errorsOf(tracking: readonly Tracking[], reason: AdSkipReason): AdError[] {
  const code = errorCodes[reason]
  if (code === undefined) return []
  return tracking.flatMap(({ event, url }) => (event === 'error' ? [{ url, code }] : []))
}

/** Asks an ad server, and those that its answer names. Never throws. */
export async function askAdServer(request: AdRequest): Promise<AdAnswer> {
  const exchanges: Exchange[] = []
  const errors: AdError[] = []
  let reason: AdSkipReason = 'no-ads'

  async function fetchVast(url: string): Promise<string> {
    if (exchanges.length >= MAX_REQUESTS) throw new DownloadFailure('failed', 'too many requests')
    const startedAt = performance.now()
    const log = { url, status: null as number | null, tookMs: 0, fault: null as string | null, answer: '' }
    exchanges.push(log)
    try {
      const { allowed, signal, headers, servers } = request
      const { host } = new URL(url)
      if (servers.isPaused(host)) throw new ServerPaused()
      const { answer } = await recorded(host, getGuarded(new URL(url), { allowed, signal, headers }))
      log.status = answer.statusCode ?? null
      const text = await readText(answer)
      log.answer = text.slice(0, MAX_LOGGED).replaceAll('\0', '').toWellFormed()
      return text
    } catch (error) {
      log.fault = error instanceof Error ? error.message : 'the connection broke off'
      if (error instanceof DownloadFailure) log.status = error.status
      throw error
    } finally {
      log.tookMs = Math.round((performance.now() - startedAt) * 10) / 10
    }
  }

  async function recorded<T>(host: string, answer: Promise<T>): Promise<T> {
    try {
      const found = await answer
      request.servers.record(host, true)
      return found
    } catch (error) {
      request.servers.record(host, false)
      throw error
    }
  }

  /** The ads behind a URL, in order. */
  async function adsAt(url: string, depth: number, outer: Outer, allowsPods: boolean): Promise<InlineAd[]> {
    try {
      if (depth > MAX_WRAPPERS) throw new WrapperLimit()
      const { ads, errorUrls } = readVast(await fetchVast(request.fill(url)))
      const found = await chosenOf(ads, depth, outer, allowsPods)
      if (found.length === 0 && ads.length === 0) {
        errors.push(
          ...errorUrls.map((each) => ({ url: each, code: 303 })),
          ...errorsOf(outer.tracking, 'no-ads'),
        )
      }
      return found
    } catch (error) {
      reason = reasonOf(error, request.signal)
      errors.push(...errorsOf(outer.tracking, reason))
      return []
    }
  }

  /** The pod, or else the first ad that there is. */
  async function chosenOf(
    ads: readonly (InlineAd | WrapperAd)[],
    depth: number,
    outer: Outer,
    allowsPods: boolean,
  ): Promise<InlineAd[]> {
    const pod = ads
      .filter(({ sequence }) => sequence !== null)
      .sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0))
    if (pod.length > 0 && allowsPods)
      return (await Promise.all(pod.map((ad) => resolved(ad, depth, outer)))).flat()
    for (const ad of pod.length > 0 ? pod : ads) {
      const found = await resolved(ad, depth, outer)
      if (found.length > 0) return found
    }
    return []
  }

  async function resolved(ad: InlineAd | WrapperAd, depth: number, outer: Outer): Promise<InlineAd[]> {
    const tracking = [...outer.tracking, ...ad.tracking].slice(0, MAX_TRACKING)
    const pricing = ad.pricing ?? outer.pricing
    if (ad.kind === 'inline') return [{ ...ad, tracking, pricing }]
    if (depth > 0 && !ad.followsWrappers) return []
    return adsAt(ad.url, depth + 1, { tracking, pricing }, ad.allowsPods)
  }

  const found = await adsAt(request.url, 0, { tracking: [], pricing: null }, true)
  const ads = found.slice(0, MAX_ADS)
  return { ads, reason: ads.length > 0 ? null : reason, exchanges, errors: errors.slice(0, MAX_ERRORS) }
}

class WrapperLimit extends Error {
  constructor() {
    super(`more than ${MAX_WRAPPERS} wrappers`)
  }
}

class ServerPaused extends Error {
  constructor() {
    super('the server has failed repeatedly and is asked again in some seconds')
  }
}

async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > MAX_ANSWER_BYTES) {
      answer.destroy()
      throw new DownloadFailure('too-large', `the answer has more than ${MAX_ANSWER_BYTES} bytes`)
    }
    chunks.push(bytes)
  }
  return decodeXmlText(Buffer.concat(chunks), answer.headers['content-type'] ?? '')
}

function reasonOf(error: unknown, signal: AbortSignal): AdSkipReason {
  if (error instanceof VastRefused) return error.reason
  if (error instanceof XmlRefused) return 'answer-invalid'
  if (error instanceof WrapperLimit) return 'too-many-wrappers'
  if (error instanceof ServerPaused) return 'server-paused'
  if (signal.aborted) return 'server-timeout'
  if (error instanceof DownloadFailure) {
    if (error.fault === 'refused') return 'address-refused'
    if (error.fault === 'too-large') return 'answer-too-large'
    if (error.fault === 'time-limit') return 'server-timeout'
  }
  return 'server-failed'
}
