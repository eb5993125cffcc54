import type { Person } from '../../platform/auth.ts'
import { problem } from '../../platform/problem.ts'

/** Accounts of other users are not found. @throws problem not-found */
export function assertOwn(id: string, { userId }: Person): void {
  if (id !== 'me' && id !== userId) throw problem('not-found')
}
