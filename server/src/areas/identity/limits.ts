import { problem } from '../../platform/problem.ts'

/** How many one person may own, and one organisation may have. */
const limits = { organizations: 50, environments: 100, roles: 100 } as const

/** @param current counted under a lock. @throws problem limit-reached */
export function assertBelowLimit(current: number, kind: keyof typeof limits): void {
  if (current >= limits[kind]) throw problem('limit-reached', { detail: `At most ${limits[kind]} ${kind}` })
}
