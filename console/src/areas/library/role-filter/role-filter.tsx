import type { RoleFilter } from '@kinora/contract'
import { maxFilterEntries } from '@kinora/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { TagInput } from '../../../ui/tag-input'
import { type RoleFilterProps, useWorkspace } from '../../identity'
import { tagsQuery } from '../metadata/queries'
import { Entries } from './entries'
import { FolderField } from './folder-field'
import { MetadataField } from './metadata-field'
import { Suggestions } from './suggestions'

const longestTag = 100

/** Chooses the folders, tags and metadata that limit the videos of a role. */
export function RoleFilterFields({ filter, isReadOnly, onChange }: RoleFilterProps) {
  const t = useText()
  const { folders = [], tags = [], metadata = [] } = filter
  const change = (changed: RoleFilter) => onChange(withoutEmptyKinds({ ...filter, ...changed }))
  const changeTags = (next: readonly string[]) =>
    change({ tags: next.filter((tag) => tag.length <= longestTag).slice(0, maxFilterEntries) })
  return (
    <div className="flex max-w-150 flex-col gap-5 pt-4">
      <FolderField ids={folders} isReadOnly={isReadOnly} onChange={(next) => change({ folders: next })} />
      {isReadOnly ? (
        <Entries label={t('library:roleFilter.tags')} entries={tags.map((tag) => ({ id: tag, text: tag }))} />
      ) : (
        <div className="flex flex-col gap-1.5">
          <TagInput label={t('library:roleFilter.tags')} value={tags} onChange={changeTags} />
          <TagSuggestions taken={tags} onChoose={(tag) => changeTags([...tags, tag])} />
        </div>
      )}
      <MetadataField
        entries={metadata}
        isReadOnly={isReadOnly}
        onChange={(next) => change({ metadata: next })}
      />
    </div>
  )
}

interface TagSuggestionsProps {
  readonly taken: readonly string[]
  readonly onChoose: (tag: string) => void
}

function TagSuggestions({ taken, onChoose }: TagSuggestionsProps) {
  const t = useText()
  const { environment, can } = useWorkspace()
  const { data } = useQuery({ ...tagsQuery(environment.id), enabled: can(['Videos', 'Video', 'read']) })
  const offered = (data?.items ?? []).map(({ tag }) => tag).filter((tag) => !taken.includes(tag))
  return <Suggestions label={t('library:roleFilter.usedTags')} texts={offered} onChoose={onChoose} />
}

/** The contract allows no empty lists: a kind without entries does not limit. */
function withoutEmptyKinds({ folders = [], tags = [], metadata = [], ...limits }: RoleFilter): RoleFilter {
  return {
    ...limits,
    ...(folders.length > 0 && { folders }),
    ...(tags.length > 0 && { tags }),
    ...(metadata.length > 0 && { metadata }),
  }
}
