import { problem } from '../../platform/problem.ts'

/** How many one person may own, and one organisation may have. */
const most = { organizations: 50, environments: 100, roles: 100 } as const

/** @param present counted under a lock. @throws problem limit-reached */
export function assertRoom(present: number, what: keyof typeof most): void {
  if (present >= most[what]) throw problem('limit-reached', { detail: `At most ${most[what]} ${what}` })
}
