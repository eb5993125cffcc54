import type { Scope } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'
import type { Intake } from '../intake.ts'
import type { WatchFolderRow } from '../tables.ts'

/** The folders of the server that an organization may watch. */
export function rootsOf({ config }: Pick<Intake, 'config'>, organizationId: string): string[] {
  const own = config.WATCH_ROOTS.filter(
    (root) => root.organizationId === null || root.organizationId === organizationId,
  )
  return [...new Set(own.map(({ path }) => path))]
}

/** Whether a folder may still be watched: settings may have changed. */
export function mayWatch(
  intake: Pick<Intake, 'config'>,
  { organizationId, accountId, root }: WatchFolderRow,
): boolean {
  return accountId !== null || rootsOf(intake, organizationId).includes(root)
}

/** @throws problem watch-root-unknown */
export function assertRoot(intake: Pick<Intake, 'config'>, { organizationId }: Scope, root: string): void {
  if (!rootsOf(intake, organizationId).includes(root)) throw problem('watch-root-unknown')
}
