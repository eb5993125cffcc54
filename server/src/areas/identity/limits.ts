import { problem } from '../../platform/problem.ts'

/** Organizations that a person can own; environments and roles of an organization. */
const limits = { organizations: 50, environments: 100, roles: 100 } as const

/** @param current count, read under a lock. @throws problem limit-reached */
export function assertBelowLimit(current: number, kind: keyof typeof limits): void {
  if (current >= limits[kind]) throw problem('limit-reached', { detail: `At most ${limits[kind]} ${kind}` })
}
