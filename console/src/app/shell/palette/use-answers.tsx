import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { useHere } from '../../../areas/identity'
import type { Answer } from '../../../lib/area'
import { type Formatter, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import type { FinderRow, FinderSection } from '../../../ui/finder'
import { useAnswerSources } from '../registry'

const typingPauseMs = 160

/** Server results for a phrase, by source. Keeps the previous results until the new ones arrive. */
export function useAnswers(typed: string): { sections: readonly FinderSection[]; busy: boolean } {
  const t = useText()
  const format = useFormat()
  const { environment } = useHere()
  const sources = useAnswerSources()
  const phrase = useDeferredValue(useSettled(typed))
  const results = useQueries({
    queries: sources.map(({ id, search }) => ({
      queryKey: ['answers', environment.id, id, phrase],
      queryFn: ({ signal }: { signal: AbortSignal }) => search(phrase, environment.id, signal),
      enabled: phrase !== '',
      placeholderData: keepPreviousData<readonly Answer[]>,
    })),
  })
  const sections = sources.map((source, at) => ({
    id: source.id,
    heading: source.heading(t),
    label: source.heading(t),
    rows: typed === '' ? [] : (results[at]?.data ?? []).map((answer) => rowOf(answer, format)),
  }))
  const busy = typed !== phrase || results.some(({ isFetching }) => isFetching)
  return { sections, busy: busy && typed !== '' }
}

function rowOf({ id, title, note, href, end, picture }: Answer, format: Formatter): FinderRow {
  return {
    id,
    text: title,
    href,
    note: note ?? '',
    ...(end && { end: end(format) }),
    ...(picture !== undefined && { icon: <Picture address={picture} /> }),
  }
}

function Picture({ address }: { address: string | null }) {
  return (
    <span className="hatched h-9 w-16 overflow-hidden rounded-1 bg-sunk">
      {address !== null && <img src={address} alt="" className="size-full object-cover" />}
    </span>
  )
}

/** Debounces the value. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
