import { CaretUpDown } from '@phosphor-icons/react/dist/csr/CaretUpDown'
import { KindMark, OrganizationMark, useWorkspace } from '../../areas/identity'
import { useText } from '../../lib/i18n'
import { lazy } from '../../lib/lazy'
import { BareButton } from '../../ui/bare-button'
import { DialogPopover } from '../../ui/dialog-popover'

const loadList = () => import('./switcher-list')
const SwitcherList = lazy(async () => ({ default: (await loadList()).SwitcherList }))

/** Shows the current organization and environment and switches to others. */
export function Switcher() {
  const t = useText()
  const { organization, environment } = useWorkspace()
  return (
    <DialogPopover
      label={t('app:switcher.change')}
      onIntent={() => void loadList()}
      className="min-h-24 w-[316px]"
      trigger={
        <BareButton className="flex h-11 w-full cursor-default items-center gap-2.5 rounded-2 px-2 text-start transition-colors hover:bg-hover aria-expanded:bg-press max-lg:justify-center max-lg:px-0 max-sm:w-auto max-sm:justify-start max-sm:px-2">
          <OrganizationMark organization={organization} size={28} />
          <span className="min-w-0 flex-1 max-lg:sr-only max-sm:not-sr-only">
            <span dir="auto" className="cut own-way block text-13 font-head">
              {organization.title ?? organization.name}
            </span>
            <span className="flex items-center gap-1.5 text-12 text-ink-3">
              <KindMark kind={environment.type} size={10} />
              <span dir="auto" className="cut own-way">
                {environment.name}
              </span>
            </span>
          </span>
          <span className="sr-only">{t('app:switcher.change')}</span>
          <CaretUpDown size={16} className="shrink-0 text-ink-2 max-lg:hidden max-sm:block" aria-hidden />
        </BareButton>
      }
    >
      {(close) => <SwitcherList onDone={close} />}
    </DialogPopover>
  )
}
