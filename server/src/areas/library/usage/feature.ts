import type { Feature } from '../../../platform/area.ts'
import type { Library } from '../library.ts'
import { storedGauges } from './stored-gauges.ts'

export const feature: Feature<Library> = {
  gauges: (library) => [storedGauges(library)],
}
