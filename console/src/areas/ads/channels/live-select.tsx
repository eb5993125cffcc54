import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '../../../lib/hooks/use-debounced'
import { ComboBox } from '../../../ui/combo-box'
import type { FieldNoteProps } from '../../../ui/field-note'
import { useWorkspace } from '../../identity'
import { liveStreamQuery, liveStreamsQuery } from '../queries'

interface LiveSelectProps extends FieldNoteProps {
  readonly label: string
  /** The stream's ID. Empty if none is selected. */
  readonly value: string
  readonly onChange: (streamId: string) => void
}

const pauseMs = 250

/** Selects one of the environment's live streams; typing searches all of them. */
export function LiveSelect({ label, value, onChange, ...note }: LiveSelectProps) {
  const { environment } = useWorkspace()
  const [typed, setTyped] = useState('')
  const chosen = useQuery({ ...liveStreamQuery(environment.id, value), enabled: value !== '' })
  // The text of the selected stream finds nothing else.
  const phrase = useDebounced(typed === chosen.data?.name ? '' : typed, pauseMs)
  const found = useQuery(liveStreamsQuery(environment.id, phrase)).data?.items ?? []
  const isMissing = chosen.data !== undefined && !found.some(({ id }) => id === value)
  const streams = isMissing && chosen.data ? [chosen.data, ...found] : found
  return (
    <ComboBox
      // Its text is that of the selected stream, which has to be known.
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
