import {
  type analyticsCalls,
  analyticsLimits,
  commonDimensions,
  type Dimension,
  type FilterValues,
  type QueryOf,
} from '@kinora/contract'
import type { Scope } from '../../../platform/auth.ts'
import type { Analytics } from '../analytics.ts'
import { tableOf } from './columns.ts'
import { wholes } from './definitions.ts'
import { allowedFor } from './metric-rights.ts'
import { notesOf } from './notes.ts'
import { filtersOf, rowsOf, viewScope, withNames } from './scope.ts'
import { filterValuesStatement } from './statements.ts'
import { timeRangeOf } from './time-range.ts'
import type { ViewScope } from './view-scope.ts'

/** Objects with most views whose names are searched. */
const MAX_NAMED = 2000
/** Values per dimension if the query names no dimension. */
const FEW = 20

/** @throws problem warehouse-away, range-too-long, timezone-unknown, dimension-not-possible, forbidden */
export async function getFilterValues(
  analytics: Analytics,
  callers: readonly Scope[],
  { dimension, phrase = '', ...asked }: QueryOf<(typeof analyticsCalls)['getFilterValues']>,
): Promise<FilterValues> {
  const counted = dimension === undefined ? 'views' : wholes[tableOf(dimension)]
  const range = timeRangeOf({ ...asked, interval: 'day' })
  const scope = await viewScope(analytics, allowedFor(callers, [counted]), range, filtersOf(asked))
  const notes = notesOf(asked, [counted], ['interval', 'groupBy', 'splitBy', 'compareWithPeriod'])
  if (dimension !== undefined)
    return { items: await valuesOf(analytics, scope, dimension, phrase, analyticsLimits.rows), ...notes }
  const items = await Promise.all(
    commonDimensions.map((each) => valuesOf(analytics, scope, each, phrase, FEW)),
  )
  return { items: items.flat(), ...notes }
}

async function valuesOf(
  analytics: Analytics,
  scope: ViewScope,
  dimension: Dimension,
  phrase: string,
  limit: number,
): Promise<FilterValues['items']> {
  // A filter on the dimension itself does not apply, so that other values are listed too.
  const others = { ...scope, filters: { ...scope.filters, [dimension]: undefined } }
  const isNamed = ['contentId', 'customPlayback', 'adChannel', 'campaign'].includes(dimension)
  // The warehouse has only IDs, so names are searched below.
  const statement = isNamed
    ? filterValuesStatement(others, dimension, '', MAX_NAMED)
    : filterValuesStatement(others, dimension, phrase, limit)
  const found = await rowsOf<{ key: string; counted: number }>(analytics, statement)
  const named = await withNames(analytics, scope.environments, dimension, found)
  // Campaigns of ad servers have no name besides their key.
  const isLike = ({ key, name = key }: { key: string; name?: string | null }) =>
    !isNamed || phrase === '' || name?.toLowerCase().includes(phrase.toLowerCase())
  return named
    .filter(isLike)
    .slice(0, limit)
    .map(({ key, name, counted }) => ({
      dimension,
      value: key,
      views: counted,
      ...(name !== undefined && { name }),
    }))
}
