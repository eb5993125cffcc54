import type { Feature } from '../../../platform/area.ts'
import type { Library } from '../library.ts'
import { storedGauges } from './stored-gauges.ts'
import { recordStored } from './stored-usage.ts'

export const feature: Feature<Library> = {
  sweeps: (library) => ({ 'library.stored-usage': () => recordStored(library) }),
  gauges: (library) => [storedGauges(library)],
}
