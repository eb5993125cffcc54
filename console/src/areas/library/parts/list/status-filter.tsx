import { type ContentStatus, contentStatuses } from '@kinora/contract/library'
import { useText } from '../../../../lib/i18n'
import { ChoiceFilter } from '../../../../ui/choice-filter'

interface StatusFilterProps {
  readonly value: readonly ContentStatus[]
  readonly onChange: (value: ContentStatus[]) => void
}

export function StatusFilter(props: StatusFilterProps) {
  const t = useText()
  const options = contentStatuses.map((id) => ({ id, label: t(`library:filter.${id}`) }))
  return <ChoiceFilter name={t('library:columns.status')} options={options} {...props} />
}
