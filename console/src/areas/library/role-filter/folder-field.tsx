import { maxFilterEntries } from '@kinora/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { ComboBox } from '../../../ui/combo-box'
import { useWorkspace } from '../../identity'
import { folderPath } from '../folders/folders'
import { folderTreeQuery } from '../folders/queries'
import { Entries } from './entries'

interface FolderFieldProps {
  readonly ids: readonly string[]
  readonly isReadOnly: boolean
  readonly onChange: (ids: string[]) => void
}

/** Chooses folders of the current environment. Those of other environments stay in the list. */
export function FolderField({ ids, isReadOnly, onChange }: FolderFieldProps) {
  const t = useText()
  const { environment, can } = useWorkspace()
  const canList = can(['DAM', 'Folder', 'read'])
  const { data: tree, isPending } = useQuery({ ...folderTreeQuery(environment.id), enabled: canList })
  const folders = tree ?? []
  const nameOf = (id: string) => {
    const path = folderPath(folders, id).map(({ name }) => name)
    if (path.length > 0) return path.join(' / ')
    return isPending && canList ? '…' : t('library:roleFilter.otherFolder')
  }
  const options = folders
    .filter(({ id }) => !ids.includes(id))
    .map(({ id, name }) => ({ id, label: name, note: nameOf(id) === name ? undefined : nameOf(id) }))
  const isFull = ids.length >= maxFilterEntries
  return (
    <div className="flex flex-col gap-1.5">
      {!isReadOnly && (
        <ComboBox
          // A new field for each folder, so that its text is empty again.
          key={`${ids.length} ${folders.length}`}
          label={t('library:roleFilter.folders')}
          help={t('library:roleFilter.foldersHelp')}
          placeholder={t('library:roleFilter.addFolder')}
          options={options}
          value={null}
          disabled={isFull || options.length === 0}
          onChange={(id) => onChange([...ids, id])}
        />
      )}
      <Entries
        label={t('library:roleFilter.folders')}
        entries={ids.map((id) => ({ id, text: nameOf(id) }))}
        onRemove={isReadOnly ? undefined : (removed) => onChange(ids.filter((id) => id !== removed))}
      />
    </div>
  )
}
