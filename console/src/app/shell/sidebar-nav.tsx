import { Link } from '@tanstack/react-router'
import { useWorkspace } from '../../areas/identity'
import { type NavEntry, navGroups } from '../../lib/area'
import { useText } from '../../lib/i18n'
import { Tooltip } from '../../ui/tooltip'
import { useTrigger } from '../../ui/trigger'
import { addressOf, useNavEntries } from './registry'
import { useSidebarCollapsed } from './use-sidebar-collapsed'

const entryLook =
  'flex h-(--h-nav) items-center gap-2.5 rounded-2 px-2.5 text-13 font-nav text-ink-2 transition-colors hover:bg-hover ' +
  'hover:text-ink data-[status=active]:bg-panel data-[status=active]:font-button data-[status=active]:text-ink ' +
  'data-[status=active]:shadow-lift-1 max-lg:h-9 max-lg:justify-center max-lg:px-0'

/** Entries by group; the `foot` group is at the bottom. */
export function SidebarNav() {
  const t = useText()
  const entries = useNavEntries()
  const groups = navGroups.filter((group) => entries.some((entry) => entry.group === group))
  return (
    <nav aria-label={t('app:nav.label')} className="mt-3 flex min-h-0 flex-1 flex-col">
      <div className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 pb-4 [scrollbar-width:none]">
        {groups.map((group) => (
          <Group key={group} group={group} entries={entries.filter((entry) => entry.group === group)} />
        ))}
      </div>
      <div className="-mx-2.5 flex flex-col border-t border-rule px-2.5 py-2 max-lg:-mx-1.5 max-lg:px-1.5">
        {entries
          .filter(({ group }) => group === 'foot')
          .map((entry) => (
            <Entry key={entry.to} entry={entry} />
          ))}
      </div>
    </nav>
  )
}

function Group({ group, entries }: { group: (typeof navGroups)[number]; entries: readonly NavEntry[] }) {
  const t = useText()
  return (
    <section className="mb-[9px]">
      <h2 className="flex h-[22px] items-center px-2 text-11 text-ink-3 max-lg:sr-only">
        {t(`app:nav.${group}`)}
      </h2>
      {entries.map((entry) => (
        <Entry key={entry.to} entry={entry} />
      ))}
    </section>
  )
}

function Entry({ entry }: { entry: NavEntry }) {
  const t = useText()
  const folded = useSidebarCollapsed()
  return (
    <Tooltip tip={entry.label(t)} side="end" disabled={!folded}>
      <EntryLink entry={entry} folded={folded} />
    </Tooltip>
  )
}

function EntryLink({ entry, folded }: { entry: NavEntry; folded: boolean }) {
  const t = useText()
  const { environment } = useWorkspace()
  const trigger = useTrigger()
  const { icon: Icon, count: Count } = entry
  return (
    <Link {...trigger.props} to={addressOf(entry, environment.id)} className={entryLook}>
      <Icon size={16} className="shrink-0" aria-hidden />
      <span className="cut flex-1 max-lg:sr-only">{entry.label(t)}</span>
      {Count && !folded && <Count />}
    </Link>
  )
}
