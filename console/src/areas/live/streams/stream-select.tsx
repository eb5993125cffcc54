import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '../../../lib/hooks/use-debounced'
import { ComboBox } from '../../../ui/combo-box'
import type { FieldNoteProps } from '../../../ui/field-note'
import { useWorkspace } from '../../identity'
import { streamQuery, streamsQuery } from '../queries'
import { useStreamEvents } from '../use-stream-events'

interface StreamSelectProps extends FieldNoteProps {
  readonly label: string
  /** ID of the stream. Empty if none is selected. */
  readonly value: string
  readonly onChange: (streamId: string) => void
}

const pauseMs = 250
const shown = 24

/** Select with search for a live stream of the environment. */
export function StreamSelect({ label, value, onChange, ...note }: StreamSelectProps) {
  const { environment } = useWorkspace()
  const [typed, setTyped] = useState('')
  const chosen = useQuery({ ...streamQuery(environment.id, value), enabled: value !== '' })
  // The name of the selected stream is not a search.
  const phrase = useDebounced(typed === chosen.data?.name ? '' : typed, pauseMs)
  const { data } = useQuery(
    streamsQuery(environment.id, { pageSize: shown, ...(phrase !== '' && { phrase }) }),
  )
  useStreamEvents(environment.id)
  const found = data?.items ?? []
  const isMissing = chosen.data !== undefined && !found.some(({ id }) => id === value)
  const streams = isMissing && chosen.data ? [chosen.data, ...found] : found
  return (
    <ComboBox
      // The field shows the name of the selected stream, which loads first.
      key={chosen.data?.id ?? ''}
      {...note}
      label={label}
      options={streams.map(({ id, name }) => ({ id, label: name }))}
      value={value === '' ? null : value}
      onChange={onChange}
      onSearch={setTyped}
    />
  )
}
