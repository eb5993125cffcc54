import type { Scope } from '../../../platform/auth.ts'

/** ID of the advertiser that the caller's role is limited to. Null for the publisher. */
export function advertiserOf({ filter }: Pick<Scope, 'filter'>): string | null {
  return filter?.advertiser?.id ?? null
}
