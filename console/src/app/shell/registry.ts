import type { Right } from '@kinora/contract'
import { useRouter } from '@tanstack/react-router'
import { useHere } from '../../areas/identity'
import type { AnswerSource, Command, NavEntry } from '../../lib/area'
import { areas } from '../areas'

interface Offered {
  readonly to: string
  readonly right?: Right
}

export function useNavEntries(): readonly NavEntry[] {
  const { user } = useHere()
  return useOffered(areas.flatMap(({ nav = [] }) => nav)).filter(
    ({ isForAdmins }) => !isForAdmins || user.isAdmin,
  )
}

export function useCommands(): readonly Command[] {
  return useOffered(areas.flatMap(({ commands = [] }) => commands))
}

export function useAnswerSources(): readonly AnswerSource[] {
  return useOffered(areas.flatMap(({ answers = [] }) => answers))
}

/** What this build has a route for and this person a right to. */
function useOffered<T extends Offered>(offers: readonly T[]): readonly T[] {
  const { can } = useHere()
  const routes = new Set(Object.keys(useRouter().routesByPath))
  return offers.filter(({ to, right }) => routes.has(to) && (right === undefined || can(right)))
}

/** The address of an entry inside an environment. */
export function addressOf(entry: Offered, environmentId: string): string {
  return entry.to.replace('$environmentId', environmentId)
}
