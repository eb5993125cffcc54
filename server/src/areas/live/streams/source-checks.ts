import type { Transaction } from '../../../platform/database/database.ts'
import type { StreamRef } from './stream-changes.ts'

/** Throws a problem if a stream may not have its new source, which the transaction has stored. */
export type SourceCheck = (tx: Transaction, stream: StreamRef) => Promise<void>

/** Checks of other areas, which know where streams go. */
export interface SourceChecks {
  add(check: SourceCheck): void
  run: SourceCheck
}

export function createSourceChecks(): SourceChecks {
  const checks: SourceCheck[] = []
  return {
    add: (check) => void checks.push(check),
    async run(tx, stream) {
      for (const check of checks) await check(tx, stream)
    },
  }
}
