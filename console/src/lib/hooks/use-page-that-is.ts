import { useEffect, useRef } from 'react'

interface Paged {
  readonly page: number
  readonly pageSize: number
  /** Undefined until it is known for sure. */
  readonly totalItems: number | undefined
}

/** Goes to the last page there is, where the address names a later one: what was on it has been deleted. */
export function usePageThatIs({ page, pageSize, totalItems }: Paged, goTo: (page: number) => void): void {
  const latest = useRef(goTo)
  useEffect(() => {
    latest.current = goTo
  })
  const last = totalItems === undefined ? undefined : Math.max(1, Math.ceil(totalItems / pageSize))
  useEffect(() => {
    if (last !== undefined && page > last) latest.current(last)
  }, [page, last])
}
