import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import { useText } from '../../lib/i18n'
import { IconButton } from '../../ui/icon-button'
import { showOverlay } from './overlays'
import { Switcher } from './switcher'

/** The header of a phone: the current screen and search. */
export function PhoneHeader() {
  const t = useText()
  return (
    <header className="flex items-center gap-2 px-2 pt-2">
      <div className="min-w-0">
        <Switcher />
      </div>
      <IconButton
        label={t('app:palette.label')}
        onPress={() => showOverlay('palette')}
        className="ms-auto me-1 size-11"
      >
        <MagnifyingGlass size={20} />
      </IconButton>
    </header>
  )
}
