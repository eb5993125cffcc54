import type Hls from 'hls.js'
import { withToken } from '../stream/stream.ts'
import type { AdOptions } from './control-ads.ts'

interface SessionAds {
  /** Shows the ads of this session instead of those before. Resolves when they are known.
   * @param path URL of the session's folder @param hls plays it */
  show(path: string, hls: Hls): Promise<void>
  close(): void
}

/** The ads of the sessions that a player has one after the other. */
export function sessionAds(
  options: Omit<AdOptions, 'hls' | 'urlOf'>,
  tokenNow: () => string | null,
): SessionAds {
  let shown = new AbortController()
  return {
    async show(path, hls) {
      shown.abort()
      shown = new AbortController()
      const { signal } = shown
      const { controlAds } = await import('./control-ads.ts')
      const urlOf = (file: string) => withToken(`${path}${file}`, tokenNow())
      await controlAds({ ...options, hls, urlOf }, signal)
    },
    close: () => shown.abort(),
  }
}
