/** How long caches may keep an answer that is for everybody. Delivery shortens it for what is not. */
export type CacheRule = { readonly maxAgeS: number; readonly staleS?: number } | 'forever' | 'never'

export const cacheRules = {
  /** Never changes under this address. */
  forever: 'forever',
  hour: { maxAgeS: 3600 },
  /** May change, and is asked for often: caches ask again soon, and let nobody wait for the answer. */
  minute: { maxAgeS: 60, staleS: 60 },
  /** May change soon. */
  seconds: { maxAgeS: 2 },
  /** For one viewer alone. */
  never: 'never',
} as const satisfies Record<string, CacheRule>
