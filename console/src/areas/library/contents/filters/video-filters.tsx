import { contentStatuses, playbackPolicies } from '@kinora/contract/library/values'
import { useText } from '../../../../lib/i18n'
import { ChoiceFilter } from '../../../../ui/choice-filter'
import { OneFilter } from '../../../../ui/one-filter'
import { FolderFilter } from '../../folders/picker/folder-filter'
import { dayIds, lengthIds, resolutions, type VideosSearch } from '../../search'
import { KeyFilter, TagFilter } from './known-filters'

interface VideoFiltersProps {
  readonly search: VideosSearch
  readonly onChange: (change: Partial<VideosSearch>) => void
}

export function VideoFilters({ search, onChange }: VideoFiltersProps) {
  const t = useText()
  return (
    <>
      <ChoiceFilter
        name={t('library:columns.status')}
        options={contentStatuses.map((id) => ({ id, label: t(`library:status.${id}`) }))}
        value={search.status}
        onChange={(status) => onChange({ status })}
      />
      <FolderFilter value={search.folder} onChange={(folder) => onChange({ folder })} />
      <ChoiceFilter
        name={t('library:fields.playbackPolicy')}
        options={playbackPolicies.map((id) => ({ id, label: t(`library:policies.${id}`) }))}
        value={search.policy}
        onChange={(policy) => onChange({ policy })}
      />
      <OneFilter
        name={t('library:columns.length')}
        options={lengthIds.map((id) => ({ id, label: t(`library:lengths.${id}`) }))}
        value={search.length}
        onChange={(length) => onChange({ length })}
      />
      <OneFilter
        name={t('library:columns.added')}
        options={dayIds.map((id) => ({ id, label: t(`library:addedWithin.${id}`) }))}
        value={search.added}
        onChange={(added) => onChange({ added })}
      />
      <ChoiceFilter
        name={t('library:filter.resolution')}
        options={resolutions.map((id) => ({ id, label: id }))}
        value={search.resolution}
        onChange={(resolution) => onChange({ resolution })}
      />
      <TagFilter value={search.tag} onChange={(tag) => onChange({ tag })} />
      <KeyFilter value={search.key} onChange={(key) => onChange({ key })} />
    </>
  )
}
