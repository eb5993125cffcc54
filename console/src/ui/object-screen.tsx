import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isGone } from '../lib/problem'
import { ObjectState, type ObjectStateProps } from './object-state'
import { Page } from './page'
import { Skeleton } from './skeleton'

interface ObjectScreenProps<T> extends ObjectStateProps {
  /** The title while there is no object: "Video". */
  readonly title: string
  readonly query: UseQueryResult<T>
  /** Replaces the screen if the role may not see it. Then the query is disabled. */
  readonly noAccess: ReactNode
  readonly children: (object: T) => ReactNode
}

/** The screen of one object in all its states: no access, loading, not found, failed, loaded. */
export function ObjectScreen<T>(props: ObjectScreenProps<T>) {
  const { title, query, noAccess, skeleton, children, ...state } = props
  const { data, error } = query
  if (!noAccess && data !== undefined && !isGone(error)) return children(data)
  if (!noAccess && !error) return <HeadingSkeleton>{skeleton}</HeadingSkeleton>
  return (
    <Page title={title} noAccess={noAccess}>
      <div className="pt-10">
        <ObjectState query={query} skeleton={skeleton} {...state} />
      </div>
    </Page>
  )
}

function HeadingSkeleton({ children }: { readonly children: ReactNode }) {
  return (
    <div aria-hidden className="px-8 pt-4.5 pb-10 max-sm:px-4 max-sm:pt-2">
      <Skeleton className="my-1.5 h-3 w-24" />
      <Skeleton className="mt-2 h-6 w-80 max-w-full" />
      {children}
    </div>
  )
}
