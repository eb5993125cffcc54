import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '../../../lib/hooks/use-debounced'
import { ComboBox } from '../../../ui/combo-box'
import type { FieldNoteProps } from '../../../ui/field-note'
import { useWorkspace } from '../../identity'
import { contentQuery, contentsQuery } from '../queries'

interface VideoSelectProps extends FieldNoteProps {
  readonly label: string
  /** Content ID. Empty if no video is selected. */
  readonly value: string
  readonly onChange: (contentId: string) => void
}

const pauseMs = 250
const shown = 24

/** Selects one of the environment's ready videos; typing searches all of them. */
export function VideoSelect({ label, value, onChange, ...note }: VideoSelectProps) {
  const { environment } = useWorkspace()
  const [typed, setTyped] = useState('')
  const chosen = useQuery({ ...contentQuery(environment.id, value), enabled: value !== '' })
  // The text of the selected video finds nothing else.
  const phrase = useDebounced(typed === chosen.data?.title ? '' : typed, pauseMs)
  const { data } = useQuery(
    contentsQuery(environment.id, {
      status: ['ready'],
      category: 'Video',
      sort: '-createdAt',
      pageSize: shown,
      ...(phrase !== '' && { phrase }),
    }),
  )
  const found = data?.items ?? []
  const isMissing = chosen.data !== undefined && !found.some(({ id }) => id === value)
  const videos = isMissing && chosen.data ? [chosen.data, ...found] : found
  return (
    <ComboBox
      // Its text is that of the selected video, which has to be known.
      key={chosen.data?.id ?? ''}
      {...note}
      label={label}
      options={videos.map(({ id, title, resolution }) => ({
        id,
        label: title,
        note: resolution ?? undefined,
      }))}
      value={value === '' ? null : value}
      onChange={onChange}
      onSearch={setTyped}
    />
  )
}
