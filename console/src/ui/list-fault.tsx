import { ErrorState } from './error-state'

interface ListFaultProps {
  readonly title: string
  readonly safe?: string
  readonly list: {
    readonly error: Error | null
    readonly isFetching: boolean
    readonly refetch: () => Promise<unknown>
  }
}

/** Replaces a list that failed to load. */
export function ListFault({ title, safe, list }: ListFaultProps) {
  return (
    <div className="pt-10">
      <ErrorState
        title={title}
        {...(safe !== undefined && { safe })}
        error={list.error}
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    </div>
  )
}
