import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { FilterChip } from '../../../../ui/filter-chip'
import { useRights, useWorkspace } from '../../../identity'
import { folderTreeQuery } from '../queries'
import { useFolderPath } from '../use-folder-path'
import { folderRows } from './folder-rows'

const Finder = lazy(async () => ({ default: (await import('../../../../ui/finder')).Finder }))

interface FolderFilterProps {
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** A filter for one folder, for roles that may see folders. */
export function FolderFilter({ value, onChange }: FolderFilterProps) {
  const t = useText()
  const { read } = useRights('DAM', 'Folder')
  const pathOf = useFolderPath(value !== undefined)
  if (!read) return null
  return (
    <FilterChip
      name={t('library:filter.folder')}
      value={value === undefined ? undefined : (pathOf(value) ?? '…')}
      onClear={() => onChange(undefined)}
    >
      {(close) => <FolderChoice onChange={onChange} onDone={close} />}
    </FilterChip>
  )
}

interface FolderChoiceProps {
  readonly onChange: (value: string) => void
  readonly onDone: () => void
}

function FolderChoice({ onChange, onDone }: FolderChoiceProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const [phrase, setPhrase] = useState('')
  const { data: tree = [] } = useQuery(folderTreeQuery(environment.id))
  const rows = folderRows(tree, phrase).map((row) => ({ ...row, onAction: () => onChange(row.id) }))
  return (
    <Finder
      label={t('library:move.find')}
      phrase={phrase}
      onPhrase={setPhrase}
      sections={[{ id: 'folders', label: t('library:dam.folders'), rows }]}
      onDone={onDone}
      nothing={tree.length === 0 ? t('library:dam.noFolders') : t('library:move.none')}
    />
  )
}
