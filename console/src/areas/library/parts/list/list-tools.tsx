import { useEffect, useRef, useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { Button } from '../../../../ui/button'
import { SearchField } from '../../../../ui/search-field'
import type { VideosSearch } from '../../search'
import { ColumnChoice } from './column-choice'
import { StatusFilter } from './status-filter'

const typingPauseMs = 250

interface ListToolsProps {
  readonly search: Pick<VideosSearch, 'q' | 'status'>
  readonly onChange: (change: Partial<Pick<VideosSearch, 'q' | 'status'>>) => void
  readonly onClear: () => void
  readonly columns: boolean
}

/** Search, filters and columns, above the list. */
export function ListTools({ search: { q, status }, onChange, onClear, columns }: ListToolsProps) {
  const t = useText()
  const [typed, setTyped] = useTyped(q, (phrase) => onChange({ q: phrase }))
  return (
    <div className="flex flex-wrap items-center gap-2 py-2">
      <SearchField
        slash
        label={t('library:videos.search')}
        value={typed}
        onChange={setTyped}
        className="w-65 max-sm:w-full"
      />
      <StatusFilter value={status} onChange={(chosen) => onChange({ status: chosen })} />
      {(q !== '' || status.length > 0) && (
        <Button variant="quiet" size="small" onPress={onClear}>
          {t('library:videos.clear')}
        </Button>
      )}
      {columns && (
        <span className="ms-auto">
          <ColumnChoice />
        </span>
      )}
    </div>
  )
}

/** What is being typed, and told once it rests. A phrase that comes from elsewhere replaces it. */
function useTyped(told: string, tell: (phrase: string) => void) {
  const [typed, setTyped] = useState(told)
  const lastTold = useRef(told)
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })
  useEffect(() => {
    if (told === lastTold.current) return
    lastTold.current = told
    setTyped(told)
  }, [told])
  useEffect(() => {
    const phrase = typed.trim()
    if (phrase === lastTold.current) return
    const timer = setTimeout(() => {
      lastTold.current = phrase
      latest.current(phrase)
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped] as const
}
