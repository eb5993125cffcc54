import { GearSix } from '@phosphor-icons/react/dist/csr/GearSix'
import { useRouter } from '@tanstack/react-router'
import { useWorkspace } from '../../areas/identity'
import { areas } from '../../areas.gen'
import {
  type Command,
  type NavEntry,
  type RightRequirement,
  type SearchSource,
  type SettingsTab,
  type ShellEntry,
  settingsGroups,
} from '../../lib/area'

const settings: NavEntry = {
  group: 'foot',
  to: '/$environmentId/settings',
  label: (t) => t('identity:settings.title'),
  icon: GearSix,
  keys: 'g s',
}

/** Settings is listed if the role may open at least one of its tabs. */
export function useNavEntries(): readonly NavEntry[] {
  const { user } = useWorkspace()
  const entries = usePermitted(areas.flatMap(({ nav = [] }) => nav)).filter(
    ({ isForAdmins }) => !isForAdmins || user.isAdmin,
  )
  return useSettingsTabs().length > 0 ? [...entries, settings] : entries
}

/** The permitted settings tabs, in the order of their groups. */
export function useSettingsTabs(): readonly SettingsTab[] {
  const tabs = usePermitted(areas.flatMap((area) => area.settings ?? []))
  return settingsGroups.flatMap((group) => tabs.filter((tab) => tab.group === group))
}

/** The address of the first screen in the sidebar that a role may open. */
export function homeOf(environmentId: string, grants: readonly string[] = []): string {
  const entries = areas.flatMap(({ nav = [] }) => nav)
  const home = entries.find(({ right }) => right !== undefined && grants.includes(right.join('.')))
  return addressOf(home ?? entries[0] ?? settings, environmentId)
}

/** An inactive organization cannot create anything. */
export function useCommands(): readonly Command[] {
  const { organization, isActing } = useWorkspace()
  return usePermitted(areas.flatMap(({ commands = [] }) => commands)).filter(
    ({ right, isSensitive }) =>
      (right === undefined || organization.isActive) && (isSensitive === undefined || !isActing),
  )
}

export function useSearchSources(): readonly SearchSource[] {
  return usePermitted(areas.flatMap(({ searchSources = [] }) => searchSources))
}

/** Entries that have a route in this build and that the role may open. */
function usePermitted<T extends ShellEntry>(entries: readonly T[]): readonly T[] {
  const { can, canInOrganization } = useWorkspace()
  const routes = new Set(Object.keys(useRouter().routesByPath))
  const holds = ({ right, and, grantedIn }: RightRequirement) =>
    [right, and].every(
      (one) => one === undefined || (grantedIn === 'organization' ? canInOrganization(one) : can(one)),
    )
  return entries.filter((entry) => routes.has(entry.to) && (entry.anyOf ?? [entry]).some(holds))
}

/** The address of an entry in an environment. */
export function addressOf({ to }: Pick<ShellEntry, 'to'>, environmentId: string): string {
  return to.replace('$environmentId', environmentId)
}
