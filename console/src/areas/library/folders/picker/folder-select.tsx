import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../../lib/i18n'
import { Select } from '../../../../ui/select'
import { useRights, useWorkspace } from '../../../identity'
import { folderPath } from '../folders'
import { folderTreeQuery } from '../queries'

interface FolderSelectProps {
  readonly label: string
  /** Null for no folder. */
  readonly value: string | null
  readonly onChange: (id: string | null) => void
  /** Whether null stands for all folders instead. */
  readonly isFilter?: boolean
}

const outside = 'outside'

/** Selects a folder of videos; renders nothing for roles that may not see folders. */
export function FolderSelect({ label, value, onChange, isFilter = false }: FolderSelectProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const { read } = useRights('DAM', 'Folder')
  const { data: tree = [] } = useQuery({ ...folderTreeQuery(environment.id), enabled: read })
  if (!read) return null
  const pathOf = (id: string) => folderPath(tree, id).map(({ name }) => name)
  const folders = tree
    .map(({ id }) => ({ id, label: pathOf(id).join(' / ') }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  return (
    <Select
      label={label}
      value={value ?? outside}
      onChange={(id) => onChange(id === outside ? null : id)}
      options={[
        { id: outside, label: t(isFilter ? 'library:dam.all' : 'library:move.noFolder') },
        ...folders,
      ]}
    />
  )
}
