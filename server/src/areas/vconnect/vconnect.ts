import type { Platform } from '../../platform/platform.ts'

/** Context of all functions of this area. */
export type Vconnect = Platform
