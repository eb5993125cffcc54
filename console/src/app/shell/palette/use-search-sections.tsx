import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { useWorkspace } from '../../../areas/identity'
import type { SearchResult } from '../../../lib/area'
import { type Formatter, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import type { FinderRow, FinderSection } from '../../../ui/finder'
import { useSearchSources } from '../registry'

const typingPauseMs = 160

/** Server results for a phrase, by source. Keeps the previous results until the new ones arrive. */
export function useSearchSections(typed: string): { sections: readonly FinderSection[]; busy: boolean } {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const sources = useSearchSources()
  const phrase = useDeferredValue(useDebounced(typed))
  const results = useQueries({
    queries: sources.map(({ id, search }) => ({
      queryKey: ['answers', environment.id, id, phrase],
      queryFn: ({ signal }: { signal: AbortSignal }) => search(phrase, environment.id, signal),
      enabled: phrase !== '',
      placeholderData: keepPreviousData<readonly SearchResult[]>,
    })),
  })
  const sections = sources.map((source, at) => ({
    id: source.id,
    heading: source.heading(t),
    label: source.heading(t),
    rows: typed === '' ? [] : (results[at]?.data ?? []).map((result) => rowOf(result, format)),
  }))
  const busy = typed !== phrase || results.some(({ isFetching }) => isFetching)
  return { sections, busy: busy && typed !== '' }
}

function rowOf({ id, title, note, href, end, thumbnailUrl }: SearchResult, format: Formatter): FinderRow {
  return {
    id,
    text: title,
    href,
    note: note ?? '',
    ...(end && { end: end(format) }),
    ...(thumbnailUrl !== undefined && { icon: <Thumbnail address={thumbnailUrl} /> }),
  }
}

function Thumbnail({ address }: { address: string | null }) {
  return (
    <span className="hatched h-9 w-16 overflow-hidden rounded-1 bg-sunk">
      {address !== null && <img src={address} alt="" className="size-full object-cover" />}
    </span>
  )
}

/** Debounces the value. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
