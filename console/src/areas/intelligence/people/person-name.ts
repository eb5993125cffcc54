import type { SeenPerson } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'

/** Makes the names of the people of a video: those without one have a number. */
export function usePersonName(people: readonly SeenPerson[]) {
  const t = useText()
  const format = useFormat()
  return (id: string): string => {
    const n = people.findIndex((person) => person.id === id)
    return people[n]?.name ?? t('intelligence:people.unnamed', { number: format.number(n + 1) })
  }
}
