import { GearSix } from '@phosphor-icons/react/dist/csr/GearSix'
import { useRouter } from '@tanstack/react-router'
import { useHere } from '../../areas/identity'
import type { AnswerSource, Command, Held, NavEntry, Offer, SettingsTab } from '../../lib/area'
import { areas } from '../areas'

const settings: NavEntry = {
  group: 'foot',
  to: '/$environmentId/settings',
  label: (t) => t('identity:settings.title'),
  icon: GearSix,
  keys: 'g s',
}

/** Settings is listed if the role may open at least one of its tabs. */
export function useNavEntries(): readonly NavEntry[] {
  const { user } = useHere()
  const entries = useOffered(areas.flatMap(({ nav = [] }) => nav)).filter(
    ({ isForAdmins }) => !isForAdmins || user.isAdmin,
  )
  return useSettingsTabs().length > 0 ? [...entries, settings] : entries
}

export function useSettingsTabs(): readonly SettingsTab[] {
  return useOffered(areas.flatMap((area) => area.settings ?? []))
}

/** An inactive organization cannot create anything. */
export function useCommands(): readonly Command[] {
  const { organization, isActing } = useHere()
  return useOffered(areas.flatMap(({ commands = [] }) => commands)).filter(
    ({ right, isSensitive }) =>
      (right === undefined || organization.isActive) && (isSensitive === undefined || !isActing),
  )
}

export function useAnswerSources(): readonly AnswerSource[] {
  return useOffered(areas.flatMap(({ answers = [] }) => answers))
}

/** Entries that have a route in this build and that the role may open. */
function useOffered<T extends Offer>(offers: readonly T[]): readonly T[] {
  const { can, canInOrganization } = useHere()
  const routes = new Set(Object.keys(useRouter().routesByPath))
  const holds = ({ right, heldIn }: Held) =>
    right === undefined || (heldIn === 'organization' ? canInOrganization(right) : can(right))
  return offers.filter((offer) => routes.has(offer.to) && (offer.anyOf ?? [offer]).some(holds))
}

/** The address of an entry in an environment. */
export function addressOf({ to }: Pick<Offer, 'to'>, environmentId: string): string {
  return to.replace('$environmentId', environmentId)
}
