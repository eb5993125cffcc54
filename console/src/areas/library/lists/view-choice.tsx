import { Rows } from '@phosphor-icons/react/dist/csr/Rows'
import { SquaresFour } from '@phosphor-icons/react/dist/csr/SquaresFour'
import { useText } from '../../../lib/i18n'
import { Segmented } from '../../../ui/segmented'
import type { ListView } from '../search'

interface ViewChoiceProps {
  readonly value: ListView
  readonly onChange: (view: ListView) => void
}

/** Table or grid. */
export function ViewChoice({ value, onChange }: ViewChoiceProps) {
  const t = useText()
  const views = [
    { id: 'table', hint: t('library:dam.views.table'), content: <Rows size={16} aria-hidden /> },
    { id: 'grid', hint: t('library:dam.views.grid'), content: <SquaresFour size={16} aria-hidden /> },
  ] as const
  return <Segmented label={t('library:dam.view')} value={value} onChange={onChange} options={views} />
}
