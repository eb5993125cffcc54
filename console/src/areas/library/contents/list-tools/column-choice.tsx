import { SlidersHorizontal } from '@phosphor-icons/react/dist/csr/SlidersHorizontal'
import { usePreference } from '../../../../lib/browser/preferences'
import * as read from '../../../../lib/browser/read'
import { useText } from '../../../../lib/i18n'
import { Checkbox } from '../../../../ui/checkbox'
import { DialogPopover } from '../../../../ui/dialog-popover'
import { IconButton } from '../../../../ui/icon-button'
import { usePreferenceScope } from '../../preferences'

const columnIds = ['status', 'length', 'source', 'size', 'addedBy', 'added'] as const
export type ColumnId = (typeof columnIds)[number]

const usual: ColumnId[] = ['status', 'length', 'source', 'added']
const columnChoice = read.someOf(columnIds, usual)

export function useColumnChoice() {
  return usePreference<ColumnId[]>(usePreferenceScope(), 'videos.columns', columnChoice)
}

/** Selects the visible columns, stored per user and environment. */
export function ColumnChoice() {
  const t = useText()
  const [chosen, choose] = useColumnChoice()
  return (
    <DialogPopover
      label={t('library:columns.choose')}
      placement="bottom end"
      className="min-w-44 p-3"
      trigger={
        <IconButton label={t('library:columns.choose')}>
          <SlidersHorizontal size={16} />
        </IconButton>
      }
    >
      <div className="flex flex-col gap-3">
        {columnIds.map((id) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={(shown) =>
              choose(columnIds.filter((one) => (one === id ? shown : chosen.includes(one))))
            }
          >
            {t(`library:columns.${id}`)}
          </Checkbox>
        ))}
      </div>
    </DialogPopover>
  )
}
