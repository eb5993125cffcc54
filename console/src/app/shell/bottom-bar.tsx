import { List } from '@phosphor-icons/react/dist/csr/List'
import { Link } from '@tanstack/react-router'
import { useWorkspace } from '../../areas/identity'
import { useText } from '../../lib/i18n'
import { BareButton } from '../../ui/bare-button'
import { showOverlay } from './overlays'
import { addressOf, useNavEntries } from './registry'

const maxEntries = 4
const look =
  'flex min-w-0 flex-1 cursor-default flex-col items-center justify-center gap-1 text-center text-11 text-ink-3 -outline-offset-2 ' +
  'data-[status=active]:font-head data-[status=active]:text-ink'

/** The navigation of a phone: the first entries, and the rest under More. */
export function BottomBar() {
  const t = useText()
  const { environment } = useWorkspace()
  const entries = useNavEntries().toSorted(
    (one, other) => Number(one.group === 'foot') - Number(other.group === 'foot'),
  )
  return (
    <nav
      aria-label={t('app:nav.label')}
      className="flex h-[calc(68px+env(safe-area-inset-bottom))] shrink-0 border-t border-rule bg-panel pb-[env(safe-area-inset-bottom)]"
    >
      {entries.slice(0, maxEntries).map((entry) => (
        <Link key={entry.to} to={addressOf(entry, environment.id)} className={look}>
          {({ isActive }) => (
            <>
              <entry.icon size={20} weight={isActive ? 'fill' : 'regular'} aria-hidden />
              <span className="cut max-w-full">{(entry.short ?? entry.label)(t)}</span>
            </>
          )}
        </Link>
      ))}
      <BareButton className={look} onPress={() => showOverlay('more')}>
        <List size={20} aria-hidden />
        {t('app:more.title')}
      </BareButton>
    </nav>
  )
}
