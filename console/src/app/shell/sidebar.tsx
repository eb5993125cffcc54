import { MagnifyingGlass } from '@phosphor-icons/react/dist/csr/MagnifyingGlass'
import { useText } from '../../lib/i18n'
import { keyCaps } from '../../lib/keys'
import { BareButton } from '../../ui/bare-button'
import { Kbd } from '../../ui/kbd'
import { Tooltip } from '../../ui/tooltip'
import { AccountMenu } from './account-menu'
import { showOverlay } from './overlays'
import { SidebarNav } from './sidebar-nav'
import { Switcher } from './switcher'
import { useSidebarCollapsed } from './use-sidebar-collapsed'

/** The sidebar: 244 px wide, or a 56 px icon rail on windows narrower than 1280 px. */
export function Sidebar() {
  return (
    <div className="flex w-(--w-side) shrink-0 flex-col border-e border-rule bg-sunk px-2.5 pt-2.5 pb-2 max-lg:w-14 max-lg:px-1.5">
      <Switcher />
      <SearchOrGo />
      <SidebarNav />
      <AccountMenu />
    </div>
  )
}

function SearchOrGo() {
  const t = useText()
  const folded = useSidebarCollapsed()
  return (
    <Tooltip tip={t('app:palette.label')} side="end" disabled={!folded}>
      <BareButton
        onPress={() => showOverlay('palette')}
        className="mt-2 flex h-8 cursor-default items-center gap-2 rounded-2 bg-panel px-2.5 text-13 text-ink-3 shadow-lift-1 transition-colors hover:text-ink-2 max-lg:justify-center max-lg:px-0 pointer-coarse:h-11"
      >
        <MagnifyingGlass size={14} className="shrink-0" aria-hidden />
        <span className="cut flex-1 text-start max-lg:sr-only">{t('app:palette.label')}</span>
        <span className="flex gap-0.5 max-lg:hidden pointer-coarse:hidden" aria-hidden>
          {keyCaps('mod+k').map((cap) => (
            <Kbd key={cap}>{cap}</Kbd>
          ))}
        </span>
      </BareButton>
    </Tooltip>
  )
}
