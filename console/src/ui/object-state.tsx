import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isGone } from '../lib/problem'
import { ErrorState } from './error-state'

export interface ObjectStateProps {
  /** The query of the object, or of a list that does not contain it. */
  readonly query: Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** Shown while it loads. */
  readonly skeleton: ReactNode
  /** Shown if it does not exist or was deleted. */
  readonly gone: ReactNode
  /** The failure: "The video did not load". */
  readonly failed: string
  /** A note about data that is not affected. */
  readonly safe?: string
}

/** Shown in place of an object that is loading, does not exist or did not load. */
export function ObjectState({ query, skeleton, gone, failed, safe }: ObjectStateProps) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined || isGone(error)) return gone
  if (!error) return skeleton
  return (
    <ErrorState
      title={failed}
      {...(safe !== undefined && { safe })}
      error={error}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
