import type { Feature } from '../../../platform/area.ts'
import type { Library } from '../library.ts'
import { enqueueDueRemovals } from './removals.ts'

export const feature: Feature<Library> = {
  sweeps: (library) => ({ 'library.removals': () => enqueueDueRemovals(library) }),
}
