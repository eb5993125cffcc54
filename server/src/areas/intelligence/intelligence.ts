import type { Offers } from '../../platform/area.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Embedder } from './engines/embedder.ts'
import type { Recognizer } from './engines/speech-model/recognizer.ts'

/** Context of all functions of this area. */
export type Intelligence = Platform &
  Pick<Offers, 'library'> & {
    readonly embedder: Embedder
    /** Null if the settings have no speech model. */
    readonly recognizer: Recognizer | null
  }
