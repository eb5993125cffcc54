import { useEffect, useRef } from 'react'

interface Paged {
  readonly page: number
  readonly pageSize: number
  /** Undefined until the total is known. */
  readonly totalItems: number | undefined
}

/** Goes to the last existing page if the address names a later one, for example after deletions. */
export function useExistingPage({ page, pageSize, totalItems }: Paged, goTo: (page: number) => void): void {
  const latest = useRef(goTo)
  useEffect(() => {
    latest.current = goTo
  })
  const last = totalItems === undefined ? undefined : Math.max(1, Math.ceil(totalItems / pageSize))
  useEffect(() => {
    if (last !== undefined && page > last) latest.current(last)
  }, [page, last])
}
