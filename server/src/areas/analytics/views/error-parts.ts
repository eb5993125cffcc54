import type { Dimension, ViewErrors } from '@kinora/contract'
import type { Analytics } from '../analytics.ts'
import { possible } from '../metrics/notes.ts'
import { rowsOf, withNames } from '../metrics/scope.ts'
import { errorsStatement } from '../metrics/statements.ts'
import { rangeBefore } from '../metrics/time-range.ts'
import type { ViewScope } from '../metrics/view-scope.ts'

type Parts = Pick<ViewErrors['items'][number], 'previousFailures' | 'rows'>
interface Row {
  readonly code: string
  readonly key: string
  readonly value: number
}

/** Failures by error code in the previous period, and by value of a dimension.
 * @throws problem warehouse-away */
export async function errorPartsOf(
  analytics: Analytics,
  scope: ViewScope,
  { compareWithPeriod, ...asked }: { groupBy?: Dimension | undefined; compareWithPeriod: boolean },
): Promise<(code: string) => Parts> {
  const groupBy = possible('playback-failures', asked.groupBy)
  const rows = (statement: string) => rowsOf<Row>(analytics, statement)
  const before: ViewScope = { ...scope, range: rangeBefore(scope.range) }
  const [previous, groups] = await Promise.all([
    compareWithPeriod ? rows(errorsStatement(before)) : null,
    groupBy === undefined ? null : rows(errorsStatement(scope, groupBy)),
  ])
  const named = groups && (await withNames(analytics, scope.environments, groupBy, groups))
  return (code) => ({
    ...(previous !== null && { previousFailures: previous.find((row) => row.code === code)?.value ?? 0 }),
    ...(named !== null && {
      rows: named
        .filter((row) => row.code === code)
        .map(({ key, value, name }) => ({ key, failures: value, ...(name !== undefined && { name }) })),
    }),
  })
}
