import { createContext, useContext } from 'react'
import type { Area } from './area'

const Areas = createContext<readonly Area[]>([])

/** Gives the areas to the screens below. */
export const AreasProvider = Areas.Provider

/** Returns the contributions of areas to a slot, in the order of the areas. */
export function useSlot<Slot extends keyof Area>(slot: Slot): readonly NonNullable<Area[Slot]>[] {
  const parts = useContext(Areas).map((area) => area[slot])
  return parts.filter((part): part is NonNullable<Area[Slot]> => part !== undefined)
}
