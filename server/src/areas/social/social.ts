import type { Offers } from '../../platform/area.ts'
import type { Platform } from '../../platform/platform.ts'

/** Context of all functions of this area. */
export type Social = Platform & Pick<Offers, 'library'>
