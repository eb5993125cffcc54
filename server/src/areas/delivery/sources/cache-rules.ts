/** How long caches may keep a public response. Delivery shortens it for restricted content. */
export type CacheRule = { readonly maxAgeS: number; readonly staleS?: number } | 'forever' | 'never'

export const cacheRules = {
  /** Never changes at this URL. */
  forever: 'forever',
  hour: { maxAgeS: 3600 },
  /** May change and is requested often: caches serve the old response while they revalidate. */
  minute: { maxAgeS: 60, staleS: 60 },
  /** May change soon. */
  seconds: { maxAgeS: 2 },
  /** For one viewer only. */
  never: 'never',
} as const satisfies Record<string, CacheRule>
