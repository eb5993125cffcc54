import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import { useText } from '../../lib/i18n'
import { useSlot } from '../../lib/slots'
import { IconButton } from '../../ui/icon-button'
import { showOverlay } from './overlays'
import { Switcher } from './switcher'

/** The header of a phone: the current screen, parts of areas and search. */
export function PhoneHeader() {
  const t = useText()
  const parts = useSlot('headerPart')
  return (
    <header className="flex items-center gap-2 px-2 pt-2">
      <div className="min-w-0">
        <Switcher />
      </div>
      <div className="ms-auto me-1 flex">
        {parts.map((Part) => (
          <Part key={parts.indexOf(Part)} />
        ))}
        <IconButton label={t('app:palette.label')} onPress={() => showOverlay('palette')} className="size-11">
          <MagnifyingGlass size={20} />
        </IconButton>
      </div>
    </header>
  )
}
